"""CRF models: crfsuite's own file with a JSON file beside it; words in, scored mentions out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Final

from nescio.core.errors import PluginError
from nescio.core.extras import import_extra
from nescio.core.plain_json import read_json
from nescio.detect.crf.features import VERSION, FeatureMaker
from nescio.detect.tagger.model import Mention

FORMAT: Final = 1
OUTSIDE: Final = "O"
_RETRAIN: Final = "Train it again with `nescio train crf`."


def crfsuite() -> Any:
    """Import the library behind the extra."""
    return import_extra("pycrfsuite", needed_by="A CRF", install="'nescio[crf]'")


def side_file(model: Path) -> Path:
    """Where the description of a model lies: its name with `.json` behind it."""
    return model.with_name(model.name + ".json")


def describe(model: bytes, labels: Sequence[str], **more: Any) -> dict[str, Any]:
    """What stands in the side file."""
    return {
        "format": FORMAT,
        "features": VERSION,
        "labels": sorted(labels),
        "sha256": sha256(model).hexdigest(),
        **more,
    }


class CrfModel:
    """Tags sentences that come as words; can be shared between threads."""

    def __init__(self, model: bytes, labels: Sequence[str]) -> None:
        self._model = model  # crfsuite reads from these bytes as long as it lives
        self._tagger = crfsuite().Tagger()
        try:
            self._tagger.open_inmemory(model)
        except ValueError as error:
            raise PluginError(f"The CRF model is not a file of crfsuite. {_RETRAIN}") from error
        self._maker = FeatureMaker()
        self._lock = Lock()  # a tagger holds one sentence at a time
        self.labels = frozenset(labels)

    def tag(self, words: Sequence[str]) -> list[Mention]:
        """Return the mentions of a sentence, sorted, never overlapping.

        A score is the smallest of the marginal probabilities that the words of the mention
        have their tags.
        """
        if not words:
            return []
        with self._lock:
            self._tagger.set(self._maker.features(words))
            tags: list[str] = self._tagger.tag()
            return [
                Mention(start, end, label, self._score(tags, start, end)) for start, end, label in _runs(tags)
            ]

    def _score(self, tags: Sequence[str], start: int, end: int) -> float:
        lowest = min(float(self._tagger.marginal(tags[at], at)) for at in range(start, end))
        return round(min(1.0, max(0.0, lowest)), 4)


def _runs(tags: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    start: int | None = None
    for at, tag in enumerate([*tags, OUTSIDE]):
        if start is not None and tag != f"I-{tags[start][2:]}":
            yield start, at, tags[start][2:]
            start = None
        if start is None and tag != OUTSIDE:
            start = at


def load_crf(path: Path) -> CrfModel:
    """Open a model; a missing, damaged or foreign one is an error."""
    manifest = _read_manifest(side_file(path))
    try:
        model = path.read_bytes()
    except OSError as error:
        raise PluginError(f"There is no CRF model {str(path)!r}. {_RETRAIN}") from error
    if sha256(model).hexdigest() != manifest.get("sha256"):
        raise PluginError(f"The CRF model {path.name!r} is damaged: its checksum is wrong. {_RETRAIN}")
    return CrfModel(model, manifest["labels"])


def _read_manifest(path: Path) -> Mapping[str, Any]:
    try:
        manifest = read_json(path.read_bytes())
    except OSError as error:
        raise PluginError(f"The CRF model's file {str(path)!r} is missing. {_RETRAIN}") from error
    except ValueError as error:
        raise PluginError(f"The CRF model's file {path.name!r} is damaged. {_RETRAIN}") from error
    if not isinstance(manifest, dict) or not isinstance(manifest.get("labels"), list):
        raise PluginError(f"The CRF model's file {path.name!r} is damaged: it names no labels. {_RETRAIN}")
    wanted = {"format": FORMAT, "features": VERSION}
    for key, value in wanted.items():
        if manifest.get(key) != value:
            raise PluginError(
                f"The CRF model has {key} {manifest.get(key)!r}, this nescio reads {key} {value}. {_RETRAIN}"
            )
    return manifest

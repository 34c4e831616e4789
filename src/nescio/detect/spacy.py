"""A spaCy pipeline as a detector: any that is installed or lies in a folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from threading import Lock
from typing import Any, Final

from nescio.core.errors import ConfigError, PluginError, check_options, known
from nescio.core.extras import import_extra
from nescio.core.model import Document, Span
from nescio.core.options import needed_option
from nescio.detect.frames import cut_pieces, without_surrogates
from nescio.packs import Pack

OPTIONS: Final = ("model", "disable", "score", "instance")
_BATCH: Final = 50_000  # characters that spaCy sees at once: bounds its memory
_SCORE: Final = 0.85  # spaCy's entities carry no probability

_Piece = tuple[str, tuple[int, int]]  # text, number of the document, where it begins there


class SpacyDetector:
    """Claims the entities of a pipeline under spaCy's tags; `detect.tags` turns them into labels."""

    def __init__(self, nlp: Any, *, score: float = _SCORE, name: str = "spacy") -> None:
        self.name = name
        self.labels = _entity_labels(nlp)
        self._nlp = nlp
        self._score = score
        self._lock = Lock()  # the words of a batch are forgotten together

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> SpacyDetector:
        check_options("The detector 'spacy'", options, OPTIONS)
        model = needed_option("spacy", options, "model", meaning="a pipeline's name or folder")
        disable = options.get("disable", ())
        if isinstance(disable, str) or not isinstance(disable, Sequence):
            raise ConfigError("The option 'disable' of 'spacy' must be a list of components.")
        score = options.get("score", _SCORE)
        if isinstance(score, bool) or not isinstance(score, int | float) or not 0 < score <= 1:
            raise ConfigError("The option 'score' of 'spacy' must be a number above 0 and at most 1.")
        nlp = _load_once(model, tuple(disable))
        return cls(nlp, score=float(score), name=str(options.get("instance", "spacy")))

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        found: list[list[Span]] = [[] for _ in docs]
        pieces = [
            (without_surrogates(doc.text[start:end]), (number, start))
            for number, doc in enumerate(docs)
            for start, end in cut_pieces(doc.text, _BATCH)
        ]
        for batch in _batches(pieces):
            with self._lock, _forgetting(self._nlp):
                for parsed, (number, start) in self._nlp.pipe(batch, as_tuples=True, batch_size=len(batch)):
                    found[number] += self._claims(parsed.ents, start)
        return found

    def _claims(self, entities: Iterable[Any], offset: int) -> Iterable[Span]:
        for entity in entities:
            start, end = offset + entity.start_char, offset + entity.end_char
            yield Span(start, end, entity.label_, self._score, self.name)


def _batches(pieces: Iterable[_Piece]) -> Iterator[list[_Piece]]:
    """Pieces together as long as they are small."""
    batch: list[_Piece] = []
    size = 0
    for piece in pieces:
        if batch and size + len(piece[0]) > _BATCH:
            yield batch
            batch, size = [], 0
        batch.append(piece)
        size += len(piece[0])
    if batch:
        yield batch


def _forgetting(nlp: Any) -> Any:
    """Let spaCy forget the words of the texts afterwards, where it can (from 3.8 on)."""
    return nlp.memory_zone() if hasattr(nlp, "memory_zone") else nullcontext()


def _entity_labels(nlp: Any) -> frozenset[str]:
    finders = [name for name in nlp.pipe_names if "doc.ents" in nlp.get_pipe_meta(name).assigns]
    labels = frozenset(label for name in finders for label in nlp.pipe_labels.get(name, ()))
    if not labels:
        raise PluginError(
            f"The spaCy pipeline {nlp.meta.get('name', '')!r} finds no entities; it needs a component "
            "such as 'ner' or 'entity_ruler' that has labels and is not disabled."
        )
    return labels


@lru_cache(maxsize=4)
def _load_once(model: str, disable: tuple[str, ...]) -> Any:
    """Share one pipeline between the languages of a process."""
    spacy = import_extra("spacy", needed_by="The detector 'spacy'", install="'nescio[spacy]'")
    if not Path(model).is_dir() and not spacy.util.is_package(model):
        installed = entry_points(group="spacy_models").names
        raise PluginError(
            f"There is no spaCy pipeline {model!r}, neither installed nor as a folder. "
            f"Install it with: python -m spacy download {model}. {known(model, installed)}"
        )
    try:
        return spacy.load(model, disable=list(disable))
    except Exception as error:  # whatever is wrong with files that somebody else wrote
        raise PluginError(
            f"The spaCy pipeline {model!r} cannot be loaded; it is damaged or made for another "
            f"version than {spacy.__version__} ({type(error).__name__})."
        ) from error

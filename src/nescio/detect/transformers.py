"""Transformer models as detectors: token classification or GLiNER, from a local folder only."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Protocol

from nescio.core.errors import ConfigError, PluginError, check_options
from nescio.core.extras import import_extra
from nescio.core.model import Document, Span
from nescio.core.options import needed_option
from nescio.detect.gliner import GlinerModel
from nescio.detect.token_classifier import TokenClassifier
from nescio.packs import Pack
from nescio.text.segment import Segmenter

OPTIONS: Final = ("model", "labels", "threshold", "instance")
_GLINER: Final = "gliner_config.json"
_CONFIG: Final = "config.json"
_OFFLINE: Final = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")
_THRESHOLD: Final = 0.5
_NEEDED_BY: Final = "The detector 'transformers'"
_INSTALL: Final = "'nescio[transformers]'"


class Model(Protocol):
    """Either kind of model: finds (start, end, tag, probability) in one text."""

    labels: frozenset[str]

    def find(self, text: str) -> list[tuple[int, int, str, float]]: ...


class TransformersDetector:
    """Claims what a transformer finds under the model's tags; `detect.tags` turns them into labels."""

    def __init__(self, model: Model, *, name: str = "transformers") -> None:
        self.name = name
        self.labels = model.labels
        self._model = model

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> TransformersDetector:
        check_options("The detector 'transformers'", options, OPTIONS)
        path = needed_option("transformers", options, "model", meaning="a folder")
        make = _choose(Path(path), pack, options)
        return cls(make(), name=str(options.get("instance", "transformers")))

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        # One text at a time: padding to a longer neighbour would change the last digits of a score.
        return [[Span(*claim, self.name) for claim in self._model.find(doc.text)] for doc in docs]


def _choose(folder: Path, pack: Pack, options: Mapping[str, Any]) -> Callable[[], Model]:
    """What makes the model; whatever can be told from the folder and the options is checked now."""
    if not folder.is_dir():
        raise PluginError(
            f"There is no folder {str(folder)!r} with a model. nescio loads models from this machine only; "
            "download one first, for example with `hf download NAME --local-dir FOLDER`."
        )
    labels = options.get("labels")
    if (folder / _GLINER).is_file():
        if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels) or not labels:
            raise ConfigError(
                "A GLiNER model is told what to find: give 'transformers' the option 'labels', "
                'for example ["person", "location", "organization"].'
            )
        threshold = _threshold(options)
        segmenter = Segmenter(pack.abbreviations)
        return lambda: GlinerModel(
            _load_gliner(folder.absolute()), labels, segmenter=segmenter, threshold=threshold
        )
    for key in ("labels", "threshold"):
        if key in options:
            raise ConfigError(f"The option {key!r} of 'transformers' is for GLiNER models only.")
    if not (folder / _CONFIG).is_file():
        raise PluginError(
            f"The folder {str(folder)!r} holds no model: neither {_CONFIG!r} nor {_GLINER!r} is there."
        )
    return lambda: _load_classifier(folder.absolute())


def _threshold(options: Mapping[str, Any]) -> float:
    value = options.get("threshold", _THRESHOLD)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1:
        raise ConfigError("The option 'threshold' of 'transformers' must be a number between 0 and 1.")
    return float(value)


@lru_cache(maxsize=2)
def _load_classifier(folder: Path) -> TokenClassifier:
    """Share one model between the languages of a process."""
    torch = import_extra("torch", needed_by=_NEEDED_BY, install=_INSTALL)
    library = import_extra("transformers", needed_by=_NEEDED_BY, install=_INSTALL)
    with _offline(), _one_sentence(folder):
        tokenizer = library.AutoTokenizer.from_pretrained(folder, local_files_only=True, use_fast=True)
        model, info = library.AutoModelForTokenClassification.from_pretrained(
            folder, local_files_only=True, output_loading_info=True
        )
    if info["missing_keys"]:  # the library fills them with random numbers
        raise PluginError(
            f"The model in {str(folder)!r} was not trained to classify tokens: "
            f"{len(info['missing_keys'])} of its weights are not in the files."
        )
    return TokenClassifier(torch, tokenizer, model, folder=folder.name)


@lru_cache(maxsize=2)
def _load_gliner(folder: Path) -> Any:
    library = import_extra("gliner", needed_by="A GLiNER model", install="gliner")
    with _offline(), _one_sentence(folder):
        return library.GLiNER.from_pretrained(str(folder), local_files_only=True).eval()


@contextmanager
def _one_sentence(folder: Path) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # whatever is wrong with files that somebody else wrote
        raise PluginError(
            f"The model in {str(folder)!r} cannot be loaded: a file is missing, damaged or of another "
            f"kind ({type(error).__name__})."
        ) from error


@contextmanager
def _offline() -> Iterator[None]:
    """Let no library ask a hub, whatever a model's files say."""
    before = {name: os.environ.get(name) for name in _OFFLINE}
    constants = import_extra("huggingface_hub.constants", needed_by=_NEEDED_BY, install=_INSTALL)
    was_offline = constants.HF_HUB_OFFLINE
    os.environ.update(dict.fromkeys(_OFFLINE, "1"))
    constants.HF_HUB_OFFLINE = True
    try:
        yield
    finally:
        constants.HF_HUB_OFFLINE = was_offline
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

"""A detector of one's own: a conditional random field trained with `nescio train crf`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import check_options
from nescio.core.model import Document, Span
from nescio.core.options import needed_option
from nescio.detect.crf.model import CrfModel, load_crf
from nescio.detect.frames import cut_frames
from nescio.detect.tagger.tokens import tokenize
from nescio.packs import Pack
from nescio.packs.files import is_there
from nescio.text.segment import Segmenter

OPTIONS: Final = ("model", "instance")


class CrfDetector:
    """Claims the mentions that the model finds; a score is a marginal probability."""

    def __init__(self, model: CrfModel, segmenter: Segmenter, *, name: str = "crf") -> None:
        self.name = name
        self.labels = model.labels
        self._model = model
        self._segmenter = segmenter

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> CrfDetector:
        check_options("The detector 'crf'", options, OPTIONS)
        path = needed_option("crf", options, "model", meaning="a file made by `nescio train crf`")
        file = Path(path).absolute()
        model = _load_once(file, file.stat().st_mtime_ns if is_there(file) else 0)
        return cls(model, Segmenter(pack.abbreviations), name=str(options.get("instance", "crf")))

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        return [self._claims(doc.text) for doc in docs]

    def _claims(self, text: str) -> list[Span]:
        tokens = tokenize(text)
        found: list[Span] = []
        for frame in cut_frames(tokens, self._segmenter.sentences(text)):
            for mention in self._model.tag([token.text for token in tokens[frame.start : frame.end]]):
                start = frame.start + mention.start
                first, last = tokens[start], tokens[frame.start + mention.end - 1]
                # Windows overlap; a mention belongs to the one that keeps its first word.
                free = not found or first.start >= found[-1].end
                if free and frame.keep_from <= start < frame.keep_to:
                    found.append(Span(first.start, last.end, mention.label, mention.score, self.name))
        return found


@lru_cache(maxsize=4)
def _load_once(path: Path, changed: int) -> CrfModel:
    """Share one model between the languages of a process; a new file is read again."""
    return load_crf(path)

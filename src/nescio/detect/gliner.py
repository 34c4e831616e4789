"""GLiNER models: told in words what to find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from nescio.detect.frames import without_surrogates
from nescio.text.segment import Segmenter, tokenize

_WORDS: Final = 120  # GLiNER cuts off what is longer than its window, mostly 384 words


class GlinerModel:
    """Asks the model about some sentences at a time, so that it sees every word."""

    def __init__(self, model: Any, labels: Sequence[str], *, segmenter: Segmenter, threshold: float) -> None:
        self.labels = frozenset(labels)
        self._model = model
        self._asked = list(labels)
        self._segmenter = segmenter
        self._threshold = threshold

    def find(self, text: str) -> list[tuple[int, int, str, float]]:
        return [claim for start, end in self._pieces(text) for claim in self._ask(text[start:end], start)]

    def _ask(self, piece: str, offset: int) -> Iterator[tuple[int, int, str, float]]:
        answers = self._model.predict_entities(
            without_surrogates(piece), self._asked, threshold=self._threshold, flat_ner=True
        )
        for answer in answers:
            score = round(min(1.0, max(0.0, float(answer["score"]))), 4)
            if answer["start"] < answer["end"]:
                yield offset + answer["start"], offset + answer["end"], answer["label"], score

    def _pieces(self, text: str) -> Iterator[tuple[int, int]]:
        """Whole sentences as long as they fit; an endless one is cut between words."""
        for start, end in self._segmenter.sentences(text):
            words = tokenize(text[start:end])
            for at in range(0, len(words), _WORDS):
                part = words[at : at + _WORDS]
                yield start + part[0].start, start + part[-1].end

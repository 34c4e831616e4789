"""The information detector: claims words that are so rare that they may tell who is meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import log, log2
from typing import Any, Final

from nescio.core.errors import ConfigError, check_options
from nescio.core.labels import OTHER_NAME
from nescio.core.model import Document, Span
from nescio.core.options import job_options
from nescio.packs import Pack
from nescio.text.folding import fold_word
from nescio.text.word_matcher import Words

OPTIONS: Final = {"threshold": True, "shortest": True}
THRESHOLD: Final = 22.0  # bits: less than one word in four million
SHORTEST: Final = 4  # letters: shorter words are mostly abbreviations and particles
_WORDS: Final = 9  # the Zipf scale is the logarithm of occurrences among 10**9 words
_BITS: Final = log2(10)  # of one step on the Zipf scale
_SCORE: Final = 0.4  # says that a word is rare, not what it is


class InformationDetector:
    """Claims every word that carries more bits of information than a threshold.

    The information of a word is −log2 of its share among all words of the language. A word that the table
    of the language lacks counts as rarer than all it holds.
    """

    name = "information"
    labels = frozenset({OTHER_NAME})

    def __init__(
        self, frequency_of: Mapping[str, int], *, threshold: float = THRESHOLD, shortest: int = SHORTEST
    ) -> None:
        self._bits_of = dict(_information(frequency_of))
        self._rarest = max(self._bits_of.values(), default=0.0) + _BITS
        self._threshold = threshold
        self._shortest = shortest

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> InformationDetector:
        check_options("The detector 'information'", options, OPTIONS)
        threshold, shortest = options.get("threshold", THRESHOLD), options.get("shortest", SHORTEST)
        if isinstance(threshold, bool) or not isinstance(threshold, int | float) or threshold <= 0:
            raise ConfigError("The option 'threshold' of 'information' must be a number of bits above 0.")
        if isinstance(shortest, bool) or not isinstance(shortest, int) or shortest < 1:
            raise ConfigError(
                "The option 'shortest' of 'information' must be a number of letters, 1 or more."
            )
        return cls(pack.naming.frequency_of, threshold=float(threshold), shortest=shortest)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        return [list(self._claims(Words(doc.text))) for doc in docs]

    def explain(self, doc: Document, claim: Span) -> str:
        """How much information the words of a claim carry."""
        words = Words(doc.text[claim.start : claim.end])
        bits = max((self.bits(word) for word in words.folded), default=0.0)
        return f"{bits:.0f} bits of information, threshold {self._threshold:g}"

    def bits(self, word: str) -> float:
        """The information of a word, −log2 p."""
        return self._bits_of.get(fold_word(word), self._rarest)

    def _claims(self, words: Words) -> Iterator[Span]:
        for word, (start, end) in zip(words.folded, words.spans, strict=True):
            if len(word) >= self._shortest and word.isalpha() and self.bits(word) >= self._threshold:
                yield Span(start, end, OTHER_NAME, _SCORE, self.name)


def _information(frequency_of: Mapping[str, int]) -> Iterator[tuple[str, float]]:
    """Each word and its bits.

    The table has words in the order of their frequency and their class, a rounded Zipf value. Within a
    class the value falls from half a step above to half a step below as the logarithm of the rank grows.
    """
    rank = 0
    for zipf, group in groupby(frequency_of.items(), key=lambda item: item[1]):
        words = [word for word, _ in group]
        first, last = log(rank + 1), log(rank + len(words) + 1)
        for place, word in enumerate(words, rank + 1):
            fallen = (log(place) - first) / (last - first)
            yield word, (_WORDS - (zipf + 0.5 - fallen)) * _BITS
        rank += len(words)

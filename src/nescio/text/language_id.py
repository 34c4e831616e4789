"""Which of the installed languages a text is written in, by the trigrams of its words.

A profile lists how often each trigram occurs in a language. A text is compared with every
profile; how well the best one fits, and how far it is ahead of the next, says whether the
answer can be trusted. A language is added by adding its profile.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import regex

from nescio.core.errors import ConfigError

_WORD: Final = regex.compile(r"\p{L}++")
_ADDRESS: Final = regex.compile(r"@|://|^www\.")  # names of people and firms, in no language

_SAMPLE: Final = 20_000  # characters: more do not change the answer
_SLICES: Final = 4  # a long text is sampled at its start, its end and in between

_FLOOR: Final = 10.0  # per million: the frequency of a trigram that a profile does not list
_CAPITALISED: Final = 0.4  # weight of a word with a capital: it may be a name

# Chosen on development texts; figures in docs/decisions/language-identification.md.
_TEMPERATURE: Final = 0.35  # trigrams of one word overlap, so their evidence is not independent
_SURE_PROBABILITY: Final = 0.98
_SURE_WORDS: Final = 4
_SURE_QUALITY: Final = 4.8
_LIKELY_WORDS: Final = 3
_LIKELY_PROBABILITY: Final = 0.8
_LIKELY_QUALITY: Final = 4.0
_MARGIN_WEIGHT: Final = 1.5
_MARGIN_LIMIT: Final = 1.0


class Profile(NamedTuple):
    """How much more frequent than the floor each trigram is in a language (natural logarithm)."""

    language: str
    weights: Mapping[str, float]

    def __repr__(self) -> str:
        return f"Profile({self.language!r}, <{len(self.weights)} trigrams>)"


class Guess(NamedTuple):
    """The likeliest language: not `sure` where a person should look, not `likely` where one must say."""

    language: str
    probability: float  # among the languages that were compared
    sure: bool
    likely: bool


def read_profile(language: str, lines: Iterable[str]) -> Profile:
    """Read lines `trigram TAB occurrences per million`; "_" is the edge of a word."""
    entries = [line.rstrip("\r\n") for line in lines if not line.startswith("#")]
    try:
        pairs = [entry.split("\t") for entry in entries if entry]
        return Profile(
            language,
            {
                trigram.replace("_", " "): math.log(int(count) / _FLOOR)
                for trigram, count in pairs
                if int(count) > _FLOOR
            },
        )
    except ValueError:
        raise ConfigError(
            f"The trigram profile of {language!r} has a malformed line; "
            "a line is a trigram, a tab and a whole number."
        ) from None


def identify(text: str, profiles: Sequence[Profile]) -> Guess:
    """Name the profile that fits a text best.

    Without letters the first language comes out, with equal probabilities and not sure.
    """
    if not profiles:
        raise ConfigError("No language can be told apart: no trigram profile is installed.")
    words = _words(_sample(text))
    trigrams = _trigrams(words)
    total = sum(trigrams.values())
    scores = [_score(trigrams, profile) for profile in profiles]
    order = sorted(range(len(profiles)), key=lambda i: -scores[i])
    best = order[0]
    runner_up = scores[order[1]] if len(order) > 1 else 0.0
    probability = 1 / sum(math.exp(_TEMPERATURE * (score - scores[best])) for score in scores)
    quality = _quality(scores[best] / total, runner_up / total) if total else 0.0
    sure = words.total() >= _SURE_WORDS and probability >= _SURE_PROBABILITY and quality >= _SURE_QUALITY
    likely = (
        words.total() >= _LIKELY_WORDS and probability >= _LIKELY_PROBABILITY and quality >= _LIKELY_QUALITY
    )
    return Guess(profiles[best].language, probability, sure, likely)


def _quality(fit: float, runner_up: float) -> float:
    """High for a language that is known, low for a stranger, however near to one of ours.

    A stranger fits its nearest relative badly and the next relative hardly worse.
    """
    return fit + _MARGIN_WEIGHT * min(fit - runner_up, _MARGIN_LIMIT)


def _score(trigrams: Mapping[str, float], profile: Profile) -> float:
    weight_of = profile.weights
    return sum(count * weight_of.get(trigram, 0.0) for trigram, count in trigrams.items())


def _trigrams(words: Mapping[str, int]) -> dict[str, float]:
    trigrams: dict[str, float] = {}
    for word, count in words.items():
        lower = word.lower()
        weight = count if word == lower else count * _CAPITALISED
        padded = f" {lower} "
        for at in range(len(padded) - 2):
            trigram = padded[at : at + 3]
            trigrams[trigram] = trigrams.get(trigram, 0.0) + weight
    return trigrams


def _words(text: str) -> Counter[str]:
    words: Counter[str] = Counter()
    for piece, count in Counter(text.split()).items():
        if not _ADDRESS.search(piece):
            for word in _WORD.findall(piece):
                words[word] += count
    return words


def _sample(text: str) -> str:
    """The text, or slices of a long one; composed, so that NFD counts like NFC."""
    if len(text) > _SAMPLE:
        size = _SAMPLE // _SLICES
        step = (len(text) - size) / (_SLICES - 1)
        starts = (round(step * number) for number in range(_SLICES))
        text = " ".join(text[start : start + size] for start in starts)
    return unicodedata.normalize("NFC", text)

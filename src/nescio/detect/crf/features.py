"""What a CRF sees of a word and its neighbours: form alone, so the same for every language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import regex

from nescio.detect.frames import without_surrogates

VERSION: Final = 1  # written into a model; features of another version mean something else
_AFFIXES: Final = range(1, 5)
_CACHE: Final = 50_000  # words whose features are kept
_RUN: Final = regex.compile(r"(.)\1+")


class _Word(NamedTuple):
    """The features of one word, by where it stands from the word in question."""

    own: tuple[bytes, ...]
    near: dict[int, tuple[bytes, ...]]
    lower: str
    case: str


class FeatureMaker:
    """Turns sentences into lists of features; remembers the features of common words.

    Features are bytes in UTF-8, which is what crfsuite wants: encoding them once saves a third
    of the time.
    """

    def __init__(self) -> None:
        self._words: dict[str, _Word] = {}

    def features(self, words: Sequence[str]) -> list[list[bytes]]:
        """For each word of a sentence its features."""
        found = [self._word(word) for word in words]
        edge = _sentence_case(found)
        return [_features(found, at, edge) for at in range(len(found))]

    def _word(self, word: str) -> _Word:
        known = self._words.get(word)
        if known is None:
            if len(self._words) >= _CACHE:
                self._words.clear()
            known = self._words[word] = _describe(word)
        return known


def _features(words: Sequence[_Word], at: int, edge: bytes) -> list[bytes]:
    word = words[at]
    found = [*word.own, edge]
    for step in (-2, -1, 1, 2):
        place = at + step
        if 0 <= place < len(words):
            found += words[place].near[step]
        else:
            found.append(b"%d|none" % step)
    if at:
        found.append(f"-1+0|{words[at - 1].lower}|{word.lower}".encode())
        found.append(f"-1+0c|{words[at - 1].case}|{word.case}".encode())
    else:
        found.append(f"first|{word.case}".encode())
    if at + 1 < len(words):
        found.append(f"0+1|{word.lower}|{words[at + 1].lower}".encode())
        found.append(f"0+1c|{word.case}|{words[at + 1].case}".encode())
    return found


def _describe(word: str) -> _Word:
    word = without_surrogates(word)
    lower, shape, case = word.lower(), _shape(word), _case(word)
    short = _RUN.sub(r"\1", shape)
    own = [
        "bias",
        f"w|{lower}",
        f"s|{shape[:12]}",
        f"ss|{short[:12]}",
        f"c|{case}",
        f"n|{min(len(word), 10)}",
    ]
    own += [f"p|{lower[:size]}" for size in _AFFIXES if size < len(lower)]
    own += [f"e|{lower[-size:]}" for size in _AFFIXES if size < len(lower)]
    if any(char.isdigit() for char in word):
        own.append("digits" if word.isdigit() else "digit")
    own += [mark for mark in ("-", "'", "’", ".", "@", "/", "&") if mark in word]
    near = {step: _neighbour(step, lower, short[:12], case) for step in (-2, -1, 1, 2)}
    return _Word(_encoded(*own), near, lower, case)


def _neighbour(step: int, lower: str, shape: str, case: str) -> tuple[bytes, ...]:
    if abs(step) > 1:
        return _encoded(f"{step}w|{lower}", f"{step}c|{case}")
    return _encoded(f"{step}w|{lower}", f"{step}s|{shape}", f"{step}c|{case}", f"{step}e|{lower[-3:]}")


def _encoded(*features: str) -> tuple[bytes, ...]:
    return tuple(feature.encode() for feature in features)


def _shape(word: str) -> str:
    return "".join(map(_kind, word))


def _kind(char: str) -> str:
    if char.isupper():
        return "X"
    if char.isalpha():
        return "x"
    return "0" if char.isdigit() else char


def _case(word: str) -> str:
    if not any(char.isalpha() for char in word):
        return "none"
    if word.isupper():
        return "initial" if len(word) == 1 else "upper"
    if word.islower():
        return "lower"
    return "title" if word[0].isupper() and word[1:].islower() else "mixed"


def _sentence_case(words: Sequence[_Word]) -> bytes:
    """Whether capitals say anything here: in a line of capitals, or without one, they do not."""
    cases = [word.case for word in words if word.case != "none"]
    if len(cases) > 1 and len(set(cases)) == 1:
        return f"all|{cases[0]}".encode()
    return b"all|several"

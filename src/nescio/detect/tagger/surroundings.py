"""What the tagger sees around a word: its sentence, its line, and the same word elsewhere in the passage."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nescio.detect.tagger.features import (
    ADDRESS,
    ALL_CAPITALS,
    CAPITAL,
    COLON,
    HAS_CAPITAL,
    LETTER,
    LONG,
    letter_bits,
)
from nescio.detect.tagger.lexicon import FLAGS
from nescio.detect.tagger.passages import LINE, PARAGRAPH, SENTENCE

Bools = NDArray[np.bool_]
Numbers = NDArray[np.int64]
SURROUNDINGS = (
    "first_word",
    "first_letters",
    "mixed_case",
    "no_capital",
    "all_capitals",
    "many_capitals",
    "line_start",
    "paragraph_start",
    "line_end",
    "short_line",
    "behind_colon",
    "careless",  # sentences of the passage begin with small letters
    "small_elsewhere",
    "capital_elsewhere",
    "repeated",
    "speaks",
    "titled",
    "beside_given_name",
    "in_address",
)
CASELESS = (SURROUNDINGS.index("no_capital"), SURROUNDINGS.index("all_capitals"))
_TITLE = 1 << FLAGS.index("title")
_GIVEN = 1 << FLAGS.index("given_name")
_NOUN = 1 << FLAGS.index("common_noun")
_SHORT = 5  # words of a short line
_SPEAKER = 3  # words before the colon of a speaker, at most
_PART = re.compile(r"[^\W\d_]{3,}")


class Facts(NamedTuple):
    """Of each word of a passage: what its letters are like, its number without case, its flags."""

    letters: Numbers
    folds: Numbers
    flags: Numbers


class WordFacts:
    """Remembers of every word what its letters are like and its number without case."""

    def __init__(self) -> None:
        self._letters: list[int] = []
        self._folds: list[int] = []
        self._fold_number: dict[str, int] = {}

    def add(self, words: Sequence[str]) -> None:
        """Take new words, which are numbered in the order they come."""
        for word in words:
            self._letters.append(letter_bits(word))
            self._folds.append(self._fold_number.setdefault(word.casefold(), len(self._fold_number)))

    def look(self, rows: Sequence[int], flags: Sequence[int]) -> Facts:
        """Return the facts of the words with these numbers."""
        return Facts(
            np.array([self._letters[row] for row in rows], dtype=np.int64),
            np.array([self._folds[row] for row in rows], dtype=np.int64),
            np.asarray(flags, dtype=np.int64),
        )

    @property
    def fold_number(self) -> Mapping[str, int]:
        """The number of a word without case."""
        return self._fold_number


def see(words: Sequence[str], breaks: Sequence[int], facts: Facts, known: Mapping[str, int]) -> Bools:
    """Return one row per word of a passage, one column per name in `SURROUNDINGS`."""
    return see_all([words], [breaks], facts, known)


def see_all(
    words: Sequence[Sequence[str]], breaks: Sequence[Sequence[int]], facts: Facts, known: Mapping[str, int]
) -> Bools:
    """Return the rows of passages one after the other, none of which is empty; none sees another."""
    sizes = np.array([len(own) for own in words])
    passages = _Passages(np.cumsum(sizes) - sizes, np.repeat(np.arange(len(sizes)), sizes))
    begins = np.array([found for own in breaks for found in own], dtype=np.int64)
    begins[passages.starts] |= SENTENCE | LINE
    letters = facts.letters & LETTER > 0
    case, first_letters = _sentences(begins & SENTENCE > 0, letters, facts.letters)
    capital = facts.letters & CAPITAL > 0
    inside = capital & ~first_letters & (begins & LINE == 0) & (case == 0)
    # A word without case, as many numbers as there are passages that have it.
    own_folds = facts._replace(folds=facts.folds * len(sizes) + passages.owner)
    columns = [
        begins & SENTENCE > 0,
        first_letters,
        *(case == kind for kind in range(4)),
        *_lines(begins, facts.letters & COLON > 0),
        passages.are_careless(first_letters & letters, capital),
        *_elsewhere(own_folds, letters, inside),
        *_kinds(words, begins, own_folds, passages, known),
    ]
    return np.stack(columns, 1)


class _Passages(NamedTuple):
    """Where each passage starts, and of which every word is."""

    starts: Numbers
    owner: Numbers

    def are_careless(self, sentence_starts: Bools, capital: Bools) -> Bools:
        """Of every word whether fewer than half of the sentences of its passage begin with a capital."""
        total = np.bincount(self.owner, weights=sentence_starts)
        capitals = np.bincount(self.owner, weights=sentence_starts & capital)
        found: Bools = (capitals < 0.5 * total)[self.owner]
        return found


def _sentences(starts: Bools, letters: Bools, bits: Numbers) -> tuple[Numbers, Bools]:
    """Return the case of each word's sentence (mixed, none, all, many capitals) and its first letters."""
    at = np.flatnonzero(starts)
    number = np.cumsum(starts) - 1

    def count(what: Bools) -> Numbers:
        return np.add.reduceat((what & letters).astype(np.int64), at)

    total = count(letters)
    capital = count(bits & CAPITAL > 0)
    kind = np.where((total >= 4) & (capital >= 0.8 * total), 3, 0)
    shouted = (count(bits & ALL_CAPITALS > 0) >= 0.8 * total) & (count(bits & LONG > 0) > 0)
    kind = np.where(shouted, 2, kind)
    kind = np.where(count(bits & HAS_CAPITAL > 0) == 0, 1, kind)
    kind = np.where(total == 0, 0, kind)
    first = at.copy()
    places = np.flatnonzero(letters)
    owners, index = np.unique(number[places], return_index=True)
    first[owners] = places[index]
    marks = np.zeros(len(starts), dtype=np.bool_)
    marks[first] = True
    return kind[number], marks


def _lines(begins: Numbers, colon: Bools) -> list[Bools]:
    """Whether a word begins a line, a paragraph, ends a line, stands in a short one, behind a colon in it."""
    starts = begins & LINE > 0
    at = np.flatnonzero(starts)
    number = np.cumsum(starts) - 1
    length = np.diff(np.append(at, len(starts)))
    seen: Numbers = np.cumsum(colon) - colon
    ends = np.append(starts[1:], True)
    short = length[number] <= _SHORT
    return [starts, begins & PARAGRAPH > 0, ends, short, seen > seen[at][number]]


def _elsewhere(facts: Facts, letters: Bools, inside: Bools) -> list[Bools]:
    """Whether the same word stands elsewhere: in small letters, with a capital inside a sentence, at all."""
    _, kind = np.unique(facts.folds, return_inverse=True)
    word = letters & (facts.letters & LONG > 0)
    small = word & (facts.letters & HAS_CAPITAL == 0)
    kinds = (small, inside & word, word)
    return [(np.bincount(kind, weights=own)[kind] - own > 0) & word for own in kinds]


def _kinds(
    words: Sequence[Sequence[str]],
    begins: Numbers,
    facts: Facts,
    passages: _Passages,
    known: Mapping[str, int],
) -> list[Bools]:
    """Whether the same word speaks, has a title, stands beside a given name or in an address, anywhere."""
    word = (facts.letters & LETTER > 0) & (facts.letters & LONG > 0)
    capital = facts.letters & CAPITAL > 0
    follows = np.append(False, begins[1:] & LINE == 0)  # on the line of the word before
    titled = np.append(False, facts.flags[:-1] & _TITLE > 0) & follows & capital
    given = (facts.flags & _GIVEN > 0) & (facts.flags & _NOUN == 0) & capital
    before = np.append(False, given[:-1]) & follows
    behind = np.append(given[1:] & follows[1:], False)
    speakers = _speakers(begins & LINE > 0, facts.letters & COLON > 0, passages)
    marks = [speakers, titled, (before | behind) & capital]
    found = [_are_among(facts.folds, facts.folds[mark & word]) & word for mark in marks]
    hidden = _hidden(words, np.flatnonzero(facts.letters & ADDRESS), passages, known)
    return [*found, _are_among(facts.folds, np.array(hidden, dtype=np.int64)) & word]


def _are_among(numbers: Numbers, some: Numbers) -> Bools:
    return np.isin(numbers, some) if len(some) else np.zeros(len(numbers), dtype=np.bool_)


def _hidden(
    words: Sequence[Sequence[str]], places: Numbers, passages: _Passages, known: Mapping[str, int]
) -> list[int]:
    """The words that stand in addresses, numbered by passage as those of the text are."""
    return [
        known[part] * len(words) + number
        for place in places.tolist()
        for number in [int(passages.owner[place])]
        for part in _PART.findall(words[number][place - int(passages.starts[number])].casefold())
        if part in known
    ]


def _speakers(starts: Bools, colon: Bools, passages: _Passages) -> Bools:
    """Words between the start of a line and a colon near it."""
    marks = np.zeros(len(colon), dtype=np.bool_)
    for at in np.flatnonzero(colon).tolist():
        for back in range(at - 1, max(at - _SPEAKER, int(passages.starts[passages.owner[at]])) - 1, -1):
            if starts[back]:
                marks[back:at] = True
                break
    return marks

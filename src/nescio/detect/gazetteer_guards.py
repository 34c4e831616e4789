"""The guards of lists: where an entry may stand, and what must stand beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nescio.packs.lists import WordList
from nescio.text.entry_signs import Signs
from nescio.text.folding import fold_entry
from nescio.text.sentence_starts import BREAKS, OPENERS, begins_after
from nescio.text.word_matcher import Words

_STARTERS = BREAKS | OPENERS
_BLANK = " \t.\u00a0"
_LABEL = ":=\t "  # between a label and its value: "Nationality: French"


class Hit(NamedTuple):
    """An entry found: the list, the index of its first and last word, whether it has an ending."""

    first: int
    last: int
    words: WordList
    inflected: bool
    source: str
    signs: Signs | None = None  # that belong to the entry, and stand in the text too


class Guards:
    """Says of a hit whether the conditions of its list are met."""

    def __init__(self, lists: Iterable[WordList]) -> None:
        self._context = {words.context: frozenset(map(fold_entry, words.context)) for words in lists}

    def fits(self, hit: Hit, words: Words) -> bool:
        """The words are neighbours, and the entry does not start a sentence where its list forbids it."""
        if hit.first < hit.last and not hit.signs and not words.joined(hit.first, hit.last):
            return False
        if not hit.words.as_label and _is_label(hit, words):
            return False
        return hit.words.at_start or not begins_after(_STARTERS, words.text, words.spans[hit.first][0])

    def has_context(self, hit: Hit, words: Words) -> bool:
        """The word before is one that the list wants, or the sign that the list wants stands before."""
        wanted = hit.words.context
        if not wanted:
            return not hit.words.beside
        if hit.first == 0:
            return False
        gap = words.gap(hit.first - 1).strip(_BLANK)
        if gap in wanted:
            return True
        return not gap.strip(_LABEL) and words.folded[hit.first - 1] in self._context[wanted]


def _is_label(hit: Hit, words: Words) -> bool:
    """ "Driver: Ann" in a form, "JUDGE: Go on." in a record: a role, and nobody's function."""
    start, end = words.spans[hit.first][0], words.spans[hit.last][1]
    if not words.text[end : end + 3].lstrip(_BLANK).startswith(":"):
        return False
    return words.text[max(0, start - 2) : start].isspace() or begins_after(_STARTERS, words.text, start)


class Neighbours:
    """What was claimed for sure in a text, for entries that count only beside such a claim."""

    def __init__(self, words: Words, claimed: Sequence[tuple[int, int, str]]) -> None:
        self._words = words
        self._taken = {index for first, last, _ in claimed for index in range(first, last + 1)}
        self._begins = {(first, label) for first, _, label in claimed}
        self._ends = {(last, label) for _, last, label in claimed}

    def admit(self, hit: Hit) -> bool:
        """ "the Spaniard Ana Ruiz", "Ana Ruiz, Spaniard": directly before or behind a claim."""
        if not self._taken.isdisjoint(range(hit.first, hit.last + 1)):
            return False
        return any(self._is_before(hit, label) or self._is_behind(hit, label) for label in hit.words.beside)

    def _is_before(self, hit: Hit, label: str) -> bool:
        return (hit.last + 1, label) in self._begins and not self._words.gap(hit.last).strip()

    def _is_behind(self, hit: Hit, label: str) -> bool:
        before = hit.first - 1
        return (before, label) in self._ends and self._words.gap(before).strip() in ("", ",")


def in_words(words: WordList) -> str:
    """The guards of a list, for people."""
    near = ["behind certain words"] if words.context else []
    near += [f"beside {label}" for label in words.beside]
    said = [
        "" if words.at_start else "not at the start of a sentence",
        "" if words.as_label else "not as the label of a field",
        f"only {' or '.join(near)}" if near else "",
        "only before a further name" if words.grown else "",
    ]
    guards = ", ".join(filter(None, said))
    return f", guarded: {guards}" if guards else ""

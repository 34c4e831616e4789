"""Names of people that begin with a listed given name or stand behind a title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from nescio.core.labels import PERSON
from nescio.core.model import OWN, Span
from nescio.packs.lists import NameWords
from nescio.text.folding import fold_entry
from nescio.text.word_matcher import Words

_WRAPPED: Final = 50  # characters: a shorter line was ended on purpose
_MAX_NAME: Final = 6  # words in a person's name
_WIDE: Final = 2  # spaces: a wider gap is that of a table


class NameGrower:
    """Extends a name over the family names that follow it."""

    def __init__(self, names: NameWords) -> None:
        self._particles = frozenset(map(fold_entry, names.particles))
        self._stop = frozenset(map(fold_entry, names.stop))

    def grow(self, words: Words, last: int) -> int:
        """The index of the last word of the name."""
        end = position = last
        while position + 1 < len(words) and position - last < _MAX_NAME:
            if not _is_name_gap(words, position):
                break
            position += 1
            if words.folded[position] in self._particles:
                continue
            if not self.is_name(words, position):
                break
            end = position
        return end

    def is_name(self, words: Words, index: int) -> bool:
        return bool(words.capital[index]) and words.folded[index] not in self._stop


class TitleReader:
    """Claims the names behind a user's own titles, as NOME's title list does."""

    def __init__(self, titles: Iterable[str], names: NameGrower) -> None:
        self._titles = frozenset(fold_entry(title) for title in titles)
        self._names = names

    def __bool__(self) -> bool:
        return bool(self._titles)

    def claims(self, words: Words) -> Iterator[Span]:
        if not self._titles:
            return
        for index, word in enumerate(words.folded[:-1]):
            begin = index + 1
            behind = not words.gap(index).strip(" .\u00a0")
            if word in self._titles and behind and self._names.is_name(words, begin):
                last = self._names.grow(words, begin)
                yield Span(words.spans[begin][0], words.spans[last][1], PERSON, 0.95, f"lists:{OWN}titles")


def _is_name_gap(words: Words, index: int) -> bool:
    """Between two parts of one name: a space, a hyphen, a full stop after an initial, a wrapped line."""
    gap = words.gap(index)
    if "\n" in gap:
        start, end = words.spans[index]
        line = end - words.text.rfind("\n", 0, start)
        return not gap.strip() and gap.count("\n") == 1 and line >= _WRAPPED
    if gap.startswith("."):
        return len(words.surface(index)) == 1 and not gap[1:].strip()
    return gap in ("-", "‐", "‑", "'", "’") or (not gap.strip() and len(gap) <= _WIDE)

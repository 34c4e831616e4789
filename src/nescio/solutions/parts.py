"""Words of new names that lost the others: `Emerson`, where `Florence Emerson` stood."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from nescio.core.labels import PERSON
from nescio.solutions.table import TableEntry
from nescio.text.occurrences import occurrences

_SHORTEST: Final = 3  # letters
_PEOPLE: Final = (PERSON, "GIVEN", "FAMILY")


def find_parts(
    entries: Mapping[str, TableEntry],
    missing: Mapping[str, int],
    text: str,
    is_free: Callable[[int, int], bool],
) -> list[tuple[int, int, str, TableEntry]]:
    """Where words of missing names stand alone, with the word of the original in the same place.

    A word counts if it stands for one word in all names of the table, and no more often than its name is
    missing; what stands there more often may have stood there from the beginning.
    """
    stands_for: dict[str, set[str]] = {}
    owner: dict[str, TableEntry] = {}
    others: set[str] = set()
    for name, entry in entries.items():
        pairs = list(_pairs(name, entry))
        others.update(() if pairs else name.split())
        for word, original in pairs:
            stands_for.setdefault(word, set()).add(original)
            if missing.get(name, 0) > 0:
                owner.setdefault(word, entry)
    sure = {word for word in owner if len(stands_for[word]) == 1 and word not in others}
    found: dict[str, list[int]] = {}
    for start, word in occurrences(sure, text):
        end = start + len(word)
        if is_free(start, end) and _is_whole(text, start, end):
            found.setdefault(owner[word].replacement, []).append(start)
    places = [
        (start, name) for name, starts in found.items() if len(starts) <= missing[name] for start in starts
    ]
    return [_part(text, start, entries[name]) for start, name in places]


def _part(text: str, start: int, entry: TableEntry) -> tuple[int, int, str, TableEntry]:
    """The word of a name that stands somewhere, and the one that stood there."""
    pairs = _pairs(entry.replacement, entry)
    word, original = next((word, old) for word, old in pairs if text.startswith(word, start))
    return start, start + len(word), original, entry


def _pairs(name: str, entry: TableEntry) -> Iterator[tuple[str, str]]:
    """The words of a new name beside those of the old one, if both have as many."""
    new, old = name.split(), entry.original.split()
    if entry.label in _PEOPLE and len(new) == len(old) > 1:
        pairs = zip(new, old, strict=True)
        yield from ((one, other) for one, other in pairs if one[0].isupper() and len(one) >= _SHORTEST)


def _is_whole(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    return not any(char.isalnum() or char == "-" for char in (before, after) if char)

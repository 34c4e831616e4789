"""Placeholders in another spelling: as an editor or a translator may have left them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

_NUMBER: Final = re.compile(r"\d+")
_WORD: Final = 40  # letters that the word of a placeholder has at most
_SLACK: Final = 2  # white space, hyphens or lines that may have come in at each place


class _Shape(NamedTuple):
    """The parts of a placeholder that has a word and a number: `[`, `person`, `1`, `]`."""

    opening: str
    word: str  # in lower case
    number: str
    closing: str
    placeholder: str

    @property
    def is_open_ended(self) -> bool:
        """Nothing says where the number ends: `#1` also begins `#12`."""
        return bool(self.opening) and not self.closing


class _Lower(dict[int, int]):
    """Lower case, one character for one, so that offsets stay."""

    def __missing__(self, code: int) -> int:
        small = chr(code).lower()
        self[code] = found = ord(small) if len(small) == 1 else code
        return found


_LOWER: Final = _Lower()
_SIGMA: Final = "Σ"  # small in one way within a word and in another at its end


def _lower(text: str) -> str:
    """Lower case, one character for one; nearly every text has no letter that needs the slow way."""
    small = text.lower()
    return small if len(small) == len(text) and _SIGMA not in text else text.translate(_LOWER)


def find_altered(placeholders: Iterable[str], text: str) -> dict[str, list[tuple[int, int]]]:
    """Where each placeholder stands in other case, with a space, or without a bracket.

    One pass over the numbers of the text, however many placeholders there are.
    """
    known = _Known(shape for text in placeholders if (shape := _shape_of(text)) is not None)
    lowered = _lower(text)
    found: dict[str, list[tuple[int, int]]] = {}
    for number in _NUMBER.finditer(text) if known else ():
        for shape, end in known.ending(lowered, number.start(), number.end()):
            before = found.get(shape.placeholder)
            place = _place(shape, text, lowered, number.start(), end, floor=before[-1][1] if before else 0)
            if place is not None:
                found.setdefault(shape.placeholder, []).append(place)
    return found


def find_foreign(placeholders: Iterable[str], text: str) -> list[str]:
    """What looks like one of the placeholders, sign by sign, and has a number that none of them has."""
    shapes = [shape for item in placeholders if (shape := _shape_of(item)) is not None and shape.closing]
    known = {(shape.opening, shape.word, shape.number, shape.closing) for shape in shapes}
    sizes = {(shape.opening, shape.word, shape.closing) for shape in shapes}
    lowered, found = _lower(text), dict[str, None]()
    for number in _NUMBER.finditer(text) if shapes else ():
        for opening, word, closing in sizes:
            begin, end = number.start() - len(word), number.end()
            start = begin - len(opening)
            is_whole = text.startswith(opening, start) and text.startswith(closing, end)
            is_alike = start >= 0 and is_whole and lowered.startswith(word, begin)
            if is_alike and (opening, word, number[0], closing) not in known:
                found[text[start : end + len(closing)]] = None
    return list(found)


def find_translated(lost: Iterable[str], known: Iterable[str], text: str) -> dict[str, list[tuple[int, int]]]:
    """Where lost placeholders stand with the word of another language: `[PERSONA2]` for `[PERSON2]`.

    Only where a number and its brackets can be of one lost placeholder alone, and the word is of no other.
    """
    by_number: dict[tuple[str, str, str], list[_Shape]] = {}
    for shape in filter(None, map(_shape_of, lost)):
        if shape.opening and shape.closing:
            by_number.setdefault((shape.opening, shape.number, shape.closing), []).append(shape)
    frames = {(opening, closing) for opening, _, closing in by_number}
    words = {shape.word for shape in filter(None, map(_shape_of, known))}
    found: dict[str, list[tuple[int, int]]] = {}
    for number in _NUMBER.finditer(text) if frames else ():
        for opening, closing in frames:
            shapes = by_number.get((opening, number[0], closing), ())
            start = _opened_before(opening, text, number.start())
            if len(shapes) == 1 and start is not None and text.startswith(closing, number.end()):
                word = _lower(text[start + len(opening) : number.start()]).rstrip("_- ")
                if word not in words:
                    places = found.setdefault(shapes[0].placeholder, [])
                    places.append((start, number.end() + len(closing)))
    return found


def _opened_before(opening: str, text: str, end: int) -> int | None:
    """Where a bracket stands before one word."""
    start = end
    while start and end - start < _WORD and (text[start - 1].isalpha() or text[start - 1] in "_- "):
        start -= 1
        if start < end and text[start].isalpha() and text.endswith(opening, 0, start):
            return start - len(opening)
    return None


class _Known:
    """Shapes by their numbers, then by how their words end before it."""

    def __init__(self, shapes: Iterable[_Shape]) -> None:
        self._shapes: dict[str, dict[int, dict[str, list[_Shape]]]] = {}
        self._parts: set[int] = set()  # lengths of numbers that may go on
        for shape in shapes:
            words = self._shapes.setdefault(shape.number, {}).setdefault(len(shape.word), {})
            words.setdefault(shape.word, []).append(shape)
            if shape.is_open_ended:
                self._parts.add(len(shape.number))

    def __bool__(self) -> bool:
        return bool(self._shapes)

    def ending(self, lowered: str, start: int, end: int) -> Iterator[tuple[_Shape, int]]:
        """The shapes whose word and number stand at a number of the text, and where their number ends."""
        for shape in self._with(lowered, start, lowered[start:end]):
            yield shape, end
        for size in sorted(self._parts):
            if size < end - start:
                part = lowered[start : start + size]
                yield from ((s, start + size) for s in self._with(lowered, start, part) if s.is_open_ended)

    def _with(self, lowered: str, start: int, number: str) -> Iterator[_Shape]:
        for size, words in self._shapes.get(number, {}).items():
            ends = {start - gap for gap in range(_gap(lowered, start, "_-") + 1)}
            yield from dict.fromkeys(
                shape for end in ends if end >= size for shape in words.get(lowered[end - size : end], ())
            )


def _shape_of(placeholder: str) -> _Shape | None:
    """The parts of a placeholder; None if it has no word, or no number at its end."""
    end = len(placeholder)
    while end and not _is_word(placeholder[end - 1]):
        end -= 1
    start = end
    while start and placeholder[start - 1].isdecimal():
        start -= 1
    opened = 0
    while opened < start and not _is_word(placeholder[opened]):
        opened += 1
    if start == end or opened == start:
        return None
    word = _lower(placeholder[opened:start])
    # White space beside it belongs to a table or a line that the document wrote anew.
    opening, closing = placeholder[:opened].lstrip(), placeholder[end:].rstrip()
    return _Shape(opening, word, placeholder[start:end], closing, placeholder)


def _place(
    shape: _Shape, text: str, lowered: str, start: int, end: int, *, floor: int
) -> tuple[int, int] | None:
    """From where to where the placeholder stands, with as much of its brackets as is left."""
    closed = _closed(shape.closing, text, end)
    for gap in range(_gap(text, start, "_-"), -1, -1):
        word = start - gap - len(shape.word)
        if word < floor or lowered[word : start - gap] != shape.word:
            continue
        if not shape.opening and not shape.closing:
            if _is_edge(text, word) and _is_edge(text, end):
                return word, end
            continue
        opened = _opened(shape.opening, text, word, floor=floor)
        if opened is not None and closed is not None:
            return opened, closed
        if opened is not None and _is_edge(text, end):
            return opened, end
        if opened is None and closed is not None and _is_edge(text, word):
            return word, closed
    return None


def _opened(opening: str, text: str, end: int, *, floor: int) -> int | None:
    for gap in range(_gap(text, end), -1, -1):
        start = end - gap - len(opening)
        if start >= floor and text.startswith(opening, start):
            return start
    return None


def _closed(closing: str, text: str, start: int) -> int | None:
    gap = 0
    while gap < _SLACK and text[start + gap : start + gap + 1].isspace():
        gap += 1
    for blanks in range(gap, -1, -1):
        if text.startswith(closing, start + blanks):
            return start + blanks + len(closing)
    return None


def _gap(text: str, end: int, further: str = "") -> int:
    """How many characters before a place may have come in."""
    gap = 0
    while gap < _SLACK and gap < end and (text[end - gap - 1].isspace() or text[end - gap - 1] in further):
        gap += 1
    return gap


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _is_edge(text: str, place: int) -> bool:
    """A word begins or ends here."""
    before, after = text[place - 1 : place] if place else "", text[place : place + 1]
    return bool(before and _is_word(before)) != bool(after and _is_word(after))

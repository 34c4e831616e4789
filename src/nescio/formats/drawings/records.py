"""What drawings of records share: texts that stand on a line, and records that go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol


class DrawnText(NamedTuple):
    """A text that one record draws: the number of the record, where it stands, and how far it reaches."""

    number: int
    x: int
    y: int
    text: str
    width: int = 0  # 0: the record does not say

    @property
    def advance(self) -> int:
        """The usual width of a letter."""
        return max(1, self.width // len(self.text)) if self.text else 1


class Records(Protocol):
    """The records of one drawing, in the order of the file."""

    @property
    def records(self) -> Sequence[bytes]: ...

    @property
    def texts(self) -> Sequence[DrawnText]: ...

    @property
    def void(self) -> frozenset[int]:
        """The numbers of records that go as soon as something is hidden."""
        ...

    @property
    def unknown(self) -> str:
        """Why it cannot be rewritten; empty if it can."""
        ...

    def drawable(self, number: int, text: str) -> str:
        """The text as the record can hold it."""
        ...

    def drawing(self, number: int, text: str, advance: int) -> bytes:
        """The record with another text, whose letters are all of one width."""
        ...

    def whole(self, records: Iterable[bytes]) -> bytes:
        """The file that these records make."""
        ...


class DrawnLine(NamedTuple):
    """Texts that go on where the one before ends: one word may lie in several records."""

    texts: list[DrawnText]
    before: str

    @property
    def text(self) -> str:
        return "".join(drawn.text for drawn in self.texts)

    @property
    def advance(self) -> int:
        length = len(self.text)
        return max(1, sum(drawn.width for drawn in self.texts) // length) if length else 1


def chains(texts: Sequence[DrawnText]) -> list[DrawnLine]:
    """The texts of a drawing; on one line a blank stands between them, unless they touch."""
    found: list[DrawnLine] = []
    for drawn in texts:
        last = found[-1].texts[-1] if found else None
        if last is not None and touches(last, drawn):
            found[-1].texts.append(drawn)
        else:
            found.append(DrawnLine([drawn], " " if last is not None and last.y == drawn.y else "\n"))
    return found


def on_one_line(text: str, encoding: str) -> str:
    """A text without breaks, and without what an encoding has no letters for."""
    return " ".join(text.encode(encoding, "replace").decode(encoding).split())


def touches(one: DrawnText, other: DrawnText) -> bool:
    """Whether a text begins where another ends; an empty one touches none."""
    if one.y != other.y or not one.width or not one.text or not other.text:
        return False
    return abs(one.x + one.width - other.x) <= 1 + one.advance // 4

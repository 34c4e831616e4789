"""What is compared: marked mentions, and one annotator's or system's view of one document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from nescio.core.errors import InputError

DIRECT: Final = "direct"
INDIRECT: Final = "indirect"
HARMLESS: Final = "none"  # annotated, but need not be hidden


class Mark(NamedTuple):
    """A stretch of a text that an annotator or a system marked as a mention."""

    start: int
    end: int
    label: str
    score: float = 1.0
    entity: str = ""  # mentions of one document with the same name are one entity
    identifier: str = ""  # direct, indirect, none; empty: as its label says
    line: int = 0


@dataclass(frozen=True, slots=True)
class Annotation:
    """One view of one document; `text` is None where a file gives offsets alone."""

    id: str
    text: str | None = field(repr=False)
    mentions: tuple[Mark, ...]
    tokens: tuple[tuple[int, int], ...] | None = field(default=None, repr=False)
    language: str = ""
    genre: str = ""
    annotator: str = ""
    named: bool = True  # False: the id is only a number in the file
    file: str = ""
    line: int = 0
    candidates: tuple[Mark, ...] = ()
    seconds: float | None = None

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"


def wrong(file: str, line: int, message: str) -> InputError:
    """An error that names the file and the line, and never shows the text."""
    return InputError(f"{file}:{line}: {message}")


def refuse_twins(annotations: Iterable[Annotation]) -> None:
    """Two documents of one id are an error, unless two annotators made them."""
    seen: dict[tuple[str, str], Annotation] = {}
    texts: dict[str, Annotation] = {}
    for item in annotations:
        if not item.named:
            continue
        other = seen.setdefault((item.id, item.annotator), item)
        if other is not item:
            raise wrong(
                item.file,
                item.line,
                f"there are two documents with this id; the first is at {other.place}.",
            )
        first = texts.setdefault(item.id, item)
        if first.text != item.text:
            raise wrong(
                item.file,
                item.line,
                f"the annotators of this document have different texts; the other is at {first.place}.",
            )

"""Running text of XML parts: paragraphs in their order, with words whole that runs and spans tear apart."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from nescio.formats.places import PROSE, TECHNICAL
from nescio.formats.xml_part import XmlPlace, local


class RunningText(NamedTuple):
    """A text of the running text: where it stands, what stands before it, and what kind it is."""

    place: XmlPlace
    before: str
    kind: str = PROSE
    label: str = ""  # what it is, if the format knows
    rule: str = ""  # whose word that is, if a user's


@dataclass
class OpenParagraph:
    """One paragraph while it is read: as it stands, what is gone from it, codes, what stands beside it."""

    before: str
    running: list[RunningText] = field(default_factory=list)
    gone: list[RunningText] = field(default_factory=list)
    codes: list[RunningText] = field(default_factory=list)
    beside: list[Any] = field(default_factory=list)
    fixed: str | None = None  # before the next running text; None: the paragraph begins
    gone_follows: bool = False  # the next deleted text goes on with the last one
    code_follows: bool = False

    def add(self, place: XmlPlace) -> None:
        before = self.before if self.fixed is None else self.fixed
        self.running.append(RunningText(place, before))
        self.fixed = ""
        self.gone_follows = False

    def add_gone(self, place: XmlPlace) -> None:
        self.gone.append(RunningText(place, "" if self.gone_follows else "\n"))
        self.gone_follows = True

    def add_code(self, place: XmlPlace) -> None:
        self.codes.append(RunningText(place, "" if self.code_follows else "\n", TECHNICAL))
        self.code_follows = True

    def add_fixed(self, text: str) -> None:
        if self.fixed is not None:
            self.fixed += text


class Blocks(ABC):
    """Walks over paragraphs and tables; a format says what they are called, and reads a paragraph."""

    cells: ClassVar[frozenset[str]]
    row: ClassVar[str]

    @abstractmethod
    def is_paragraph(self, node: Any) -> bool: ...

    @abstractmethod
    def read(self, node: Any, paragraph: OpenParagraph) -> None: ...

    def loose(self, node: Any, before: str) -> RunningText | None:
        """A text that stands in no paragraph."""
        return None

    def texts(self, node: Any, before: str = "\n") -> Iterator[RunningText]:
        """The texts below a node by paragraph, tables cell by cell, boxes and notes behind their paragraph.

        The first begins with `before`, which is a tab between the cells of a row.
        """
        for child in node:
            if not isinstance(child.tag, str):
                continue
            name = local(child)
            if self.is_paragraph(child):
                yield from self._paragraph(child, before)
                before = "\n"
            elif name in self.cells:
                yield from self.texts(child, before)
                before = "\t"
            elif (found := self.loose(child, before)) is not None:
                yield found
                before = "" if found.kind == PROSE else before
            else:
                yield from self.texts(child, "\n" if name == self.row else before)

    def _paragraph(self, node: Any, before: str) -> Iterator[RunningText]:
        paragraph = OpenParagraph(before)
        self.read(node, paragraph)
        yield from paragraph.running
        yield from paragraph.gone
        yield from paragraph.codes
        for block in paragraph.beside:
            yield from self.texts([block] if self.is_paragraph(block) else block)

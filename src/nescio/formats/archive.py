"""What documents that are archives of parts share: the ledger of parts, trees, pictures, documents within."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, Protocol

from nescio.core.contents import DROPPED, FREE, REFUSED, REWRITTEN, FilePart
from nescio.core.errors import InputError
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.gathering import GatheredDocument
from nescio.formats.images import clean_picture
from nescio.formats.package import Package
from nescio.formats.places import Piece
from nescio.formats.sniffing import open_inner
from nescio.formats.xml_part import XmlPart

DAMAGED: Final = "an XML part is damaged or declares entities"
UNKNOWN: Final = "a part that nothing here can read"
LOCKED: Final = "a document within it that cannot be opened"
PROGRAMS: Final = "macros, which are programs"
_PIXELS: Final = "a picture; what is written into it besides pixels goes, its pixels were not read"
_WORDS: Final = "words of the format alone"


class TreeText(Protocol):
    """A text of an XML part: its piece, and what puts a new one there."""

    @property
    def piece(self) -> Piece: ...

    def put(self, tree: XmlPart, text: str) -> None: ...


class ArchivedDocument(GatheredDocument, ABC):
    """One file: its pieces, what became of its parts, and how it is written; a format says what a part is."""

    def __init__(self, data: bytes, wishes: Wishes) -> None:
        super().__init__()
        self._package = Package.read(data, wishes.unpacked)
        self._wishes = wishes
        self._trees: dict[str, XmlPart] = {}
        self._changed: dict[str, bytes | None] = {}  # what is written instead of a part
        self._void: set[str] = set()  # parts that go as soon as something is hidden
        self.parts: list[FilePart] = []

    def write(self, texts: Sequence[str]) -> bytes:
        self._gathered.put(texts)
        self._forget()
        for name, tree in self._trees.items():
            if tree.changed and name not in self._void:
                self._changed[name] = tree.written()
        return self._package.written(self._changed | dict.fromkeys(self._void))

    @abstractmethod
    def _take(self, name: str, content: bytes) -> None:
        """Says what a part is, and gathers its texts; what nobody knows is refused."""

    @abstractmethod
    def _forget(self) -> None:
        """Takes away what points to parts that go, and what is packed beside texts."""

    def _take_all(self, order: Sequence[str]) -> None:
        """Every part: the main ones first, by the beginnings of their names."""
        for name in sorted(self._package.members, key=partial(_rank, order)):
            self._take(name, self._package.members[name])

    def _tell(self, name: str, outcome: str, why: str) -> None:
        self.parts.append(FilePart(name, outcome, why))

    def _gather(self, name: str, tree: XmlPart, texts: Iterable[TreeText], *, none: str = _WORDS) -> None:
        """The texts of a tree; `none` says why it is free if there are none."""
        before = len(self.pieces)
        for text in texts:
            add = self._gathered.share if text.piece.shared else self._gathered.add
            add(text.piece, partial(text.put, tree))
        found = self.pieces[before:]
        size = sum(len(piece.text) for piece in found)
        outcome, why = (REWRITTEN, "") if found else (FREE, none)
        self.parts.append(FilePart(name, outcome, why, len(found), size))

    def _accept(self, name: str, tree: XmlPart, accept: Callable[[XmlPart], bool]) -> None:
        """Tracked changes become what they say, if that is wished."""
        if self._wishes.accept_changes and accept(tree):
            self._tell(f"{name}, tracked changes", DROPPED, "they were accepted")
            self._gathered.must_write = True

    def _take_picture(self, name: str, content: bytes) -> bool:
        """Whether a part is a picture; what is written into it besides pixels goes."""
        picture = clean_picture(content)
        if picture is not None:
            self._changed[name] = picture.data
            self._tell(name, FREE if picture.data == content else REWRITTEN, _PIXELS)
        return picture is not None

    def _take_inner(self, name: str, content: bytes) -> bool:
        """Whether a part is a document; one in which something cannot be read goes if that is wished."""
        try:
            opened = open_inner(content, self._wishes, suffix=name.rpartition(".")[2].lower())
        except InputError:
            self._empty(name, LOCKED)
            return True
        if opened is None:
            return False
        refused = [part.why for part in opened.parts if part.outcome == REFUSED]
        if refused and self._wishes.drop_unknown:
            self._empty(name, refused[0])
        else:
            self._nest(name, opened)
        return True

    def _nest(self, name: str, opened: OpenedDocument) -> None:
        parts = self._gathered.nest(opened, partial(self._changed.__setitem__, name))
        self.parts += [part._replace(name=f"{name}: {part.name}") for part in parts]

    def _take_macro(self, name: str) -> None:
        if self._may_drop(name, PROGRAMS, wished=self._wishes.drop_macros):
            self._void.add(name)

    def _take_void(self, name: str, why: str) -> None:
        """What goes as soon as something is hidden."""
        self._void.add(name)
        self._tell(name, DROPPED, why)

    def _empty(self, name: str, why: str) -> None:
        """What cannot be read is refused, or emptied if that is wished; what points to it stays true."""
        if self._may_drop(name, why, wished=self._wishes.drop_unknown):
            self._changed[name] = b""

    def _may_drop(self, name: str, why: str, *, wished: bool) -> bool:
        self._tell(name, DROPPED if wished else REFUSED, why)
        self._gathered.must_write |= wished
        return wished


def _rank(order: Sequence[str], name: str) -> tuple[int, str]:
    """The main part first, then what belongs to it."""
    return next((number for number, prefix in enumerate(order) if name.startswith(prefix)), len(order)), name

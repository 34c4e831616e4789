"""Embedded objects in rich text: a head with names, the file of a program, and a picture of it.

The layout is that of OLE 1.0 ([MS-OLEDS] 2.2): strings and data, each behind its length.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from nescio.core.contents import DROPPED, REFUSED, REWRITTEN, FilePart
from nescio.core.errors import InputError
from nescio.formats.compound import CompoundFile
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.gathering import GatheredDocument
from nescio.formats.images import clean_picture
from nescio.formats.office.embedded import NATIVE, EmbeddedObject
from nescio.formats.places import TECHNICAL, Piece
from nescio.formats.sniffing import open_inner

OBJECT: Final = "an embedded object in a binary form that cannot be rewritten"
_VERSION, _EMBEDDED, _NO_PICTURE = 0x0501, 2, 0
_PACKAGE: Final = "Package"  # the program that holds a file of any kind, with its name
_NOT_PROGRAM: Final = re.compile(r"[^A-Za-z0-9._]+")


class _PackedFile(NamedTuple):
    """What an object holds: the name of its program, and the file of that."""

    program: str
    content: bytes

    @classmethod
    def read(cls, data: bytes) -> _PackedFile | None:
        """None for a link to a file elsewhere, and for what has another form."""
        try:
            _, kind = struct.unpack_from("<II", data, 0)
            program, at = _string(data, 8)
            for _ in ("topic", "item"):
                _, at = _string(data, at)
            [size] = struct.unpack_from("<I", data, at)
        except struct.error:
            return None
        content = data[at + 4 : at + 4 + size]
        return cls(program, content) if kind == _EMBEDDED and len(content) == size else None

    def written(self) -> bytes:
        """Without names of places, and without a picture."""
        name = self.program.encode("ascii", "replace") + b"\0"
        head = struct.pack("<III", _VERSION, _EMBEDDED, len(name)) + name + struct.pack("<II", 0, 0)
        end = struct.pack("<II", _VERSION, _NO_PICTURE)
        return head + struct.pack("<I", len(self.content)) + self.content + end


def _string(data: bytes, at: int) -> tuple[str, int]:
    [length] = struct.unpack_from("<I", data, at)
    end = at + 4 + length
    if end > len(data):
        raise struct.error("a string that is cut off")
    return data[at + 4 : end].rstrip(b"\0").decode("cp1252", "replace"), end


def open_packed_object(data: bytes, wishes: Wishes) -> OpenedDocument | None:
    """An object whose file can be rewritten by its own format; None for any other."""
    packed = _PackedFile.read(data)
    if packed is None:
        return None
    opened = PackedObject(packed, wishes)
    return None if any(part.outcome == REFUSED for part in opened.parts) else opened


class PackedObject(GatheredDocument):
    """An object of rich text, taken apart."""

    def __init__(self, packed: _PackedFile, wishes: Wishes) -> None:
        super().__init__()
        self._packed = packed
        self.parts = [FilePart("picture and links", DROPPED, "a picture of an object or its properties")]
        if packed.program:
            self._gathered.add(Piece(packed.program, TECHNICAL, fit=_as_program), self._rename)
        try:
            self._take(packed, wishes)
        except InputError:
            self.parts.append(FilePart("file", REFUSED, OBJECT))

    def write(self, texts: Sequence[str]) -> bytes:
        self._gathered.put(texts)
        return self._packed.written()

    def _take(self, packed: _PackedFile, wishes: Wishes) -> None:
        if packed.program == _PACKAGE:
            stream = struct.pack("<I", len(packed.content)) + packed.content
            file = CompoundFile({NATIVE: stream}, bytes(16))
            self._nest(EmbeddedObject(file, wishes), self._put_package)
        elif (picture := clean_picture(packed.content)) is not None:
            self._packed = packed._replace(content=picture.data)
            self.parts.append(FilePart("file", REWRITTEN, "a picture, its pixels were not read"))
        elif (inner := open_inner(packed.content, wishes)) is not None:
            self._nest(inner, self._put)
        else:
            self.parts.append(FilePart("file", REFUSED, OBJECT))

    def _nest(self, inner: OpenedDocument, put: Callable[[bytes], None]) -> None:
        self.parts += self._gathered.nest(inner, put)

    def _put(self, content: bytes) -> None:
        self._packed = self._packed._replace(content=content)

    def _put_package(self, file: bytes) -> None:
        """What is a stream of a compound file elsewhere stands here by itself, without its length."""
        self._put(CompoundFile.read(file).streams[NATIVE][4:])

    def _rename(self, program: str) -> None:
        self._packed = self._packed._replace(program=program)


def _as_program(text: str) -> str:
    return _NOT_PROGRAM.sub("_", text) or "Object"

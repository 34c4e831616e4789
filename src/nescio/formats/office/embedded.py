"""Embedded objects: a file of another program with its picture, in a compound file."""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from nescio.core.contents import DROPPED, FREE, REFUSED, REWRITTEN, FilePart
from nescio.core.errors import InputError
from nescio.formats.compound import CompoundFile
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.gathering import GatheredDocument
from nescio.formats.images import clean_picture
from nescio.formats.places import TOLD, Piece
from nescio.formats.sniffing import open_inner

NATIVE: Final = "\x01Ole10Native"  # the stream of a file that was put into a document
_LINK: Final = "\x01Ole"
_NO_LINK: Final = struct.pack("<II12x", 0x02000001, 0)
_SWITCHES: Final = "\x03ObjInfo"
# Pictures of the object, its properties, and the name of its program, which the root says as well.
_PICTURES: Final = ("\x01CompObj", "\x02OlePres", "\x03EPRINT", "\x03META", "\x03LinkInfo", "\x05")
_SUFFIX: Final = re.compile(r"\.[A-Za-z0-9]{1,4}$")
_OLD: Final = "an embedded object in a binary form that cannot be rewritten"


class _Native(NamedTuple):
    """A file as it was put into a document: how it is called, and its bytes."""

    label: str
    content: bytes

    @classmethod
    def read(cls, data: bytes) -> _Native | None:
        try:
            label, at = _string(data, 6)
            _, at = _string(data, at)
            at += 4
            [length] = struct.unpack_from("<I", data, at)
            at += 4 + length
            [size] = struct.unpack_from("<I", data, at)
        except (struct.error, ValueError):
            return None
        content = data[at + 4 : at + 4 + size]
        return cls(label, content) if len(content) == size else None

    def written(self) -> bytes:
        """The same with its paths gone: each says only how the file is called."""
        name = self.label.encode("cp1252", "replace") + b"\0"
        head = struct.pack("<H", 2) + name + name + struct.pack("<HHI", 0, 3, len(name)) + name
        whole = head + struct.pack("<I", len(self.content)) + self.content
        return struct.pack("<I", len(whole)) + whole


def _string(data: bytes, at: int) -> tuple[str, int]:
    end = data.index(b"\0", at)
    return data[at:end].decode("cp1252", "replace"), end + 1


def open_object(data: bytes, wishes: Wishes) -> OpenedDocument:
    return EmbeddedObject(CompoundFile.read(data), wishes)


class EmbeddedObject(GatheredDocument):
    """An object: the file within by its own format; pictures of it and properties go."""

    def __init__(self, file: CompoundFile, wishes: Wishes) -> None:
        super().__init__()
        self._file, self._wishes = file, wishes
        self._new = dict(file.streams)
        self._natives: dict[str, _Native] = {}
        self.parts: list[FilePart] = []
        for number, name in enumerate(sorted(file.streams), start=1):
            self._take(name, file.streams[name], f"stream {number}")
        if file.has_storages or not self.parts:
            self.parts.append(FilePart("storages", REFUSED, _OLD))

    def write(self, texts: Sequence[str]) -> bytes:
        self._gathered.put(texts)
        for name, native in self._natives.items():
            self._new[name] = native.written()
        return self._file.written(self._new)

    def _take(self, name: str, content: bytes, called: str) -> None:
        if name == _SWITCHES or not content:
            self.parts.append(FilePart(called, FREE, "switches" if content else "empty"))
        elif name == _LINK:
            self._new[name] = _NO_LINK
            self.parts.append(FilePart(called, FREE if content == _NO_LINK else REWRITTEN, "a link"))
        elif name.startswith(_PICTURES):
            del self._new[name]
            self.parts.append(FilePart(called, DROPPED, "a picture of an object or its properties"))
        elif name == NATIVE:
            self._take_native(name, content, called)
        elif not self._take_file(content, called, "", partial(self._new.__setitem__, name)):
            self.parts.append(FilePart(called, REFUSED, _OLD))

    def _take_native(self, name: str, content: bytes, called: str) -> None:
        native = _Native.read(content)
        if native is None:
            self.parts.append(FilePart(called, REFUSED, _OLD))
            return
        self._natives[name] = native
        stem, suffix = _divided(native.label)
        piece = self._wishes.file_name(Piece(stem, TOLD, fit=_as_label))
        self._gathered.add(piece, partial(self._rename, name, suffix))
        self.parts.append(FilePart(called, REWRITTEN, "", 1, len(stem)))
        kind = suffix.removeprefix(".").lower()
        if not self._take_file(native.content, called, kind, partial(self._refill, name)):
            self.parts.append(FilePart(called, REFUSED, _OLD))

    def _take_file(self, content: bytes, called: str, suffix: str, put: partial[None]) -> bool:
        picture = clean_picture(content)
        if picture is not None:
            put(picture.data)
            self.parts.append(FilePart(called, REWRITTEN, "a picture, its pixels were not read"))
            return True
        try:
            opened = open_inner(content, self._wishes, suffix=suffix)
        except InputError:
            return False
        if opened is None:
            return False
        parts = self._gathered.nest(opened, put)
        self.parts += [part._replace(name=f"{called}: {part.name}") for part in parts]
        return True

    def _rename(self, name: str, suffix: str, stem: str) -> None:
        self._natives[name] = self._natives[name]._replace(label=stem + suffix)

    def _refill(self, name: str, content: bytes) -> None:
        self._natives[name] = self._natives[name]._replace(content=content)


def _divided(label: str) -> tuple[str, str]:
    """The name of a file and its suffix, which says what it is and stays."""
    found = _SUFFIX.search(label)
    return (label[: found.start()], found[0]) if found is not None else (label, "")


def _as_label(text: str) -> str:
    return text.replace("\0", "").encode("cp1252", "replace").decode("cp1252")

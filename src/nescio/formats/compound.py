"""Compound files, the archives of old Office: streams by name, read within bounds and written anew."""

from __future__ import annotations

import io
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nescio.core.errors import InputError
from nescio.core.extras import import_extra
from nescio.formats.xml_part import INSTALL

_MAGIC: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_FREE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_MINI, _CUTOFF = 64, 4096
_ENTRY: Final = 128
_IN_HEAD: Final = 109  # numbers of table sectors that the head can hold
_MOST: Final = 1000  # streams
_DAMAGED: Final = "An embedded object is damaged."


@dataclass(frozen=True, slots=True)
class CompoundFile:
    """The streams of a compound file without storages in it, and what program it belongs to."""

    streams: Mapping[str, bytes]
    program: bytes  # the id of the class
    has_storages: bool = False

    @classmethod
    def read(cls, data: bytes) -> CompoundFile:
        olefile = import_extra("olefile", needed_by="An embedded object", install=INSTALL)
        try:
            with olefile.OleFileIO(io.BytesIO(data), raise_defects=olefile.DEFECT_INCORRECT) as ole:
                names = ole.listdir(streams=True, storages=False)
                if len(names) > _MOST or sum(ole.get_size(name) for name in names) > len(data):
                    raise InputError(_DAMAGED)
                flat = [name for name in names if len(name) == 1]
                streams = {name[0]: bytes(ole.openstream(name).read()) for name in flat}
                stored = len(ole.listdir(streams=False, storages=True)) > 0
                return cls(streams, _program(data), stored)
        except (OSError, ValueError, IndexError, TypeError, AttributeError, struct.error) as error:
            raise InputError(_DAMAGED) from error

    def written(self, streams: Mapping[str, bytes]) -> bytes:
        """A file of these streams alone; nothing is left between them."""
        wide = sum(map(len, streams.values())) > (6 << 20)
        return _Writer(4096 if wide else 512).written(streams, self.program)


def _program(data: bytes) -> bytes:
    """What the root of the directory says: it is the first entry there."""
    [shift] = struct.unpack_from("<H", data, 30)
    [number] = struct.unpack_from("<I", data, 48)
    at = ((number + 1) << min(shift, 12)) + 80
    return data[at : at + 16].ljust(16, b"\0")


class _Writer:
    """Sectors one after the other: large streams, small ones together, the directory, the tables."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._sectors: list[bytes] = []
        self._next: list[int] = []  # the table: behind each sector, which comes

    def written(self, streams: Mapping[str, bytes], program: bytes) -> bytes:
        small, mini_table, entries = bytearray(), [], []
        for name in sorted(streams, key=lambda name: (len(name), name.upper())):
            content = streams[name]
            if len(content) >= _CUTOFF:
                start = self._add(content)
            else:
                start = len(small) // _MINI if content else _END
                count = -(-len(content) // _MINI)
                mini_table += [*range(start + 1, start + count), _END] if count else []
                small += content + bytes(-len(content) % _MINI)
            entries.append((name, start, len(content)))
        first_small = self._add(bytes(small))
        packed = struct.pack(f"<{len(mini_table)}I", *mini_table)
        table = self._add(packed, fill=b"\xff")
        minis = self._count(packed)
        directory = self._add(_directory(entries, program, first_small, len(small)), fill=b"\0")
        return self._finished(directory, table, minis)

    def _count(self, content: bytes) -> int:
        return -(-len(content) // self._size)

    def _add(self, content: bytes, fill: bytes = b"\0") -> int:
        """The number of the first sector of a stream; there is none if it is empty."""
        if not content:
            return _END
        first, count = len(self._sectors), self._count(content)
        padded = content + fill * (-len(content) % self._size)
        self._sectors += [padded[at : at + self._size] for at in range(0, len(padded), self._size)]
        self._next += [*range(first + 1, first + count), _END]
        return first

    def _finished(self, directory: int, minis: int, mini_count: int) -> bytes:
        per = self._size // 4
        tables = 1
        while tables * per < len(self._sectors) + tables:
            tables += 1
        if tables > _IN_HEAD:
            raise InputError("An embedded object is too large to be written again.")
        first = len(self._sectors)
        every = [*self._next, *[_TABLE] * tables]
        every += [_FREE] * (tables * per - len(every))
        numbers = [*range(first, first + tables), *[_FREE] * (_IN_HEAD - tables)]
        version, shift = (4, 12) if self._size == 4096 else (3, 9)
        directories = 0 if version == 3 else self._next[directory:first].index(_END) + 1
        head = _MAGIC + bytes(16) + struct.pack("<HHHHH6x", 0x3E, version, 0xFFFE, shift, 6)
        head += struct.pack(
            "<IIIIIIIII", directories, tables, directory, 0, _CUTOFF, minis, mini_count, _END, 0
        )
        head += struct.pack(f"<{_IN_HEAD}I", *numbers)
        return b"".join(
            [head.ljust(self._size, b"\0"), *self._sectors, struct.pack(f"<{len(every)}I", *every)]
        )


def _directory(entries: Sequence[tuple[str, int, int]], program: bytes, first: int, size: int) -> bytes:
    """The root and a tree of the streams, in the order in which programs look for them."""
    tree: dict[int, tuple[int, int]] = {}
    top = _balanced(1, len(entries) + 1, tree)
    found = [_entry("Root Entry", 5, (_FREE, _FREE), top, program, first, size)]
    for number, (name, start, length) in enumerate(entries, start=1):
        found.append(_entry(name, 2, tree[number], _FREE, bytes(16), start, length))
    free = _entry("", 0, (_FREE, _FREE), _FREE, bytes(16), 0, 0)
    return b"".join([*found, *[free] * (-len(found) % 4)])


def _balanced(begin: int, end: int, tree: dict[int, tuple[int, int]]) -> int:
    if begin >= end:
        return _FREE
    middle = (begin + end) // 2
    tree[middle] = _balanced(begin, middle, tree), _balanced(middle + 1, end, tree)
    return middle


def _entry(
    name: str, kind: int, beside: tuple[int, int], child: int, program: bytes, start: int, size: int
) -> bytes:
    spelled = name.encode("utf-16-le")
    head = spelled.ljust(64, b"\0") + struct.pack("<HBB", len(spelled) + 2 if name else 0, kind, 1)
    links = struct.pack("<III", *beside, child)
    return head + links + program + bytes(20) + struct.pack("<IQ", start, size)

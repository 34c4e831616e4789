"""Files that old programs packed into a text: `begin 644 name`, lines of signs, `end`."""

from __future__ import annotations

import binascii
import re
from typing import Final, NamedTuple

from nescio.core.errors import InputError

_LINE: Final = r"[ -`][ -`]{0,90}[ \t]*\r?\n"
_BLOCK: Final = re.compile(
    rf"(?:\A|(?<=\n))begin [0-7]{{3,4}} +([^\r\n]+?)[ \t]*\r?\n((?:(?!end\s){_LINE})*)end[ \t]*(?=\r?\n|\Z)"
)
_LENGTH: Final = 45  # bytes of a line


class PackedFile(NamedTuple):
    """Where a file lies in a text: all of it, its name, its lines."""

    start: int
    end: int
    name: tuple[int, int]
    lines: tuple[int, int]


def find_packed(text: str) -> list[PackedFile]:
    return [PackedFile(*found.span(), found.span(1), found.span(2)) for found in _BLOCK.finditer(text)]


def unpacked_lines(lines: str) -> bytes:
    try:
        return b"".join(map(_unpacked_line, lines.splitlines()))
    except (binascii.Error, UnicodeEncodeError) as error:
        raise InputError("a file packed into the text is damaged") from error


def _unpacked_line(line: str) -> bytes:
    """Programs of mail take blanks at the end of lines away, and some add one."""
    data = line.rstrip("\r\n").encode("ascii")
    size = (data[0] - 32) & 63 if data else 0
    wanted = 1 + (size + 2) // 3 * 4
    return binascii.a2b_uu(data[:wanted].ljust(wanted, b" "))


def packed_lines(content: bytes, like: str) -> str:
    end = "\r\n" if "\r\n" in like else "\n"
    stretches = (content[at : at + _LENGTH] for at in range(0, len(content), _LENGTH))
    lines = [binascii.b2a_uu(one, backtick=True).decode("ascii").rstrip("\n") for one in stretches]
    return "".join(line + end for line in [*lines, "`"])

"""How rich text spells its letters: as they are, by their bytes in a code page, or by their numbers."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Final

from nescio.formats.markup.source import Spelling
from nescio.formats.rtf.words import rtf_words

_NUMBER: Final = re.compile(r"\\u(-?\d{1,6})")
_BYTE: Final = re.compile(r"\\'([0-9A-Fa-f]{2})|\\([{}\\])|([\x40-\x7e\x80-\xff])")
_LEADS: Final = {  # the first bytes of letters that have two
    "cp932": "8[1-9A-Fa-f]|9[0-9A-Fa-f]|[EeFf][0-9A-Ca-c]",
    "cp936": "[89A-Fa-f][0-9A-Ea-e]", "cp949": "[89A-Fa-f][0-9A-Ea-e]", "cp950": "[89A-Fa-f][0-9A-Ea-e]",
    "johab": "[89A-Fa-f][0-9A-Ea-e]",
}  # fmt: skip
_ESCAPES: Final = {"\\~": "\u00a0", "\\_": "\u2011", "\\{": "{", "\\}": "}", "\\\\": "\\"}
BYTES: Final = "bytes"  # letters are spelt by their bytes, if they have such
NUMBERS: Final = "numbers"
BOTH: Final = "both"  # by the number, and by the bytes for old readers
_BOTH: Final = re.compile(r"\\u-?\d{1,6} ?\\'[0-9A-Fa-f]{2}")
_WRITER: Final = re.compile(r"\\generator (?:LibreOffice|OpenOffice)")  # which always writes both


@cache
def rtf_spelling(codec: str, skipped: int, habit: str = BYTES) -> Spelling:
    """The spelling of a code page; behind the number of a letter stand `skipped` signs for old readers."""
    one = r"(?:\\'[0-9A-Fa-f]{2}|\\[{}\\~_]|[^{}\\])"
    behind = f"[ ]?{one}{{0,{skipped}}}" if skipped else "[ ]?"
    number = rf"\\u-?\d{{1,6}}{behind}"
    first_half = rf"\\u-(?:10[0-9]{{3}}|9[0-9]{{3}}){behind}"
    named = "|".join(map(re.escape, rtf_words().signs))
    leads = _LEADS.get(codec)
    wide = [rf"\\'(?:{leads})(?:\\'[0-9A-Fa-f]{{2}}|\\[{{}}\\]|[\x40-\x7e\x80-\xff])"] if leads else []
    signs = [rf"\\(?:{named})(?![A-Za-z])[ ]?", first_half + number, number, *wide]
    special = re.compile("|".join([*signs, r"\\'[0-9A-Fa-f]{2}", r"\\[{}\\~_]", r"[\x80-\xff]"]))
    return Spelling(
        special, lambda source: _said(source, codec), lambda text: _spelt(text, codec, skipped, habit)
    )


def habit_of(source: str) -> str:
    """How a file spells most of its letters that are none of ASCII."""
    both = len(_BOTH.findall(source))
    found = Counter({BYTES: len(re.findall(r"\\'[89A-Fa-f]", source)) - both, BOTH: both})
    found[NUMBERS] = len(_NUMBER.findall(source)) - both
    habit, number = found.most_common(1)[0]
    return habit if number else BOTH if _WRITER.search(source) else BYTES


def _said(source: str, codec: str) -> str:
    if source.startswith("\\u"):
        numbers = [int(number) & 0xFFFF for number in _NUMBER.findall(source)[: 2 if _is_half(source) else 1]]
        return b"".join(n.to_bytes(2, "little") for n in numbers).decode("utf-16-le", "replace")
    if source[1:].rstrip(" ") in rtf_words().signs:
        return rtf_words().signs[source[1:].rstrip(" ")]
    if source in _ESCAPES:
        return _ESCAPES[source]
    raw = b"".join(
        bytes([int(match[1], 16)]) if match[1] else (match[2] or match[3]).encode("latin-1")
        for match in _BYTE.finditer(source)
    )
    try:
        return raw.decode(codec)
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _is_half(source: str) -> bool:
    match = _NUMBER.match(source)
    return match is not None and 0xD800 <= int(match[1]) & 0xFFFF < 0xDC00


def _spelt(text: str, codec: str, skipped: int, habit: str) -> str:
    return "".join(_letter(char, codec, skipped, habit) for char in text)


def _letter(char: str, codec: str, skipped: int, habit: str) -> str:
    if char in "{}\\":
        return f"\\{char}"
    if " " <= char < "\x7f":
        return char
    if char in "\u00a0\u2011":
        return "\\~" if char == "\u00a0" else "\\_"
    packed = "" if habit == NUMBERS else _bytes_of(char, codec)
    if packed and habit == BYTES:
        return packed
    if packed and skipped == 1 == packed.count("'"):
        return f"\\u{ord(char)}{packed}"
    units = char.encode("utf-16-le")
    numbers = [int.from_bytes(units[at : at + 2], "little", signed=True) for at in range(0, len(units), 2)]
    return "".join(f"\\u{number}{'?' * skipped or ' '}" for number in numbers)


def _bytes_of(char: str, codec: str) -> str:
    """A letter by its bytes; nothing if the code page lacks it."""
    try:
        raw = char.encode(codec)
    except UnicodeEncodeError:
        return ""
    return "".join(f"\\'{byte:02x}" for byte in raw) if raw[0] >= 0x80 and raw.decode(codec) == char else ""

"""A text as one byte per character, so that rules compile fast and offsets need no conversion.

Latin-1 characters stand for themselves. The 32 codes that Latin-1 leaves to control characters
stand for what else our rules tell apart: other capitals, other small letters, other letters,
marks, digits, and the dashes, quotes and signs of print. Whatever remains is one "other" code.

The end of a line has a code of its own too, so that the byte which RE2 takes for the end of a line can
stand between texts: many are then searched at once, and each has its own beginning and end.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_UPPER, _LOWER, _LETTER, _MARK, _DIGIT, _NUMBER = range(0x80, 0x86)
_SIGNS: Final = "‐‑‒–—―‘’‚“”„•…‹›€™№−\u2009\u202f\u200b″′"
_OTHER: Final = 0x9F
_CODE_OF: Final = {sign: chr(0x86 + number) for number, sign in enumerate(_SIGNS)}
_CODE_OF_CATEGORY: Final = {
    "Lu": _UPPER,
    "Lt": _UPPER,
    "Ll": _LOWER,
    "Lo": _LETTER,
    "Lm": _LETTER,
    "Mn": _MARK,
    "Mc": _MARK,
    "Me": _MARK,
    "Nd": _DIGIT,
    "Nl": _NUMBER,
    "No": _NUMBER,
}
# What the Unicode classes of a regular expression become, as the inside of a character class.
_CLASSES: Final = {
    "L": r"A-Za-z\xAA\xB5\xBA\xC0-\xD6\xD8-\xF6\xF8-\xFF\x80-\x82",
    "Lu": r"A-Z\xC0-\xD6\xD8-\xDE\x80",
    "Ll": r"a-z\xB5\xDF-\xF6\xF8-\xFF\x81",
    "M": r"\x83",
    "N": r"0-9\xB2\xB3\xB9\xBC-\xBE\x84\x85",
    "Nd": r"0-9\x84",
}
WORD: Final = rf"{_CLASSES['L']}{_CLASSES['M']}{_CLASSES['N']}_"
_ODD = re.compile(r"[^\x00-\x7f\xa0-\xff]")
BETWEEN: Final = b"\n"  # stands between two texts, never inside one
_LINE: Final = r"\x00"  # the end of a line inside a text; what was this byte is an "other"
_LINES: Final = bytes.maketrans(b"\x00\n", bytes([_OTHER, 0]))
# Classes with the end of a line among their characters, or without it: outside and inside of brackets.
_ESCAPES: Final = {
    r"\n": (_LINE, _LINE),
    r"\s": (rf"[\t\f\r {_LINE}]", rf"\t\f\r {_LINE}"),
    r"\S": (rf"[^\t\f\r {_LINE}\n]", r"\x01-\x08\x0B\x0E-\x1F!-\xFF"),
    r"\D": (r"[^0-9\n]", r"\x00-\x09\x0B-/:-\xFF"),
    r"\W": (r"[^0-9A-Za-z_\n]", r"\x00-\x09\x0B-/:-@\[-^`{-\xFF"),
}
_UNKNOWN: Final = frozenset({r"\A", r"\z", r"\C", r"\Q", r"\E"})
_ASCII_CLASSES: Final = frozenset({"alpha", "alnum", "digit", "lower", "punct", "upper", "word", "xdigit"})
_LINE_FLAGS: Final = re.compile(r"\(\?[A-Za-z-]*[ms][A-Za-z-]*[:)]")
_TOKEN = re.compile(
    r"\\x\{(?P<hex>[0-9A-Fa-f]+)\}|\\x(?P<two>[0-9A-Fa-f]{2})"
    r"|\\p(?:\{(?P<name>\w+)\}|(?P<letter>\w))|\[:\^?\w+:\]|\\."
    r"|(?P<plain>(?<!-)[A-Za-z0-9 (){}|?:,_]{2,}(?!-))|(?P<char>.)",  # plain: taken over as it stands
    re.DOTALL,
)

_GROUPS = re.compile(
    r"\\.|\(\?(?P<flags>\w+):|(?P<open>\()|(?P<close>\))|\[\^?\]?|\]|[\x00-'*-Z^-\x7f]+|.", re.DOTALL
)


class _Codes(dict[str, str]):
    """Character to code, worked out when first met."""

    def __missing__(self, char: str) -> str:
        code = _CODE_OF.get(char) or chr(_CODE_OF_CATEGORY.get(unicodedata.category(char), _OTHER))
        self[char] = code
        return code


_CODES = _Codes()


def to_alphabet(text: str) -> bytes:
    """One byte for each character."""
    return _ODD.sub(lambda match: _CODES[match[0]], text).encode("latin-1").translate(_LINES)


@lru_cache(maxsize=2048)
def regex_to_alphabet(regex: str) -> str | None:
    """The expression over the alphabet; `None` if it tells characters apart that share a code.

    Nothing in it matches what stands between texts. Where it says `^` or `$`, it means those of a text:
    it is compiled so that these match beside `BETWEEN`.
    """
    if _LINE_FLAGS.search(regex):
        return None
    tokens = list(_TOKEN.finditer(regex))
    parts: list[str] = []
    opened: int | None = None  # the token that began the class of characters we are in
    for number, token in enumerate(tokens):
        if token["plain"]:
            parts.append(token["plain"])
            continue
        in_class = opened is not None
        begins = opened is not None and (
            number == opened + 1 or (number == opened + 2 and tokens[number - 1]["char"] == "^")
        )
        closes = in_class and token["char"] == "]" and not begins
        part = _part(tokens, number, in_class=in_class and not closes)
        if part is None:
            return None
        if begins and part in ("]", "^"):
            # A bracket is an ordinary character here. A class of "all but" takes nothing from between texts.
            part = r"\]" if part == "]" else r"^\n" if number - 1 == opened else part
        parts.append(part)
        if token["char"] == "[" and not in_class:
            opened = number
        elif closes:
            opened = None
    return "".join(parts)


def _part(tokens: list[re.Match[str]], number: int, *, in_class: bool) -> str | None:
    """What one token becomes."""
    char = _char_of(tokens[number])
    if in_class and char is not None and _begins_range(tokens, number) and _reaches_beyond(tokens, number):
        return None
    return _translate(tokens[number], char, in_class=in_class)


def both_cases(regex: str, *, everywhere: bool = False) -> str:
    """The expression with letters beyond ASCII in both cases where it ignores case.

    RE2 folds ASCII alone in texts of one byte per character: `(?i:märz)` would not find MÄRZ.
    """
    if regex.isascii():
        return regex
    ignores, in_class = [everywhere], False
    parts: list[str] = []
    for token in _GROUPS.finditer(regex):
        part = token[0]
        if part[0] == "[" and not in_class:
            in_class = True
        elif in_class:
            in_class = part != "]"
            ends_range = "-" in (regex[token.start() - 1], regex[token.end() : token.end() + 1])
            part += _other_case(part) if ignores[-1] and not ends_range else ""
        elif token["flags"] or token["open"]:
            ignores.append(ignores[-1] or "i" in (token["flags"] or ""))
        elif token["close"] and len(ignores) > 1:
            ignores.pop()
        elif ignores[-1] and part[0] != "\\" and (other := _other_case(part)):
            part = f"[{part}{other}]"
        parts.append(part)
    return "".join(parts)


def _other_case(char: str) -> str:
    """The other case of a letter beyond ASCII; nothing for everything else."""
    other = char.swapcase()
    return other if len(char) == len(other) == 1 and char >= "\xc0" and other != char else ""


def _char_of(token: re.Match[str]) -> str | None:
    digits = token["hex"] or token["two"]
    return chr(int(digits, 16)) if digits else token["char"]


def _begins_range(tokens: list[re.Match[str]], number: int) -> bool:
    following = tokens[number + 1 : number + 3]
    return len(following) == 2 and following[0]["char"] == "-" and following[1]["char"] != "]"


def _reaches_beyond(tokens: list[re.Match[str]], number: int) -> bool:
    low, high = _char_of(tokens[number]), _char_of(tokens[number + 2])
    return low is None or high is None or not ("\n" < low <= high < "\x80" or "\xa0" <= low <= high <= "\xff")


def _translate(token: re.Match[str], char: str | None, *, in_class: bool) -> str | None:
    if char is None:
        return _translate_class(token, in_class=in_class)
    if char == "\n":
        return _LINE
    if char == "." and not in_class and token["char"]:
        return rf"[^{_LINE}\n]"
    if "\0" < char < "\x80" or "\xa0" <= char <= "\xff":
        return token[0] if ord(char) < 0x80 else f"\\x{ord(char):02X}"
    code = _CODE_OF.get(char)
    return None if code is None else f"\\x{ord(code):02X}"


def _translate_class(token: re.Match[str], *, in_class: bool) -> str | None:
    """A class of characters, or a sign behind a backslash."""
    name = token["name"] or token["letter"]
    if name is not None:
        inside = _CLASSES.get(name)
        return inside if in_class or inside is None else f"[{inside}]"
    written = token[0]
    if written in _UNKNOWN or written.startswith("\\P"):
        return None
    if written.startswith("[:"):
        return written if written[2:-2] in _ASCII_CLASSES else None
    return _ESCAPES[written][in_class] if written in _ESCAPES else written

"""A text as one byte per character, so that rules compile fast and offsets need no conversion.

Latin-1 characters stand for themselves. The 32 codes that Latin-1 leaves to control characters
stand for what else our rules tell apart: other capitals, other small letters, other letters,
marks, digits, and the dashes, quotes and signs of print. Whatever remains is one "other" code.
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
    return _ODD.sub(lambda match: _CODES[match[0]], text).encode("latin-1")


@lru_cache(maxsize=2048)
def regex_to_alphabet(regex: str) -> str | None:
    """The expression over the alphabet; `None` if it tells characters apart that share a code."""
    tokens = list(_TOKEN.finditer(regex))
    parts: list[str] = []
    in_class = False
    for number, token in enumerate(tokens):
        if token["plain"]:
            parts.append(token["plain"])
            continue
        char = _char_of(token)
        closes = token["char"] == "]" and in_class and not _opens_class(tokens, number)
        if (
            in_class
            and not closes
            and char is not None
            and _begins_range(tokens, number)
            and _reaches_beyond(tokens, number)
        ):
            return None
        part = _translate(token, char, in_class=in_class)
        if part is None:
            return None
        parts.append(part)
        if token["char"] == "[" and not in_class:
            in_class = True
        elif closes:
            in_class = False
    return "".join(parts)


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
    return low is None or high is None or not (high < "\x80" or "\xa0" <= low <= high <= "\xff")


def _opens_class(tokens: list[re.Match[str]], number: int) -> bool:
    """A bracket directly after `[` or `[^` is an ordinary character."""
    before = "".join(token[0] for token in tokens[max(0, number - 2) : number])
    return before.endswith("[^") or (before.endswith("[") and not before.endswith("\\["))


def _translate(token: re.Match[str], char: str | None, *, in_class: bool) -> str | None:
    if char is None:
        name = token["name"] or token["letter"]
        if name is None:
            return None if token[0].startswith("\\P") else token[0]
        inside = _CLASSES.get(name)
        return inside if in_class or inside is None else f"[{inside}]"
    if char < "\x80" or "\xa0" <= char <= "\xff":
        return token[0] if ord(char) < 0x80 else f"\\x{ord(char):02X}"
    code = _CODE_OF.get(char)
    return None if code is None else f"\\x{ord(code):02X}"

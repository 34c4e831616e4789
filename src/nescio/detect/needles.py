"""What every match of an expression holds: it need not be asked of a text in which none of that stands.

Read from the expression alone, as it is written in the alphabet of texts; both are folded, so that letters
of either case are alike, all figures, all spaces and all dashes. Where nothing can be said, nothing is: the
expression is then asked of every text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

Texts = frozenset[str]
_FEW: Final = 3_000  # texts of which one must stand in a match
_EXACT: Final = 64  # texts that a part may be, if they are joined with those of the next part
_SHORTEST: Final = 3  # characters: shorter ones stand in any text, unless with a sign that is rare
_CHARS: Final = 8  # characters of a class that is told apart
_NOTHING: Final[Texts] = frozenset({""})
_TOKEN: Final = re.compile(
    r"(?P<word>[A-Za-z ]{2,}(?![?*+{]))"
    r"|\\x(?P<hex>[0-9A-Fa-f]{2})|\\(?P<escaped>.)|\[(?P<class>\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*)\]"
    r"|\(\?(?P<flags>[a-zA-Z]+)\)|(?P<open>\((?:\?(?:P<\w+>|[a-zA-Z]*:))?)|(?P<close>\))|(?P<or>\|)"
    r"|(?P<many>\?|\*|\+|\{(?P<low>\d+)(?:,(?P<high>\d*))?\})\??|(?P<edge>[\^$])|(?P<any>\.)|(?P<char>.)",
    re.DOTALL,
)
_INSIDE: Final = re.compile(
    r"(?:\\x(?P<hex>[0-9A-Fa-f]{2})|(?P<kind>\[:\^?\w+:\])|\\(?P<escaped>.)|(?P<char>.))(?P<range>-(?!\Z))?",
    re.DOTALL,
)
_SIGNS: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}
_KINDS: Final = {"d": "0123456789", "s": "\t\f\r \x00"}


def _folding() -> bytes:
    alike = dict.fromkeys("0123456789", "0") | dict.fromkeys("\x00\t\f\r\xa0\x9a\x9b\x9c", " ")
    alike |= dict.fromkeys("\x86\x87\x88\x89\x8a\x8b\x99", "-")
    alike |= {chr(code): chr(code + 32) for code in range(0xC0, 0xDF) if code != 0xD7} | {"\x80": "\x81"}
    return bytes(
        ord(alike.get(chr(code), chr(code).lower() if code < 128 else chr(code))) for code in range(256)
    )


FOLDING: Final = _folding()  # for `bytes.translate`
_RARE: Final = frozenset("@#/:_()$\\%&+=<>\"'*!?[]{}|~^\x96\xa3\xa7")


class RegexPart(NamedTuple):
    """A part of an expression: the texts that it may be, or else texts of which it holds one."""

    exact: Texts | None
    held: Texts | None = None

    @property
    def needs(self) -> Texts | None:
        return self.held if self.exact is None else _useful(self.exact)


_UNKNOWN: Final = RegexPart(None)


def needles_of(regex: str) -> Texts | None:
    """Texts in small letters of which one stands in every match; none if that cannot be said."""
    tokens = list(_TOKEN.finditer(regex))
    part, end = _either(tokens, 0)
    if end != len(tokens):
        return None
    return part.needs


def _either(tokens: list[re.Match[str]], at: int) -> tuple[RegexPart, int]:
    """Alternatives, up to the end of their group."""
    parts = []
    while True:
        part, at = _row(tokens, at)
        parts.append(part)
        if at >= len(tokens) or tokens[at]["or"] is None:
            break
        at += 1
    if len(parts) == 1:
        return parts[0], at
    exact = [part.exact for part in parts if part.exact is not None]
    if len(exact) == len(parts):
        joined = frozenset().union(*exact)
        if len(joined) <= _FEW:
            return RegexPart(joined), at
    needs = [part.needs for part in parts]
    known = [own for own in needs if own is not None]
    return (RegexPart(None, _within(frozenset().union(*known))) if len(known) == len(needs) else _UNKNOWN), at


def _row(tokens: list[re.Match[str]], at: int) -> tuple[RegexPart, int]:
    """Parts one behind the other."""
    run: Texts = _NOTHING  # what the last exact parts are together
    found: list[Texts] = []
    whole = True
    while at < len(tokens) and tokens[at]["or"] is None and tokens[at]["close"] is None:
        part, at = _one(tokens, at)
        while at < len(tokens) and tokens[at]["many"] is not None:
            part, at = _repeated(part, tokens[at]), at + 1
        if part.exact is not None and len(run) * len(part.exact) <= _EXACT:
            run = frozenset(a + b for a, b in product(run, part.exact))
            continue
        found += [own for own in (_useful(run), part.needs) if own is not None]
        run, whole = (part.exact if part.exact is not None and len(part.exact) <= _EXACT else _NOTHING), False
    if whole:
        return RegexPart(run), at
    found += [own for own in [_useful(run)] if own is not None]
    return RegexPart(None, min(found, key=_worth, default=None)), at


def _one(tokens: list[re.Match[str]], at: int) -> tuple[RegexPart, int]:
    token = tokens[at]
    if token["open"] is not None:
        part, end = _either(tokens, at + 1)
        return part, end + 1
    return _single(token), at + 1


def _single(token: re.Match[str]) -> RegexPart:
    if token["word"] is not None:
        return RegexPart(frozenset({token["word"].lower()}))
    if token["edge"] is not None or token["flags"] is not None:
        return RegexPart(_NOTHING)
    if token["class"] is not None:
        return _of_class(token["class"])
    if token["hex"] is not None:
        return _of(chr(int(token["hex"], 16)))
    if token["escaped"] is not None:
        return _of(_meant(token["escaped"]))
    return _UNKNOWN if token["any"] is not None else _of(token["char"])


def _meant(escaped: str) -> str:
    """The characters that a letter behind a backslash means; none if it is something else."""
    return _KINDS.get(escaped) or _SIGNS.get(escaped) or ("" if escaped.isalnum() else escaped)


@lru_cache(maxsize=4096)
def _of(chars: str) -> RegexPart:
    folded = frozenset(chars.encode("latin-1").translate(FOLDING).decode("latin-1"))
    return RegexPart(folded) if 0 < len(folded) <= _CHARS else _UNKNOWN


@lru_cache(maxsize=4096)
def _of_class(inside: str) -> RegexPart:
    """One of the characters of a class, if they are few."""
    if inside.startswith("^"):
        return _UNKNOWN
    chars, first = "", ""
    for item in _INSIDE.finditer(inside):
        own = chr(int(item["hex"], 16)) if item["hex"] else item["char"] or _meant(item["escaped"] or "")
        if not own:
            return _UNKNOWN
        chars += "".join(map(chr, range(ord(first), ord(own) + 1))) if first else own
        first = own if item["range"] and not first else ""
    return _of(chars)


def _repeated(part: RegexPart, token: re.Match[str]) -> RegexPart:
    low, high = _bounds(token)
    if part.exact is not None and high is not None and len(part.exact) ** high <= _EXACT and high < _EXACT:
        return RegexPart(
            frozenset("".join(own) for n in range(low, high + 1) for own in product(part.exact, repeat=n))
        )
    if low == 0:
        return _UNKNOWN
    if part.exact is None or len(part.exact) ** low > _EXACT:
        return RegexPart(None, part.needs)
    return RegexPart(None, _useful(frozenset("".join(own) for own in product(part.exact, repeat=low))))


def _bounds(token: re.Match[str]) -> tuple[int, int | None]:
    kind = token["many"][0]
    if kind != "{":
        return int(kind == "+"), 1 if kind == "?" else None
    low, high = int(token["low"]), token["high"]
    return low, low if high is None else int(high) if high else None


def _useful(texts: Texts) -> Texts | None:
    telling = all(len(text) >= _SHORTEST or not _RARE.isdisjoint(text) for text in texts)
    return _within(texts) if telling else None


def _within(texts: Texts) -> Texts | None:
    return texts if texts and len(texts) <= _FEW else None


def _worth(texts: Texts) -> tuple[int, int]:
    """Long ones first: they stand in few texts."""
    return -min(min(map(len, texts)), 6), len(texts)

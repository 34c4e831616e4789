"""CMaps: how a string of a composite font falls into codes, and what a code says in Unicode."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pdfminer.cmapdb import CMapDB

_TOKEN: Final = re.compile(
    rb"%[^\r\n]*|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|/[^\s<>\[\]/()%]*|[^\s<>\[\]/()%]+|\([^)]*\)"
)
_WIDEST: Final = 4  # bytes of a code
_CLASH: Final = 1 << 16  # codes of one range that are mapped; more are a bomb


class CodeRange(NamedTuple):
    """Codes of one length from `low` to `high`; `first` is the CID of the lowest."""

    size: int
    low: int
    high: int
    first: int = 0


@dataclass(frozen=True, slots=True)
class ParsedCMap:
    """What an embedded CMap says; `unicode` for a ToUnicode map, `cids` for an encoding."""

    spaces: tuple[CodeRange, ...] = ()
    cids: tuple[CodeRange, ...] = ()
    unicode: Mapping[int, str] = field(default_factory=dict)
    base: str = ""  # the predefined map that it extends
    vertical: bool = False


def parse_cmap(data: bytes) -> ParsedCMap:
    """Reads a CMap leniently: what it does not know it passes over."""
    tokens = [match.group() for match in _TOKEN.finditer(data) if not match.group().startswith(b"%")]
    spaces: list[CodeRange] = []
    cids: list[CodeRange] = []
    unicode: dict[int, str] = {}
    base, vertical = "", False
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.startswith(b"begin") and token in _SECTIONS:
            end = _section_end(tokens, at + 1)
            _SECTIONS[token](tokens[at + 1 : end], spaces, cids, unicode)
            at = end
        elif token == b"usecmap" and at:
            base = tokens[at - 1].lstrip(b"/").decode("latin-1")
        elif token == b"/WMode" and at + 1 < len(tokens):
            vertical = tokens[at + 1] == b"1"
        at += 1
    return ParsedCMap(
        tuple(spaces), tuple(sorted(cids, key=lambda r: (r.size, r.low))), unicode, base, vertical
    )


def _section_end(tokens: list[bytes], at: int) -> int:
    while at < len(tokens) and not tokens[at].startswith(b"end"):
        at += 1
    return at


def _hex(token: bytes) -> bytes:
    digits = re.sub(rb"\s", b"", token[1:-1])
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))


def _is_hex(token: bytes) -> bool:
    return token.startswith(b"<") and token.endswith(b">") and not token.startswith(b"<<")


def to_text(raw: bytes) -> str:
    """UTF-16BE as ToUnicode maps write it; a lone byte is a Latin-1 letter."""
    if len(raw) == 1:
        return chr(raw[0])
    return raw.decode("utf-16-be", "ignore")


def _number(token: bytes) -> int:
    try:
        return int(token)
    except ValueError:
        return 0


def _read_spaces(
    tokens: list[bytes], spaces: list[CodeRange], cids: list[CodeRange], unicode: dict[int, str]
) -> None:
    found = [_hex(token) for token in tokens if _is_hex(token)]
    for low, high in zip(found[::2], found[1::2], strict=False):
        if 0 < len(low) <= _WIDEST:
            spaces.append(CodeRange(len(low), int.from_bytes(low), int.from_bytes(high)))


def _read_cid_chars(
    tokens: list[bytes], spaces: list[CodeRange], cids: list[CodeRange], unicode: dict[int, str]
) -> None:
    for code, cid in zip(tokens[::2], tokens[1::2], strict=False):
        if _is_hex(code) and (raw := _hex(code)):
            number = int.from_bytes(raw)
            cids.append(CodeRange(len(raw), number, number, _number(cid)))


def _read_cid_ranges(
    tokens: list[bytes], spaces: list[CodeRange], cids: list[CodeRange], unicode: dict[int, str]
) -> None:
    for low, high, cid in zip(tokens[::3], tokens[1::3], tokens[2::3], strict=False):
        if _is_hex(low) and _is_hex(high) and (raw := _hex(low)):
            cids.append(CodeRange(len(raw), int.from_bytes(raw), int.from_bytes(_hex(high)), _number(cid)))


def _read_chars(
    tokens: list[bytes], spaces: list[CodeRange], cids: list[CodeRange], unicode: dict[int, str]
) -> None:
    for code, value in zip(tokens[::2], tokens[1::2], strict=False):
        if _is_hex(code) and _is_hex(value):
            unicode[int.from_bytes(_hex(code))] = to_text(_hex(value))


def _read_ranges(
    tokens: list[bytes], spaces: list[CodeRange], cids: list[CodeRange], unicode: dict[int, str]
) -> None:
    at = 0
    while at + 2 < len(tokens):
        low, high, value = tokens[at : at + 3]
        at += 3
        if not (_is_hex(low) and _is_hex(high)):
            continue
        first, last = int.from_bytes(_hex(low)), int.from_bytes(_hex(high))
        values = _following(value)
        if value == b"[":
            end = tokens.index(b"]", at) if b"]" in tokens[at:] else len(tokens)
            values = iter([to_text(_hex(token)) for token in tokens[at:end] if _is_hex(token)])
            at = end + 1
        for code, text in zip(range(first, min(last, first + _CLASH) + 1), values, strict=False):
            unicode[code] = text


def _following(value: bytes) -> Iterator[str]:
    """The text of a range's first code, then those that follow: the last letter counts up."""
    text = to_text(_hex(value)) if _is_hex(value) else ""
    while text:
        yield text
        if ord(text[-1]) >= 0x10FFFF:
            return
        text = text[:-1] + chr(ord(text[-1]) + 1)


_SECTIONS: Final = {
    b"begincodespacerange": _read_spaces,
    b"begincidchar": _read_cid_chars,
    b"begincidrange": _read_cid_ranges,
    b"beginbfchar": _read_chars,
    b"beginbfrange": _read_ranges,
}


class CodeSplitter:
    """Cuts a string into codes and gives each its CID: by an embedded map, a predefined one, or two bytes."""

    def __init__(self, name: str, parsed: ParsedCMap | None = None) -> None:
        self._parsed = parsed
        self.vertical = parsed.vertical if parsed else name.endswith("V")
        base = parsed.base if parsed else name
        self._tree = _predefined(base)
        self._starts = [(r.size, r.low) for r in parsed.cids] if parsed else []
        self._identity = not parsed and self._tree is None
        self._lone = "OneByte" in name

    def split(self, data: bytes) -> Iterator[tuple[bytes, int]]:
        at = 0
        while at < len(data):
            size, cid = self._next(data, at)
            yield data[at : at + size], cid
            at += size

    def _next(self, data: bytes, at: int) -> tuple[int, int]:
        if self._identity:
            size = 1 if self._lone else 2
            return size, int.from_bytes(data[at : at + size])
        if self._parsed is not None:
            size = self._size(data, at)
            raw = data[at : at + size]
            cid = self._mapped(len(raw), int.from_bytes(raw))
            if cid is not None:
                return size, cid
            if self._tree is None:
                return size, int.from_bytes(raw) if not self._starts else 0
        return self._walk(data, at)

    def _size(self, data: bytes, at: int) -> int:
        spaces = self._parsed.spaces if self._parsed else ()
        for size in range(1, _WIDEST + 1):
            raw = data[at : at + size]
            if any(r.size == size and _within(raw, r) for r in spaces):
                return size
        return min((r.size for r in spaces), default=2)

    def _mapped(self, size: int, code: int) -> int | None:
        ranges = self._parsed.cids if self._parsed else ()
        place = bisect_right(self._starts, (size, code)) - 1
        if place >= 0 and ranges[place].size == size and code <= ranges[place].high:
            return ranges[place].first + code - ranges[place].low
        return None

    def _walk(self, data: bytes, at: int) -> tuple[int, int]:
        branch: object = self._tree
        for size in range(1, min(_WIDEST, len(data) - at) + 1):
            if not isinstance(branch, Mapping):
                break
            branch = branch.get(data[at + size - 1])
            if isinstance(branch, int):
                return size, branch
            if branch is None:
                return min(max(size, 1 if data[at] < 0x80 else 2), len(data) - at), 0
        return len(data) - at, 0


def _within(raw: bytes, space: CodeRange) -> bool:
    low, high = space.low.to_bytes(space.size), space.high.to_bytes(max(space.size, _WIDEST))[-space.size :]
    return len(raw) == space.size and all(a <= b <= c for a, b, c in zip(low, raw, high, strict=True))


def _predefined(name: str) -> Mapping[int, object] | None:
    """The tree of a predefined map; None for identity, and for a name that nobody knows."""
    if not name or "Ident" in name:
        return None
    try:
        cmap = CMapDB.get_cmap(name)
    except (CMapDB.CMapNotFound, OSError, ValueError):
        return None
    return getattr(cmap, "code2cid", None)

"""Lists of addresses: names, addresses, remarks and groups, each with its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from nescio.formats.mail.charsets import as_ascii

NAME: Final = "name"
ADDRESS: Final = "address"  # within angles
BARE: Final = "bare"  # an address, or whatever stands there, without angles
REMARK: Final = "remark"

_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\[\s\S])*"')
_LITERAL: Final = re.compile(r"\[[^\[\]]*\]")
_ATOM: Final = re.compile(r'[^\s"<>,;:()\[]+')
_NOT_IN_ADDRESS: Final = re.compile(r"[^\w!#$%&'*+/=?^`{|}~.@-]+", re.ASCII)
_LETTERS: Final = re.compile(r"[^\W\d_]{2,}")
NOWHERE: Final = "redacted.invalid"  # no mail ever gets there


class AddressPart(NamedTuple):
    """One part of a list; `first` begins a mailbox."""

    kind: str
    start: int
    end: int
    first: bool


class _Scan:
    """One pass over a list; what it cannot follow ends it without an answer."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text, self._at, self._end = text, start, end
        self._pending: list[tuple[str, int, int]] = []  # of the mailbox that is being read
        self._open = -1  # where words began that have not ended
        self._last = start

    def parts(self) -> Iterator[AddressPart] | None:
        found: list[AddressPart] = []
        while self._at < self._end:
            sign = self._text[self._at]
            if sign in ",;:":
                self._close()
                found += self._mailbox(NAME if sign == ":" else BARE)
                self._at += 1
            elif not self._step(sign):
                return None
        self._close()
        return iter([*found, *self._mailbox(BARE)])

    def _step(self, sign: str) -> bool:
        if sign.isspace():
            self._at += 1
            return True
        if sign == "(":
            return self._remark()
        if sign == "<":
            return self._angle()
        pattern = _QUOTED if sign == '"' else _LITERAL if sign == "[" else _ATOM
        match = pattern.match(self._text, self._at, self._end)
        if match is None:
            return False
        if self._open < 0:
            self._open = self._at
        self._at = self._last = match.end()
        return True

    def _close(self) -> None:
        if self._open >= 0:
            self._pending.append((BARE, self._open, self._last))
            self._open = -1

    def _remark(self) -> bool:
        self._close()
        depth, at = 0, self._at
        while at < self._end:
            sign = self._text[at]
            at += 2 if sign == "\\" else 1
            depth += (sign == "(") - (sign == ")")
            if depth == 0:
                self._pending.append((REMARK, self._at + 1, at - 1))
                self._at = at
                return True
        return False

    def _angle(self) -> bool:
        self._close()
        end = self._text.find(">", self._at, self._end)
        if end < 0:
            return False
        self._pending.append((ADDRESS, self._at + 1, end))
        self._at = end + 1
        return True

    def _mailbox(self, loose: str) -> Iterator[AddressPart]:
        """The parts of one mailbox: words beside an address in angles are a name."""
        has_angle = any(kind == ADDRESS for kind, _, _ in self._pending)
        for number, (kind, start, end) in enumerate(self._pending):
            own = (NAME if has_angle else loose) if kind == BARE else kind
            yield AddressPart(own, start, end, first=number == 0)
        self._pending = []


def read_addresses(text: str, start: int, end: int) -> list[AddressPart] | None:
    """The parts of a list of addresses; None if it is none."""
    parts = _Scan(text, start, end).parts()
    return None if parts is None else list(parts)


def as_address(text: str) -> str:
    """Signs that may stand in an address."""
    return _NOT_IN_ADDRESS.sub("", as_ascii(text)) or "redacted"


def as_whole_address(text: str) -> str:
    """An address, which leads nowhere if the text has none."""
    plain = as_address(text)
    return plain if "@" in plain.strip("@") else f"{plain.replace('@', '')}@{NOWHERE}"


def names_owner(name: str, address: str) -> bool:
    """Whether an address is made of the very words of the name before it: then that is a person's."""
    local = _folded(address.partition("@")[0])
    words = [_folded(word) for word in _LETTERS.findall(name)]
    return 2 <= len(words) <= 4 and sum(word in local for word in words) >= 2


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.lower())
    return "".join(char for char in plain if char.isalnum())

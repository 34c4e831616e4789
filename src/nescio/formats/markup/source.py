"""A source text with stretches that spell a text in their own way, and edits that keep every other sign."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol
from urllib.parse import quote, unquote

_URL_SAFE: Final = "/:?#[]@!$&'()*+,;=~"
_ENTITY: Final = r"&(?:#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,8}|[A-Za-z][A-Za-z0-9]{1,31});?"
_SPACES: Final = " \t\r\n\f"
_BLANK: Final = "&#32;"  # a blank that nobody takes for one of the source


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a stretch of source spells its text: which signs stand for others, and how they are written."""

    special: re.Pattern[str]  # what does not stand for itself
    decode: Callable[[str], str]
    encode: Callable[[str], str]
    collapses: bool = False  # any white space is one blank, and at the borders none

    def read(self, source: str) -> str:
        return self.special.sub(lambda match: self.decode(match[0]), source)

    def units(self, source: str) -> list[tuple[str, str]]:
        """The signs of a source, each with the text that it stands for."""
        found, at = [], 0
        for match in self.special.finditer(source):
            found += [(char, char) for char in source[at : match.start()]]
            found.append((match[0], self.decode(match[0])))
            at = match.end()
        return [*found, *((char, char) for char in source[at:])]

    def written(self, source: str, new: str) -> str:
        """The source with another text; what both begin and end with stays as it is spelt."""
        units = self.units(source)
        head, behind = matched(units, new)
        tail, before = matched_back(units[head:], new[behind:])
        last = len(units) - tail
        begin, end = "".join(unit for unit, _ in units[:head]), "".join(unit for unit, _ in units[last:])
        middle = new[behind : len(new) - before]
        if not self.collapses:
            return begin + self.encode(middle) + end
        return _guarded(begin, self.encode(middle), end)


class SpelledText(Protocol):
    """How a stretch of a source is read, and written with another text."""

    @property
    def collapses(self) -> bool: ...

    def read(self, source: str) -> str: ...

    def written(self, source: str, new: str) -> str: ...


def matched(units: list[tuple[str, str]], text: str) -> tuple[int, int]:
    """How many units, and how many characters, a text begins with."""
    at = 0
    for number, (_, said) in enumerate(units):
        if not text.startswith(said, at):
            return number, at
        at += len(said)
    return len(units), at


def matched_back(units: list[tuple[str, str]], text: str) -> tuple[int, int]:
    left = len(text)
    for number, (_, said) in enumerate(reversed(units)):
        if not text.endswith(said, 0, left):
            return number, len(text) - left
        left -= len(said)
    return len(units), len(text) - left


def _guarded(begin: str, middle: str, end: str) -> str:
    """Blanks of the new text beside those of the source, or at a border, would be lost."""
    if not middle and end[:1] in _SPACES and end and (not begin or begin[-1] in _SPACES):
        return begin + _BLANK + end.lstrip(_SPACES)
    if not middle and not end and begin and begin[-1] in _SPACES:
        return begin.rstrip(_SPACES) + _BLANK
    if middle[:1].isspace():
        middle = _BLANK + middle[1:]
    if middle[-1:].isspace():
        middle = middle[:-1] + _BLANK
    return begin + middle + end


def _plain_entity(source: str) -> str:
    return " " if source.isspace() else html.unescape(source)


def _escaped(text: str) -> str:
    return html.escape(text, quote=True)


def _numeric(match: re.Match[str]) -> str:
    return f"&#{ord(match[0])};"


def _url_part(source: str) -> str:
    """A run of percent signs, or an entity; bytes that are no UTF-8 stay as they are."""
    if source.startswith("%"):
        try:
            return unquote(source, errors="strict")
        except UnicodeDecodeError:
            return source
    return html.unescape(source)


def _json_part(source: str) -> str:
    try:
        return str(json.loads(f'"{source}"'))
    except ValueError:
        return source


def _json_string(text: str) -> str:
    return json.dumps(text)[1:-1].replace("</", "<\\/")


def collapsed(text: str) -> str:
    """With one blank for any white space, as running text has it."""
    return re.sub(r"\s+", " ", text)


_NEVER: Final = re.compile(r"(?!)")
RUNNING: Final = Spelling(re.compile(rf"{_ENTITY}|[ \t\r\n\f]+"), _plain_entity, _escaped, collapses=True)
KEPT: Final = Spelling(re.compile(_ENTITY), html.unescape, _escaped)  # white space stays: attributes, `pre`
UNQUOTED: Final = Spelling(
    KEPT.special, html.unescape, lambda text: re.sub(r"\s|[=`]", _numeric, _escaped(text))
)
ADDRESS: Final = Spelling(
    re.compile(rf"(?:%[0-9A-Fa-f]{{2}})+|{_ENTITY}"),
    _url_part,
    lambda text: _escaped(quote(text, safe=_URL_SAFE)),
)
LINK: Final = Spelling(  # where no entity is one, or all are read
    re.compile(r"(?:%[0-9A-Fa-f]{2})+"), _url_part, partial(quote, safe=_URL_SAFE)
)
JSON: Final = Spelling(
    re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\."),
    _json_part,
    _json_string,
)
CHARACTERS: Final = Spelling(_NEVER, str, lambda text: text.replace("]]>", "]]]]><![CDATA[>"))
RAW: Final = Spelling(_NEVER, str, str)


class Source:
    """A text that is edited at stretches, each only once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._edits: dict[tuple[int, int], str] = {}

    def edit(self, start: int, end: int, new: str) -> None:
        self._edits[start, end] = new

    def put(self, start: int, end: int, spelling: SpelledText, new: str) -> None:
        self.edit(start, end, spelling.written(self.text[start:end], new))

    def written(self) -> str:
        return "".join(self._parts())

    def _parts(self) -> Iterator[str]:
        at = 0
        for (start, end), new in sorted(self._edits.items()):
            if start < at:
                continue  # within a stretch that goes as a whole
            yield self.text[at:start]
            yield new
            at = end
        yield self.text[at:]

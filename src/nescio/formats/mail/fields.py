"""The headers of a message, each with its place; and where the body begins."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from nescio.core.errors import InputError

_NAME: Final = re.compile(r"([\x21-\x39\x3b-\x7e]+)[ \t]*:")
_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_MIME: Final = re.compile(r"(?i)(?:^|(?<=[\r\n]))content-(?:type|transfer-encoding)[ \t]*:")
_MOST: Final = 5_000  # headers of one message


class HeaderField(NamedTuple):
    """One header: where all of it stands, its name and its value without blanks around."""

    name: str  # small
    begin: int
    name_end: int
    start: int
    end: int
    stop: int  # behind its last line end


class Headers(NamedTuple):
    """The headers of an entity, and where its body begins."""

    fields: list[HeaderField]
    body: int

    def first(self, name: str) -> HeaderField | None:
        return next((field for field in self.fields if field.name == name), None)


def read_headers(text: str, start: int, end: int) -> Headers:
    """The headers between two places; a line that is none of them ends them, as an empty one does."""
    found: list[HeaderField] = []
    at = start
    while at < end:
        line_end, behind = _line(text, at, end)
        if line_end == at:
            return Headers(found, behind)
        match = _NAME.match(text, at, line_end)
        if match is None:
            _refuse_hidden_mime(text, at, end)
            return Headers(found, at)
        while behind < end and text[behind] in " \t":  # a header goes on in lines that begin with a blank
            line_end, behind = _line(text, behind, end)
        if len(found) == _MOST:
            raise InputError(f"A message has more than {_MOST} headers.")
        found.append(_field(text, match, line_end, behind))
        at = behind
    return Headers(found, end)


def _field(text: str, match: re.Match[str], line_end: int, behind: int) -> HeaderField:
    start, end = match.end(), line_end
    while start < end and text[start] in " \t\r\n":
        start += 1
    while end > start and text[end - 1] in " \t\r\n":
        end -= 1
    return HeaderField(match[1].lower(), match.start(), match.end(1), start, end, behind)


def _line(text: str, at: int, end: int) -> tuple[int, int]:
    """Where a line ends, and where the next one begins."""
    match = _LINE_END.search(text, at, end)
    return (match.start(), match.end()) if match else (end, end)


def _refuse_hidden_mime(text: str, at: int, end: int) -> None:
    """Behind a line that is no header some programs read on, and unpack what nobody has seen."""
    blank = re.compile(r"(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)").search(text, at, end)
    if _MIME.search(text, at, blank.start() if blank else end):
        raise InputError("The headers of a message are damaged: one of them is no header.")

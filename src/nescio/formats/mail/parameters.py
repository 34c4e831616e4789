"""Parameters of headers, such as names of files: in quotes, in percent signs, cut into numbered pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple
from urllib.parse import quote, unquote_to_bytes

from nescio.formats.mail.charsets import bytes_as_text
from nescio.formats.mail.spelling import FREE_TEXT, quoted, unquoted

_NAME: Final = re.compile(r"[^\s=*]+")
_VALUE: Final = re.compile(r"[^;]*")
_PARAMETER: Final = re.compile(
    r"""\s*;\s*(?:([^\s=;*"]+)(\*\d{1,3})?(\*)?\s*=\s*(?:("(?:[^"\\]|\\[\s\S])*")|([^;"]*)))?"""
)
_TOKEN: Final = re.compile(r"[\w!#$&+.^`{|}~-]+", re.ASCII)
_ASCII: Final = re.compile(r"[ -~]*")


class Segment(NamedTuple):
    """One stretch of a parameter: from its semicolon, from its name, and its value."""

    begin: int
    name_start: int
    start: int
    end: int
    stop: int
    number: int
    is_extended: bool


@dataclass(frozen=True, slots=True)
class HeaderParameter:
    """A parameter by its small name, with all its stretches; the text never shows in a repr."""

    name: str
    segments: Sequence[Segment]
    is_extended: bool

    def value(self, text: str) -> str:
        """What it says, put together and unpacked."""
        [*segments] = sorted(self.segments, key=lambda segment: segment.number)
        if len(segments) == 1 and not segments[0].is_extended:
            source = text[segments[0].start : segments[0].end]
            return unquoted(source) if source.startswith('"') else FREE_TEXT.read(source)
        charset, data = "utf-8", b""
        for number, segment in enumerate(segments):
            source = text[segment.start : segment.end]
            bare = unquoted(source) if source.startswith('"') else source
            if segment.is_extended and number == 0 and bare.count("'") >= 2:
                charset, _, bare = bare.split("'", 2)
            raw = bare.encode("utf-8", "replace")
            data += unquote_to_bytes(raw) if segment.is_extended else raw
        return bytes_as_text(data, charset)

    def name_span(self, text: str) -> tuple[int, int]:
        """Where its name stands first."""
        first = self.segments[0]
        match = _NAME.match(text, first.name_start, first.start)
        return match.span() if match else (first.name_start, first.name_start)

    def written(self, text: str, new: str) -> list[tuple[int, int, str]]:
        """The edits that make it say something else; what was cut into pieces is whole again."""
        first, *others = self.segments
        was_token = not text[first.start : first.end].startswith('"')
        if not _ASCII.fullmatch(new) or "=?" in new or "''" in new:
            whole = f"*=utf-8''{quote(new, safe='')}"
        elif was_token and _TOKEN.fullmatch(new):
            whole = f"={new}"
        else:
            whole = f"={quoted(new)}"
        start = self.name_span(text)[1]
        return [(start, first.stop, whole), *((one.begin, one.stop, "") for one in others)]


class Parameterized(NamedTuple):
    """A header with parameters: its value, they, and where something stands that is none."""

    start: int
    end: int
    parameters: list[HeaderParameter]
    rest: int

    def get(self, name: str) -> HeaderParameter | None:
        return next((one for one in self.parameters if one.name == name), None)


def read_parameters(text: str, start: int, end: int) -> Parameterized:
    match = _VALUE.match(text, start, end)
    at = stop = match.end() if match else start
    while stop > start and text[stop - 1].isspace():
        stop -= 1
    found: dict[str, list[Segment]] = {}
    while at < end and (one := _PARAMETER.match(text, at, end)):
        if one[1] is not None:
            segment = _segment(text, one)
            is_numbered = one[2] is not None
            key = one[1].lower() if is_numbered else f"{one[1].lower()}{'*' if one[3] else ''}\n{at}"
            found.setdefault(key, []).append(segment)
        at = one.end()
    parameters = [
        HeaderParameter(key.partition("\n")[0].rstrip("*"), own, any(one.is_extended for one in own))
        for key, own in found.items()
    ]
    return Parameterized(start, stop, parameters, at)


def _segment(text: str, match: re.Match[str]) -> Segment:
    group = 4 if match[4] is not None else 5
    start, stop = match.span(group)
    while stop > start and text[stop - 1].isspace():
        stop -= 1
    number = int(match[2][1:]) if match[2] else 0
    return Segment(match.start(), match.start(1), start, stop, stop, number, match[3] is not None)

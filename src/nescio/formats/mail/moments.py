"""Dates of headers: read in universal time, so that the zone, which tells of a place, can go by itself."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

from nescio.formats.mail.spelling import DATE_TEXT
from nescio.formats.markup.source import Source

NO_ZONE: Final = "-0000"  # RFC 5322, 3.3: universal time that says nothing of a place
_NUMBER: Final = re.compile(r"([+-])(\d\d)([0-5]\d)")
_NOWHERE: Final = frozenset({"+0000", NO_ZONE, "UT", "UTC", "GMT", "Z"})
_HOURS: Final = {  # the names of RFC 5322, 4.3; other names are not agreed on
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
}  # fmt: skip
_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?")


def tells_place(zone: str) -> bool:
    return zone not in _NOWHERE


def no_zone(text: str) -> str:
    """Whatever replaces a zone: a header must have one that programs can read."""
    return NO_ZONE


def no_zone_name(text: str) -> str:
    """What replaces the remark that calls a zone by its name."""
    return "UTC"


class HeaderMoment:
    """A date with its zone in the source of a message; what is new of one of them changes how both stand."""

    def __init__(self, source: Source, date: tuple[int, int], zone: tuple[int, int]) -> None:
        self._source, self._date, self._zone = source, date, zone
        self._here = source.text[slice(*zone)]
        self.text = _shifted(DATE_TEXT.read(source.text[slice(*date)]), -_offset(self._here))
        self._new = self.text

    def put_date(self, new: str) -> None:
        self._new = new
        self._write()

    def put_zone(self, new: str) -> None:
        self._here = new
        self._source.edit(*self._zone, new)
        self._write()

    def _write(self) -> None:
        there = _shifted(self._new, _offset(self._here))
        old = self._source.text[slice(*self._date)]
        self._source.edit(*self._date, DATE_TEXT.written(old, there) if there else "")


def _offset(zone: str) -> timedelta:
    if match := _NUMBER.fullmatch(zone):
        by = timedelta(hours=int(match[2]), minutes=int(match[3]))
        return -by if match[1] == "-" else by
    return timedelta(hours=_HOURS.get(zone, 0))


def _shifted(text: str, by: timedelta) -> str:
    """A date some hours later; what is no date stays."""
    if not by or not _ISO.fullmatch(text):
        return text
    try:
        return str(datetime.fromisoformat(text) + by)[: len(text)]
    except (OverflowError, ValueError):
        return text

"""The cells of a worksheet row by row: strings, results of formulas, and numbers that may name somebody."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import chain
from typing import Any, ClassVar, Final

from nescio.formats.office.running import running_text
from nescio.formats.places import TECHNICAL
from nescio.formats.running import RunningText
from nescio.formats.xml_part import TEXT, XmlPlace, local

_LONG: Final = re.compile(r"\d{5,}")  # a phone number, an id, a postal code; shorter ones are figures
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?(?:E[-+]?\d+)?")
_LEAST_LONG, _MOST_LONG = 10_000, 10**20
_DAYS: Final = re.compile(r"\d+(?:\.\d+)?")
_SECONDS, _PLACES = 86_400, 10
_FIRST, _LAST = 61, 2_958_465
_BUILTIN_DATES: Final = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
_QUOTED: Final = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_STRING: Final = "str"
# What a header says besides words: sides, page, font, size, colour; && is a sign.
_CODE: Final = re.compile(r'&(?:"[^"]*"|K[0-9A-Fa-f]{6}|K[0-9+-]+|\d+|[A-Za-z&])')
# A formula of cells, numbers and functions alone: no string, no name, no other sheet.
_PLAIN_FORMULA: Final = re.compile(
    r"(?:\$?[A-Z]{1,3}\$?\d+|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|[A-Z][A-Z0-9.]*\(|[\d.]+|TRUE|FALSE|[-+*/^&=<>(),:;%\s{}])*"
)


class NumberPlace(XmlPlace):
    """The value of a cell: as a number, as a string once it is no number any more."""

    __slots__ = ()

    def put(self, value: str) -> None:
        cell = self.node.getparent()
        super().put(value)
        if not _NUMBER.fullmatch(value):
            cell.set("t", _STRING)
        elif cell.get("t") == _STRING and cell.find("{*}f") is None:
            del cell.attrib["t"]


class WholePlace(NumberPlace):
    """The value of a cell that a program wrote with a point or as a power of ten: a long number all the same."""

    __slots__ = ()

    @property
    def value(self) -> str:
        return whole_number(super().value) or super().value


class DatePlace(NumberPlace):
    """The value of a cell that is shown as a date: read as one, though it is a number of days."""

    __slots__ = ()
    day_one: ClassVar[date] = date(1899, 12, 30)  # so that 61 is 1 March 1900, as programs count

    @property
    def value(self) -> str:
        raw = super().value
        is_number = self.node.getparent().get("t", "n") == "n"
        return (shown_date(raw, self.day_one) if is_number else None) or raw

    def put(self, value: str) -> None:
        counted = counted_date(value, self.day_one)
        super().put(counted or value)
        cell = self.node.getparent()
        if counted and cell.get("t") == _STRING:  # of a formula
            del cell.attrib["t"]


class LateDatePlace(DatePlace):
    """The same in a book that counts from 1904."""

    __slots__ = ()
    day_one: ClassVar[date] = date(1904, 1, 1)


def shown_date(raw: str, day_one: date) -> str | None:
    """A number of days as the day that is shown, with the time if there is one."""
    if not _DAYS.fullmatch(raw) or not _FIRST <= float(raw) <= _LAST:
        return None
    days, part = divmod(float(raw), 1)
    seconds = round(part * _SECONDS)
    moment = datetime.combine(day_one, time()) + timedelta(days, seconds)
    return moment.isoformat(" ") if part else moment.date().isoformat()


def counted_date(value: str, day_one: date) -> str | None:
    """The number of days that such a day is; nothing if it is none."""
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    days = (moment - datetime.combine(day_one, time())) / timedelta(1)
    number = repr(round(days, _PLACES)).removesuffix(".0")
    return number if _FIRST <= days <= _LAST and shown_date(number, day_one) == value else None


def whole_number(raw: str) -> str | None:
    """A long number without the point or the power with which it was written; nothing if it is none."""
    if raw.isdigit() or not _NUMBER.fullmatch(raw):
        return None
    number = Decimal(raw)
    is_long = number == number.to_integral_value() and _LEAST_LONG <= number < _MOST_LONG
    return str(int(number)) if is_long else None


class HeaderPlace(XmlPlace):
    """A stretch of a header or footer between two of its codes; `slot` says which one."""

    __slots__ = ()

    @property
    def whole(self) -> XmlPlace:
        return XmlPlace(self.node, TEXT)

    @property
    def value(self) -> str:
        return _CODE.split(self.node.text or "")[int(self.slot)]

    def put(self, value: str) -> None:
        text = self.node.text or ""
        codes, stretches = _CODE.findall(text), _CODE.split(text)
        stretches[int(self.slot)] = value.replace("&", "&&")
        self.node.text = "".join(chain.from_iterable(zip(stretches, [*codes, ""], strict=True)))


def header_stretches(node: Any) -> Iterator[HeaderPlace]:
    """What a header says between its codes."""
    for number in range(len(_CODE.split(node.text or ""))):
        yield HeaderPlace(node, str(number))


def _headers(node: Any) -> Iterator[RunningText]:
    for part in node:
        for place in header_stretches(part) if isinstance(part.tag, str) else ():
            yield RunningText(place, "\n")


@dataclass(frozen=True, slots=True)
class Dates:
    """Which styles show numbers as dates, and from when a book counts its days."""

    styles: Collection[int] = frozenset()
    place: type[DatePlace] = DatePlace

    def __contains__(self, style: int) -> bool:
        return style in self.styles


def sheet_text(root: Any, dates: Dates) -> Iterator[RunningText]:
    """The cells of a sheet, a line for each row; numbers that are shown as dates are read as such."""
    for node in root:
        if not isinstance(node.tag, str):
            continue
        if local(node) == "sheetData":
            for row in node:
                yield from _row(row, dates)
        elif local(node) == "headerFooter":
            yield from _headers(node)
        else:
            yield from running_text(node)


def _row(row: Any, dates: Dates) -> Iterator[RunningText]:
    before = "\n"
    for cell in row:
        for child in cell if isinstance(cell.tag, str) else ():
            name = local(child) if isinstance(child.tag, str) else ""
            if name == "v" and (place := _value(cell, child, dates)) is not None:
                yield RunningText(place, before)
                before = "\t"
            elif name == "f" and not is_plain_formula(child.text or ""):
                yield RunningText(XmlPlace(child, TEXT), "\n", TECHNICAL)
            elif name == "is":
                for found in running_text(child):
                    yield found._replace(before=before if found.before == "\n" else found.before)
                    before = "\t"


def _value(cell: Any, node: Any, dates: Dates) -> XmlPlace | None:
    """The place of a value that is words, a date or a long number; None for what is a figure."""
    kind, text, style = cell.get("t", "n"), node.text or "", cell.get("s", "")
    if kind not in ("n", "d", _STRING):
        return None
    if style.isdigit() and int(style) in dates:
        return dates.place(node, TEXT)
    if kind == "n" and whole_number(text) is not None:
        return WholePlace(node, TEXT)
    return NumberPlace(node, TEXT) if kind != "n" or _LONG.fullmatch(text) else None


def is_plain_formula(text: str) -> bool:
    return _PLAIN_FORMULA.fullmatch(text) is not None


def date_styles(styles: Any) -> frozenset[int]:
    """The numbers of the cell styles that show a number as a date."""
    own = {
        int(node.get("numFmtId", "-1"))
        for node in styles.iter("{*}numFmt")
        if node.get("numFmtId", "").isdigit() and _shows_date(node.get("formatCode", ""))
    }
    cells = styles.find("{*}cellXfs")
    formats = (
        [node.get("numFmtId", "") for node in cells if isinstance(node.tag, str)] if cells is not None else []
    )
    return frozenset(
        number
        for number, used in enumerate(formats)
        if used.isdigit() and (int(used) in own or int(used) in _BUILTIN_DATES)
    )


def _shows_date(code: str) -> bool:
    plain = _QUOTED.sub("", code).lower()
    return "y" in plain or ("d" in plain and "m" in plain)


def counts_late(book: Any) -> bool:
    """Whether a book counts its days from 1904."""
    found = book.find("{*}workbookPr")
    return found is not None and found.get("date1904") in ("1", "true", "on")

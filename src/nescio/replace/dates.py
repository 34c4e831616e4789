"""Dates: read in the forms of a language, moved, or made less exact."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final, NamedTuple

import regex

from nescio.packs.dates import DateTable
from nescio.replace.numerals import NumberWriter

LEVELS: Final = ("month", "year", "decade")
_YEAR: Final = regex.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_NEXT_YEAR: Final = regex.compile(r"\d{4}\s?[/–—-]\s?\d")  # "WS 2019/20" is of no single year
_YEAR_PART: Final = regex.compile(
    r"(?:,?\s*\p{L}{2,3}\s|[,/-]?\s*)'?\{y\}$"
)  # of a template, with what joins it
_FIELD: Final = regex.compile(r"\{(\w+)\}")
PLAIN_YEAR: Final = 2001  # without a leap day
_MIDDLE: Final = 15  # of a month
_LAST_DAY: Final = 31
_SHORT: Final = 4  # letters of a month that is not written out
_ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")  # months
_NEXT_CENTURY: Final = 40  # a year of two figures below this one is of the 21st century


class _WrittenDate(NamedTuple):
    """A date as it was written; what was not written is 0."""

    template: str
    day: int
    month: int
    year: int
    fields: Mapping[str, str]


class DateForms:
    """Reads and writes dates with the month names and templates of one language."""

    def __init__(self, table: DateTable, numbers: NumberWriter) -> None:
        self._table, self._numbers = table, numbers
        names = (*table.months, *table.short_months)
        others = sorted(table.other_months)
        ordinals = {table.ordinal: "|".join(sorted(numbers.endings))} if table.ordinal else {}
        self._patterns = [(form, _compile(form, (*names, *others), ordinals)) for form in table.written]
        self._months = {}
        for place, name in reversed([*enumerate(names)]):
            self._months[_plain(name)] = place % 12 + 1
        for name, number in table.other_months.items():
            self._months.setdefault(_plain(name), number)

    @property
    def search(self) -> str:
        """A regular expression for a date inside a text, without its groups."""
        forms = (regex.sub(r"\(\?P<\w+>", "(?:", pattern.pattern) for _, pattern in self._patterns)
        return "|".join(f"(?:{form})(?![\\p{{L}}\\p{{N}}])" for form in forms) or "(?!)"

    def day_number(self, text: str | None) -> int:
        """The day of the month that a date names; 0 if none."""
        found = self._read(text or "")
        return found.day if found else 0

    def day_of(self, text: str) -> date | None:
        """The day that a whole date names."""
        found = self._read(text)
        if found is None or not (found.year and found.day):
            return None
        try:
            return date(found.year, found.month, found.day)
        except ValueError:
            return None

    def shift(self, text: str, days: int, *, year: int = PLAIN_YEAR) -> str | None:
        """The same form some days later or earlier; None when the text is no date that can be read.

        A day without its year moves as in `year`, a month without its day as its middle does: they stay
        as far from the whole dates of a text as they were.
        """
        found = self._read(text)
        if found is None or not (found.fields.get("y") or found.day):
            return None
        own = found.year or _year(found.fields)  # what may be a day or a year moves as a year
        try:
            moved = date(own or year, found.month, found.day or _MIDDLE) + timedelta(days=days)
        except (ValueError, OverflowError):
            return None
        return self._write(found, moved)

    def on_day(self, text: str, day: int, days: int, *, year: int = PLAIN_YEAR) -> tuple[str, int] | None:
        """Another day of the month of a date, moved and written like it without a year; and its month."""
        found = self._read(text)
        if found is None or not found.day:
            return None
        try:
            moved = date(found.year or year, found.month, day) + timedelta(days=days)
        except (ValueError, OverflowError):
            return None
        short = _YEAR_PART.sub("", found.template) if not found.template.startswith("{y}") else "{d}.{m}."
        return self._write(found._replace(template=short), moved), moved.month

    def month_of(self, text: str) -> int:
        """The month that a date names; 0 if none."""
        found = self._read(text)
        return found.month if found else 0

    def year_of(self, text: str) -> int | None:
        """The year that a date names."""
        found = self._read(text)
        return found.year if found is not None and found.year else None

    def generalize(self, text: str, level: str) -> str | None:
        """The month, the year or the decade of a date; None when the text has none."""
        found = self._read(text)
        if found is None:
            years = _YEAR.findall(text)
            known = len(years) == 1 and not _NEXT_YEAR.search(text)
            return self._coarse(0, int(years[0]), level) if known else None
        if found.year and self._is_either(found):
            return self._coarse(0, found.year, level)
        if not found.year:
            months = self._table.months
            return months[found.month - 1] if months and level == "month" else None
        return self._coarse(found.month, found.year, level)

    def reads(self, text: str) -> bool:
        """Whether the text is one date in a form that is known."""
        return self._read(text) is not None

    def has_day(self, text: str) -> bool:
        """Whether a day is named, so that words of a day stand before it."""
        found = self._read(text)
        return text[:1].isdecimal() if found is None else found.day > 0

    def _is_either(self, found: _WrittenDate) -> bool:
        """Day and month in figures could change places, and both orders are usual."""
        in_figures = "m" in found.fields and not found.template.startswith("{y}")
        return self._table.either_order and in_figures and found.day <= 12 and found.day != found.month

    def before(self, word: str) -> str | None:
        """What stands before a month or year instead of a word before a day: on → in."""
        return self._table.before.get(word.lower())

    def before_range(self, word: str) -> str | None:
        """What stands before a month instead of a word before several of its days: vom → im."""
        return self._table.before_range.get(word.lower(), self.before(word))

    def before_year(self, word: str) -> str | None:
        """What stands before a year instead of a word before a day: am → nothing."""
        return self._table.before_year.get(word.lower(), self.before(word))

    def _coarse(self, month: int, year: int, level: str) -> str:
        table = self._table
        if level == "month" and month and table.months:
            return table.month_year.format(month=table.months[month - 1], y=year)
        return table.decade.format(decade=year // 10 * 10) if level == "decade" else str(year)

    def _read(self, text: str) -> _WrittenDate | None:
        for template, pattern in self._patterns:
            if match := pattern.fullmatch(text.strip()):
                fields = match.groupdict()
                month = self._month_number(fields)
                if 1 <= month <= 12:
                    day = int(fields.get("d") or 0)
                    written = fields.get("y") or ""
                    # "Mar 19" may be a day or a year: neither is said.
                    is_year = bool(day) or len(written) != 2 or int(written) > _LAST_DAY
                    year = _year(fields) if is_year else 0
                    return _WrittenDate(template, day, month, year, fields)
        return None

    def _month_number(self, fields: Mapping[str, str | None]) -> int:
        if roman := fields.get("roman"):
            return _ROMAN.index(roman.upper()) + 1
        return int(fields.get("m") or self._months.get(_plain(fields.get("month") or ""), 0))

    def _write(self, found: _WrittenDate, moved: date) -> str:
        fields = found.fields
        figures = [fields.get("d") or "", fields.get("m") or ""]
        # "05.12." and "12-30" are written in two figures, "30. 1." and "25 de mayo" are not.
        wide = any(f.startswith("0") for f in figures) or all(len(f) == 2 for f in figures)
        values = {
            "d": f"{moved.day:02d}" if wide else str(moved.day),
            "m": f"{moved.month:02d}" if wide else str(moved.month),
            "y": str(moved.year) if len(fields.get("y") or "") == 4 else f"{moved.year % 100:02d}",
        }
        if name := fields.get("month"):
            values["month"] = self._month_like(name, moved.month)
        if roman := fields.get("roman"):
            values["roman"] = _ROMAN[moved.month - 1] if roman.isupper() else _ROMAN[moved.month - 1].lower()
        return self._numbers.with_endings(found.template.format(**values))

    def _month_like(self, name: str, month: int) -> str:
        """The name of a month, long or short and spelled as another one is."""
        names = self._table.months
        is_long = name.lower() in [long.lower() for long in names] or len(name.rstrip(".")) > _SHORT
        if not is_long:
            names = self._table.short_months or names
        new = names[month - 1] if is_long or name.endswith(".") else names[month - 1].rstrip(".")
        if name.isupper():
            return new.upper()
        return new if name[0].islower() else new[0].upper() + new[1:]


def _compile(template: str, months: tuple[str, ...], ordinals: Mapping[str, str]) -> regex.Pattern[str]:
    names = "|".join(sorted((regex.escape(name) for name in months), key=len, reverse=True)) or r"\p{L}+"
    # Nobody begins a date with a year of two figures: 19-07-23 is the 19th of July.
    year = r"\d{4}" if template.startswith("{y}") else r"\d{4}|\d{2}"
    parts = {
        "d": r"(?P<d>\d{1,2})",
        "m": r"(?P<m>\d{1,2})",
        "y": rf"(?P<y>{year})",
        "month": rf"(?P<month>{names})",
        "roman": rf"(?P<roman>{'|'.join(reversed(_ROMAN))})",
    }
    pieces = _FIELD.split(template)
    whole = "".join(parts[piece] if place % 2 else regex.escape(piece) for place, piece in enumerate(pieces))
    for ending, any_ending in ordinals.items():
        whole = whole.replace(rf"{parts['d']}{ending}", rf"{parts['d']}(?:{any_ending})")
    return regex.compile(whole, regex.IGNORECASE)


def _plain(month: str) -> str:
    return month.lower().rstrip(".")


def _year(fields: Mapping[str, str]) -> int:
    written = fields.get("y")
    if not written:
        return 0
    year = int(written)
    return year if len(written) == 4 else year + (2000 if year < _NEXT_CENTURY else 1900)

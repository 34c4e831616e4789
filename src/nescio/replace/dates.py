"""Dates, ages and amounts: read in the forms of a language, moved, or made less exact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, NamedTuple

import regex

from nescio.packs import Pack
from nescio.packs.dates import DateTable

LEVELS: Final = ("month", "year", "decade")
_NUMBER: Final = regex.compile(r"\d+(?:[.,\u00a0 '’]\d{3})*(?:[.,]\d+)?")


class _Read(NamedTuple):
    """A date as it was written."""

    template: str
    day: int
    month: int
    year: int
    fields: Mapping[str, str]


@dataclass(frozen=True)
class DateForms:
    """The month names and the ways of writing dates of one language, from `agreement/dates.toml`."""

    table: DateTable
    patterns: tuple[tuple[str, regex.Pattern[str]], ...]

    @classmethod
    def load(cls, pack: Pack) -> DateForms:
        table = pack.dates
        names = [*table.months, *table.short_months]
        return cls(table, tuple((template, _compile(template, names)) for template in table.written))

    def shift(self, text: str, days: int) -> str | None:
        """The same form some days later or earlier; None when the text is not a whole date."""
        found = self._read(text)
        if found is None or not found.year or not found.day:
            return None
        try:
            moved = date(found.year, found.month, found.day) + timedelta(days=days)
        except (ValueError, OverflowError):
            return None
        return self._write(found, moved)

    def generalize(self, text: str, level: str) -> str | None:
        """The month, the year or the decade of a date; None when the text has none."""
        found = self._read(text)
        if found is None:
            years = regex.findall(r"\b(1[5-9]\d\d|20\d\d)\b", text)
            return (
                self._coarse(0, int(years[0]), "year" if level == "month" else level)
                if len(years) == 1
                else None
            )
        if not found.year:
            months = self.table.months
            return months[found.month - 1] if months and level == "month" else None
        return self._coarse(found.month, found.year, level)

    def _coarse(self, month: int, year: int, level: str) -> str:
        if level == "month" and month and self.table.months:
            return self.table.month_year.format(month=self.table.months[month - 1], y=year)
        if level == "decade":
            return self.table.decade.format(decade=year // 10 * 10)
        return str(year)

    def _read(self, text: str) -> _Read | None:
        for template, pattern in self.patterns:
            if match := pattern.fullmatch(text.strip()):
                fields = match.groupdict()
                try:
                    return _Read(
                        template, int(fields.get("d") or 0), self._month(fields), _year(fields), fields
                    )
                except (ValueError, KeyError):
                    continue
        return None

    def _month(self, fields: Mapping[str, str]) -> int:
        if fields.get("m"):
            month = int(fields["m"])
        else:
            name = fields["month"].lower().rstrip(".")
            names = [*self.table.months, *self.table.short_months]
            months = (
                place % 12 + 1 for place, known in enumerate(names) if known.lower().rstrip(".") == name
            )
            month = next(months, 0)
        if not 1 <= month <= 12:
            raise ValueError(month)
        return month

    def _write(self, found: _Read, moved: date) -> str:
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
            names = self.table.months
            if name.lower() not in [n.lower() for n in names]:
                names = self.table.short_months or names
            new = names[moved.month - 1]
            values["month"] = (
                new.upper() if name.isupper() else new if name[0].islower() else new[0].upper() + new[1:]
            )
        plain = found.template
        for ending in self.table.ordinals:  # it belonged to the old day
            plain = plain.replace(f"{{d}}{ending}", "{d}")
        return plain.format(**values)

    def before(self, word: str) -> str | None:
        """What stands before a month or year instead of a word before a day: on → in."""
        return self.table.before.get(word.lower())


def _compile(template: str, months: list[str]) -> regex.Pattern[str]:
    names = "|".join(sorted((regex.escape(name) for name in months), key=len, reverse=True)) or r"\p{L}+"
    parts = {
        "d": r"(?P<d>\d{1,2})",
        "m": r"(?P<m>\d{1,2})",
        "y": r"(?P<y>\d{4}|\d{2})",
        "month": rf"(?P<month>{names})",
    }
    pieces = regex.split(r"\{(\w+)\}", template)
    return regex.compile(
        "".join(parts[piece] if place % 2 else regex.escape(piece) for place, piece in enumerate(pieces)),
        regex.IGNORECASE,
    )


def _year(fields: Mapping[str, str]) -> int:
    written = fields.get("y")
    if not written:
        return 0
    year = int(written)
    return year if len(written) == 4 else year + (2000 if year < 40 else 1900)


def band(text: str, width: int) -> str | None:
    """An age as a band of years: 45 → 40–49; None when the text has not one number."""
    numbers = regex.findall(r"\d+", text)
    if len(numbers) != 1 or not 0 < int(numbers[0]) < 130:
        return None
    low = int(numbers[0]) // width * width
    return text.replace(numbers[0], f"{low}–{low + width - 1}")


def rounded(text: str) -> str | None:
    """An amount with its first figure only, in the same spelling: 9.412,37 € → 9.000 €."""
    match = _NUMBER.search(text)
    if match is None or len(_NUMBER.findall(text)) != 1:
        return None
    whole = regex.match(r"\d+(?:[.,\u00a0 '’]\d{3})*(?!\d)", match[0])
    written = whole[0] if whole else match[0]
    first = next((place for place, char in enumerate(written) if char not in "0.,"), 0)
    figures = "".join(c if i <= first or not c.isdigit() else "0" for i, c in enumerate(written))
    result = text[: match.start()] + figures + text[match.end() :]
    return result if result != text else None

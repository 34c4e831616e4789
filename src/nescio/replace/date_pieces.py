"""Dates in pieces: ranges, lists, weekdays, feasts, years alone; each piece moves or is told less exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

import regex

from nescio.packs.dates import DateTable
from nescio.replace.dates import PLAIN_YEAR, DateForms
from nescio.replace.numerals import NumberWriter
from nescio.replace.word_kinds import written_like

FULL, PAIR, YEAR, MONTH = "full", "pair", "year", "month"
WEEKDAY, FEAST, SEASON, SHORT, NUMBER = "weekday", "feast", "season", "short", "number"
DECADE, QUARTER = "decade", "quarter"
_TELLING: Final = frozenset({FULL, MONTH, NUMBER, WEEKDAY})  # move by days
_FIGURES: Final = regex.compile(r"\d+")
_DAY_SIGN: Final = regex.compile(r"(?<!\d)(\d{1,2})\.?[ºª°](?!\p{L})")  # 1.º de maio
_WORD: Final = regex.compile(r"\p{L}+")
_MIDDLE: Final = 15  # of a month
_WORKING, _WEEK = 5, 7  # days
_DAYS: Final = 28  # that every month has
_LAST_DAY: Final = 31
_QUARTERS: Final = 4


class DatePiece(NamedTuple):
    """A part of a date that can be moved by itself."""

    kind: str
    start: int
    end: int
    text: str


class DateShift(NamedTuple):
    """How the dates of a document move.

    What has no day moves by numbers of its own: who can tell which season was meant must not learn the days.
    """

    days: int
    year: int = PLAIN_YEAR  # in which days without a year lie
    keeps_weekdays: bool = False
    years: int = 1  # by which a year alone moves
    turn: int = 0  # how far feasts, seasons, quarters and lone days of a month turn

    @property
    def decades(self) -> int:
        return 1 if self.years > 0 else -1


class DatePieces:
    """Reads what `DateForms` cannot read as one date."""

    def __init__(self, table: DateTable, forms: DateForms, numbers: NumberWriter) -> None:
        self._table, self._forms, self._numbers = table, forms, numbers
        self._long_days = [day for row in table.weekdays for day in row if len(day) > 3]
        self._months = (*table.months, *(name.rstrip(".") for name in table.short_months))
        self._piece = _piece_pattern(table, forms.search, self._months, self._long_days)
        stems = "|".join(sorted(map(regex.escape, table.days), key=len, reverse=True)) or "(?!)"
        self._day = regex.compile(
            rf"(?i)\b({stems})(?:{'|'.join(table.day_endings)})\b(?!\s+(?:{_any(self._long_days)}))"
        )
        # May 3–9, 2019, whose days stand before the month like those of other ranges then
        self._turned = regex.compile(
            rf"(?i)\b({_any(self._months)})\.?\s(\d{{1,2}}\s?(?:[–-]|\p{{L}}{{2,3}})\s?\d{{1,2}}),?(?=\s\d{{4}}|$)"
        )
        self._mark = regex.compile(rf"\.|(?:{'|'.join(sorted(numbers.endings)) or '(?!)'})\b")
        self._thousands = sorted(table.thousands.items(), key=lambda item: len(item[0]), reverse=True)

    def pieces(self, text: str) -> list[DatePiece]:
        """The pieces in order; none if a word stands between them that belongs to no date."""
        found = [
            DatePiece(match.lastgroup or "", match.start(), match.end(), match[0])
            for match in self._piece.finditer(text)
        ]
        read, rest = 0, ""
        for piece in found:
            rest += text[read : piece.start] + "\n"
            read = piece.end
        rest += text[read:]
        if any(char.isdecimal() for char in rest):
            return []
        known = self._table.around | self._numbers.endings
        return found if all(word.lower() in known for word in _WORD.findall(rest)) else []

    def plain(self, text: str) -> str:
        """The text with figures for numbers in words."""
        days = [day.lower() for day in self._table.days]
        figure = self._table.day_figure
        text = self._turned.sub(r"\2 \1", _DAY_SIGN.sub(r"\1", text))
        text = str(self._day.sub(lambda m: figure.format(d=days.index(m[1].lower()) + 1), text))
        for words, value in self._thousands:
            text = regex.sub(rf"(?i)\b{regex.escape(words)}\s*(?=\p{{L}})", f"{value}+", text)
        text = self._numbers.in_figures(text)
        return str(regex.sub(r"(\d{4})\+(\d{1,2})\b", lambda m: str(int(m[1]) + int(m[2])), text))

    def shift(self, text: str, shift: DateShift) -> str | None:
        """All pieces of a text moved; None where one cannot be read or nothing would change."""
        text = self.plain(text)
        pieces = self.pieces(text)
        kinds = {piece.kind for piece in pieces}
        if FEAST in kinds and not kinds.isdisjoint(_TELLING):
            return None  # a feast beside its date would tell by how much the date moved
        new: list[str] = []
        read = 0
        for place, piece in enumerate(pieces):
            moved = self._moved(piece, pieces[place + 1 :], shift)
            if moved is None:
                return None
            new += (text[read : piece.start], moved)
            is_longer = piece.kind == NUMBER and _FIGURES.fullmatch(moved) is None
            mark = self._mark.match(text, piece.end) if is_longer else None
            read = mark.end() if mark else piece.end
        whole = self._numbers.with_endings("".join([*new, text[read:]]))
        is_kept = shift.keeps_weekdays and kinds == {WEEKDAY}
        return whole if pieces and (whole != text or is_kept) else None

    def _moved(self, piece: DatePiece, later: Sequence[DatePiece], shift: DateShift) -> str | None:
        if piece.kind == FULL:
            return self._forms.shift(piece.text, shift.days, year=shift.year)
        if piece.kind in (YEAR, SHORT, PAIR):
            return str(regex.sub(r"\d+", lambda m: _later_year(m[0], shift.years), piece.text))
        if piece.kind == MONTH:
            return self._month(piece.text, shift)
        if piece.kind == WEEKDAY:
            return self._weekday(piece.text, later, shift)
        if piece.kind in (FEAST, SEASON):
            return self._row(piece.text, shift.turn)
        if piece.kind == DECADE:
            return str(regex.sub(r"\d+", lambda m: _later_year(m[0], 10 * shift.decades), piece.text))
        if piece.kind == QUARTER:
            return f"{piece.text[0]}{(int(piece.text[1]) + shift.turn % (_QUARTERS - 1)) % _QUARTERS + 1}"
        return self._number(piece.text, later, shift)

    def _month(self, name: str, shift: DateShift) -> str:
        place = [month.lower() for month in self._months].index(name.lower())
        moved = date(shift.year, place % 12 + 1, _MIDDLE) + timedelta(days=shift.days)
        new = self._months[place // 12 * 12 + moved.month - 1]
        return new.upper() if name.isupper() else written_like(new, name)

    def _weekday(self, name: str, later: Sequence[DatePiece], shift: DateShift) -> str:
        """That of the date behind it, if it is whole; else as many days on as all dates: it fits them all."""
        if shift.keeps_weekdays:
            return name
        row = next(row for row in self._table.weekdays if name.lower() in map(str.lower, row))
        place = [day.lower() for day in row].index(name.lower())
        day = next((self._forms.day_of(piece.text) for piece in later if piece.kind == FULL), None)
        if day is not None:
            place = (day + timedelta(days=shift.days)).weekday()
        else:
            place = (place + shift.days) % _WEEK
        return written_like(row[place], name)

    def _row(self, name: str, turn: int) -> str | None:
        row = self._row_of(name)
        if len(row) < 2:
            return None
        place = [item.lower() for item in row].index(" ".join(name.lower().split()))
        return written_like(row[(place + 1 + turn % (len(row) - 1)) % len(row)], name)

    def _row_of(self, name: str) -> Sequence[str]:
        plain = " ".join(name.split())
        rows = (*self._table.feasts, *self._table.seasons)
        exact = (row for row in rows if plain in row)
        small = (row for row in rows if plain.lower() in map(str.lower, row))
        return next(exact, ()) or next(small, ())

    def _number(self, text: str, later: Sequence[DatePiece], shift: DateShift) -> str:
        """A day of the month of the date behind it, with its month where that is another; above 31 a year."""
        number = int(text)
        if number > _LAST_DAY:
            return _later_year(text, shift.years)
        full = next((piece.text for piece in later if piece.kind == FULL), "")
        last = self._forms.shift(full, shift.days, year=shift.year)
        own = self._forms.on_day(full, number, shift.days, year=shift.year) if last else None
        if own is not None and own[1] != self._forms.month_of(last or ""):
            return own[0]
        new = self._forms.day_number(own[0]) if own else (number + shift.turn % (_DAYS - 1)) % _DAYS + 1
        return f"{new:02d}" if len(text) == 2 and text.startswith("0") else str(new)

    def generalize(self, text: str, level: str) -> str | None:
        """Every piece less exactly: days go, months and years stay as far as the level says."""
        text = self.plain(text)
        pieces = self.pieces(text)
        told = [self._told(piece, level) for piece in pieces]
        if not any(told) or None in told:
            return None
        new: list[str] = []
        read, is_joined = 0, True
        for piece, words in zip(pieces, told, strict=True):
            if words:
                gap = text[read : piece.start] if is_joined else ""
                new.append((self._without_article(gap) if piece.kind == FULL and new else gap) + words)
            read, is_joined = piece.end, bool(words)  # what joined a piece that goes, goes too
        return "".join(new).strip(" ,;/-–") + (text[read:] if told[-1] else "")

    def _without_article(self, gap: str) -> str:
        """What joins two dates, without the article of a day that goes: enero y el 31 de diciembre."""
        *before, last = gap.split() or [""]
        goes = before and last.lower() not in (self._table.before.get(last.lower()), None)
        return f" {' '.join(before)} " if goes and last.lower() in self._table.before else gap

    def kinds(self, text: str) -> frozenset[str]:
        """The kinds of the pieces of a text."""
        return frozenset(piece.kind for piece in self.pieces(self.plain(text)))

    def sole_kind(self, text: str) -> str:
        """The kind of a text that is one piece and no more; empty if it is something else."""
        pieces = self.pieces(text)
        return pieces[0].kind if len(pieces) == 1 else ""

    def is_weekend(self, text: str) -> bool:
        """Whether a text that is a weekday is of the end of the week."""
        return self.weekday_words(text) == self._table.week[-1]

    def weekday_words(self, text: str) -> str:
        """What is said for a text that is a weekday and no more; empty if it is something else."""
        pieces = self.pieces(text)
        if len(pieces) != 1 or pieces[0].kind != WEEKDAY or not self._table.week:
            return ""
        name = pieces[0].text.lower()
        places = (row.index(day) for row in self._table.weekdays for day in row if day.lower() == name)
        return self._table.week[next(places) >= _WORKING]

    def words_before(self, words: Sequence[str], old: str, new: str) -> list[str]:
        """The words before a date as they are before another, where its weekday has another gender."""
        was, is_now = (self._is_late(text) for text in (old, new))
        if was is None or is_now is None or was == is_now:
            return list(words)
        table = self._table.weekday_words
        other = table if is_now else {late: early for early, late in table.items()}
        changed = list(words)
        for place in range(len(words) - 1, -1, -1):
            if words[place].lower() not in other:
                break
            changed[place] = written_like(other[words[place].lower()], words[place])
        return changed

    def _is_late(self, text: str) -> bool | None:
        """Whether a text begins with a day of the end of the week; None if with no weekday."""
        first = next(iter(self.pieces(text)), None)
        if first is None or first.kind != WEEKDAY:
            return None
        rows = ([day.lower() for day in row] for row in self._table.weekdays)
        return next(row.index(first.text.lower()) >= _WORKING for row in rows if first.text.lower() in row)

    def is_range(self, text: str) -> bool:
        """Whether days without a month of their own stand before a date: 3. bis 9. Mai."""
        pieces = self.pieces(self.plain(text))
        return len(pieces) > 1 and pieces[0].kind == NUMBER and pieces[-1].kind == FULL

    def begins_with_day(self, text: str) -> bool:
        """Whether words of a day stand before it."""
        pieces = self.pieces(self.plain(text))
        return bool(pieces) and pieces[0].kind in (FULL, NUMBER, WEEKDAY)

    def _told(self, piece: DatePiece, level: str) -> str | None:
        """What is said of a piece; empty if nothing, None if that cannot be."""
        if piece.kind == FULL:
            return self._forms.generalize(piece.text, level)
        if piece.kind in (WEEKDAY, NUMBER):
            return ""
        if piece.kind == FEAST:
            return None
        if piece.kind in (MONTH, QUARTER):
            return piece.text if level == "month" else ""
        if piece.kind == DECADE:
            return piece.text
        return piece.text if level != "decade" or piece.kind == SEASON else None


def _later_year(text: str, years: int) -> str:
    return str((int(text) + years) % 10 ** len(text)).zfill(len(text))


def _piece_pattern(
    table: DateTable, full: str, months: Iterable[str], long_days: Iterable[str]
) -> regex.Pattern[str]:
    """Any piece; the surest kinds first."""
    short_days = [day for row in table.weekdays for day in row if len(day) <= 3]
    decade = r"(?:(?:1[5-9]|20)?\d0)"
    decades = (regex.escape(form).replace(r"\{decade\}", decade) for form in table.decades)
    forms = {
        DECADE: rf"(?:{'|'.join(decades) or '(?!)'})(?!\p{{L}})",
        QUARTER: r"Q[1-4](?!\p{L}|\p{N})",
        FULL: full,
        PAIR: r"\d{4}\s?[/–—-]\s?\d{2}(?!\d)",
        YEAR: r"(?:1[5-9]|20)\d\d(?!\d)",
        FEAST: rf"(?:{_any(name for row in table.feasts for name in row)})(?!\p{{L}})",
        SEASON: rf"(?:{_any(name for row in table.seasons for name in row)})(?!\p{{L}})",
        MONTH: rf"(?:{_any(months)})(?!\p{{L}})",
        WEEKDAY: rf"(?:{_any(short_days)})(?!\p{{L}})|(?:{_any(long_days)})",
        SHORT: r"(?<=['’‘])\d{2}(?!\d)",
        NUMBER: r"\d{1,2}(?!\d|[./-]\d)",
    }
    either = "|".join(f"(?P<{kind}>{form})" for kind, form in forms.items())
    return regex.compile(rf"(?<![\p{{L}}\p{{N}}])(?:{either})", regex.IGNORECASE)


def _any(words: Iterable[str]) -> str:
    ordered = sorted(set(words), key=len, reverse=True)
    return "|".join(regex.escape(word).replace("\\ ", r"\s+") for word in ordered) or "(?!)"

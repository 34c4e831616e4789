"""An attacker who has an output and the code, but no key, and wants to know by how many days dates moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, partial
from typing import Final

import regex

from nescio.packs import load_pack
from nescio.replace.dates import DateForms
from nescio.replace.numerals import NumberWriter
from nescio.replace.substitutes.dates import whole_years

# What anybody can read in the code: from 20 to 170 days, never whole weeks.
POSSIBLE: Final = tuple(d for n in range(20, 171) for d in (-n, n) if d % 7)
# The same day in all languages, by number of the month and the day.
FIXED: Final = {
    (12, 24): ("christmas eve", "heiligabend", "véspera de natal", "nochebuena"),
    (12, 25): ("christmas day", "christmas", "weihnachten", "natal", "navidad"),
    (12, 31): ("new year's eve", "silvester", "véspera de ano novo", "nochevieja"),
    (1, 1): ("new year's day", "neujahr", "ano novo", "año nuevo"),
}
EASTER: Final = ("easter sunday", "ostersonntag", "domingo de páscoa", "domingo de resurrección")
SEASONS: Final = (  # from the middle of winter on, three months each
    ("winter", "inverno", "invierno"), ("spring", "frühling", "primavera"),
    ("summer", "sommer", "verão", "verano"), ("autumn", "fall", "herbst", "outono", "otoño"),
)  # fmt: skip
INTERVALS: Final = {  # words beside a date, and how far it then is from the day of the letter
    21: ("in three weeks", "in drei wochen", "dentro de três semanas", "dentro de tres semanas"),
    -1: ("the day before,", "am tag davor", "na véspera,", "el día antes"),
    -2: ("two days before", "zwei tage zuvor", "dois dias antes", "dos días antes"),
}
_YOUNG: Final = 1990  # nobody in the letters was born later
AGE: Final = regex.compile(r"\((\d\d)\s\p{L}+")


@dataclass(frozen=True)
class Clue:
    """What one lever says: the days that it leaves, of those that are possible."""

    lever: str
    left: frozenset[int]


@cache
def forms(language: str) -> tuple[DateForms, regex.Pattern[str], list[list[str]]]:
    pack = load_pack(language)
    own = DateForms(pack.dates, NumberWriter(pack.numerals))
    rows = [[day.lower() for day in row] for row in pack.dates.weekdays if len(row[0]) > 3]
    return own, regex.compile(rf"(?<![\p{{L}}\p{{N}}])(?:{own.search})", regex.IGNORECASE), rows


def dates_in(line: str, language: str) -> list[date]:
    own, pattern, _ = forms(language)
    days = (own.day_of(match[0]) for match in pattern.finditer(line))
    return [day for day in days if day is not None]


def clues(output: str, language: str) -> list[Clue]:
    """What an output tells, line by line; a letter begins with its day."""
    lines = output.strip().lower().split("\n")
    days = [day for day in dates_in(output, language) if day.year >= _YOUNG]
    if not days:
        return []
    found = [
        clue for line in lines for day in dates_in(line, language) for clue in beside(line, day, days[0])
    ]
    weekdays = [clue for line in lines for clue in _weekday(line, days[0], language)]
    return [*found, *weekdays, *_same_day(days), *_age(output, language, days[0])]


def beside(line: str, day: date, first: date) -> Iterator[Clue]:
    """What stands in one line with a date: the feast of that day, its season, how far from today it is."""
    feasts = [place for place, names in FIXED.items() if any(name in line for name in names)]
    if feasts:
        yield _clue("feast", lambda d: ((day - d).month, (day - d).day) in feasts)
    if any(name in line for name in EASTER):
        yield _clue("feast", lambda d: (day - d) == easter((day - d).year))
    named = [place for place, names in enumerate(SEASONS) if any(f" {name}" in line for name in names)]
    if named:
        yield _clue("season", lambda d: (day - d).month % 12 // 3 in named)
    for interval, words in INTERVALS.items():
        if any(word in line for word in words) and day != first:
            wrong = abs((day - first).days - interval)
            if wrong:
                yield _clue("interval", partial(_is_apart, {wrong}))


def _weekday(line: str, first: date, language: str) -> Iterator[Clue]:
    """A weekday that is not that of its date, or, alone, not that of the letter, has not moved with it."""
    rows = forms(language)[2]
    own = dates_in(line, language)
    for row in rows:
        for place, name in enumerate(row):
            if regex.search(rf"(?<!\p{{L}}){name}(?!\p{{L}})", line):
                days = own or [first]
                if all(day.weekday() != place for day in days):
                    yield _clue("weekday", partial(_was_on, days[0], place))


def _is_apart(days: set[int], moved: timedelta) -> bool:
    return abs(moved.days) in days


def _was_on(day: date, weekday: int, moved: timedelta) -> bool:
    return (day - moved).weekday() == weekday


def _same_day(days: list[date]) -> Iterator[Clue]:
    """Two dates a plausible shift apart may be one day, of which one has not moved."""
    apart = {abs((a - b).days) for a in days for b in days} & set(map(abs, POSSIBLE))
    if apart:
        yield _clue("two dates", partial(_is_apart, apart))


def _age(output: str, language: str, first: date) -> Iterator[Clue]:
    """An age that birth and day of the letter do not tell says which of them moved farther."""
    age = AGE.search(output)
    births = [day for day in dates_in(output, language) if day.year < _YOUNG]
    if age and births and (told := whole_years(births[0], first)) != int(age[1]):
        later = told > int(age[1])
        yield _clue("age", lambda d: (d.days > 0) == later)


def easter(year: int) -> date:
    """Easter Sunday (Meeus, Jones and Butcher)."""
    a, b, c = year % 19, year // 100, year % 100
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    k = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    month, day = divmod(h + k - 7 * ((a + 11 * h + 22 * k) // 451) + 114, 31)
    return date(year, month, day + 1)


def _clue(lever: str, fits: Callable[[timedelta], bool]) -> Clue:
    return Clue(lever, frozenset(d for d in POSSIBLE if fits(timedelta(days=d))))


def ranked(found: list[Clue]) -> dict[int, int]:
    """For each possible shift how many clues speak for it."""
    return {d: sum(d in clue.left for clue in found if clue.left) for d in POSSIBLE}

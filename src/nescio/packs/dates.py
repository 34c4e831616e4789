"""How a language writes dates: `agreement/dates.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nescio.packs.files import name_of, read_layers
from nescio.packs.shape import shaped


@dataclass(frozen=True)
class DateTable:
    """Month names, and templates with the fields {d}, {m}, {y}, {month} and {roman}."""

    months: tuple[str, ...] = ()
    short_months: tuple[str, ...] = ()
    other_months: Mapping[str, int] = field(default_factory=dict)  # further spellings -> number of the month
    written: tuple[str, ...] = ()  # ways of writing a date, the surest first
    month_year: str = "{month} {y}"
    decade: str = "{decade}"
    decades: tuple[str, ...] = ()  # ways of writing one: {decade}s
    either_order: bool = False  # 3/4/2021 is in April for some and in March for others
    ordinal: str = ""  # the ending of the day in templates, which every day has in its own form: th
    days: tuple[str, ...] = ()  # the days of a month in words, from the first on, without an ending
    day_endings: tuple[str, ...] = ("",)  # what stands behind them: dritte, dritten
    day_figure: str = "{d}"  # such a day in figures
    weekdays: tuple[tuple[str, ...], ...] = ()  # rows from Monday to Sunday, each in one writing
    weekday_words: Mapping[str, str] = field(default_factory=dict)  # before working days -> before the others
    feasts: tuple[tuple[str, ...], ...] = ()  # those of a row may stand for each other
    seasons: tuple[tuple[str, ...], ...] = ()
    around: frozenset[str] = frozenset()  # words between the parts of a date
    week: tuple[str, ...] = ()  # what is said for a weekday: of the week, of its end
    week_before: frozenset[str] = frozenset()  # words before a weekday that go with it
    holiday: str = ""  # what is said for a feast
    holiday_before: frozenset[str] = frozenset()
    day: str = ""  # what is said for a day of which nothing else can be
    day_before: frozenset[str] = frozenset()
    nouns: tuple[tuple[str, ...], ...] = ()  # weekday, day of its end, feast, any day: word, gender, genitive
    noun_after: frozenset[str] = frozenset()  # prepositions before them, beside those of the grammar
    noun_before: frozenset[str] = frozenset()  # verbs behind a day that is their subject
    noun_not_after: frozenset[str] = frozenset()  # words before a date behind which no noun can stand
    thousands: Mapping[str, int] = field(default_factory=dict)  # beginnings of years in words
    before: Mapping[str, str] = field(default_factory=dict)  # word before a day -> before a month or year
    before_range: Mapping[str, str] = field(default_factory=dict)  # the same before several days
    before_year: Mapping[str, str] = field(default_factory=dict)  # where it is another one before a year


def read_dates(paths: Sequence[Path]) -> DateTable:
    """The table of several files; a key of a later one replaces that of an earlier."""
    return shaped(DateTable, read_layers(paths), name_of(paths[-1]))

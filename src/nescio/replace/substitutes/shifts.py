"""By how much the dates, times and ages of a document move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from nescio.replace.substitutes.drawer import Drawer

BIRTH: Final = "BIRTHDATE"
DOCUMENT, CORPUS = "document", "corpus"
SCOPES: Final = (DOCUMENT, CORPUS)
_WEEK: Final = 7
_NEAR, _FAR = 20, 170  # days
_SOON, _LATE = 35, 145  # minutes
_YEARS: Final = 3  # at most, of an age


@dataclass(frozen=True, slots=True)
class ShiftWish:
    """What a user wishes of moved dates."""

    weekdays: bool = False  # a Monday stays a Monday
    births: bool = False  # a birth moves with the visits, so that ages stay exact
    secret: str = field(default="", repr=False)  # with it nobody else can work the days out
    scope: str = DOCUMENT  # what moves by the same days

    def drawer_for(self, document: str, drawer: Drawer) -> Drawer:
        """What draws the days: of a key, if there is one, and then of nothing that is in a text."""
        if not self.secret:
            return drawer
        return Drawer(self.secret, "" if self.scope == CORPUS else f"document {document}")


class Shifts:
    """The days of visits and the days of births: who knows the one cannot tell the other."""

    def __init__(self, drawer: Drawer, wish: ShiftWish) -> None:
        visits, births = drawer.days(_NEAR, _FAR), drawer.days(_NEAR, _FAR)
        self.keeps_weekdays = wish.weekdays
        if wish.weekdays:
            visits, births = _whole_weeks(visits), _whole_weeks(births)
        self._visits, self._births = visits, visits if wish.births else births
        self.minutes, self.years = drawer.days(_SOON, _LATE), drawer.days(1, _YEARS)
        self.year: int | None = None  # in which days without a year lie, once somebody has looked

    def days_of(self, label: str) -> int:
        return self._births if label == BIRTH else self._visits


def _whole_weeks(days: int) -> int:
    return round(days / _WEEK) * _WEEK

"""By how much the dates, times and ages of a document move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from nescio.core.labels import PERSON
from nescio.core.model import Entity
from nescio.core.scene import Scene
from nescio.replace.substitutes.drawer import Drawer
from nescio.text.folding import key_of

BIRTH: Final = "BIRTHDATE"
DOCUMENT, PERSON_SCOPE, CASE, CORPUS = "document", "person", "case", "corpus"
SCOPES: Final = (DOCUMENT, PERSON_SCOPE, CASE, CORPUS)
_WEEK: Final = 7
_NEAR, _FAR = 20, 170  # days
_SOON, _LATE = 35, 145  # minutes
_YEARS: Final = 3  # at most, of an age
_TURNS: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class ShiftWish:
    """What a user wishes of moved dates."""

    weekdays: bool = False  # a Monday stays a Monday
    births: bool = False  # a birth moves with the visits, so that ages stay exact
    secret: str = field(default="", repr=False)  # with it nobody else can work the days out
    scope: str = DOCUMENT  # what moves by the same days

    def drawer_for(self, scene: Scene, drawer: Drawer) -> Drawer:
        """What draws the days: of a key, if there is one, and then of nothing that is in a text."""
        if not self.secret:
            return drawer
        about = {CASE: _case_of, PERSON_SCOPE: _person_of, CORPUS: _nothing_of}.get(self.scope, _document_of)
        return Drawer(self.secret, about(scene))


class Shifts:
    """The days of visits and the days of births: who knows the one cannot tell the other."""

    def __init__(self, drawer: Drawer, wish: ShiftWish) -> None:
        visits, births = (_days(drawer, weeks=wish.weekdays) for _ in range(2))
        self.keeps_weekdays, self.keeps_ages = wish.weekdays, wish.births
        # Somebody is born on one day in all documents that move alike, whatever else is in them.
        self.each_birth = bool(wish.secret) and wish.scope != DOCUMENT
        self.visits, self.births = visits, visits if wish.births else births
        self.minutes, self.years = drawer.days(_SOON, _LATE), drawer.days(1, _YEARS)
        # Who is not grown up gets older or younger by a year, as the days of visits and births make them.
        step = visits - self.births if self.each_birth else self.years
        self.young_years = 1 if step > 0 else -1
        # What has no day moves apart from the days, so that it tells nothing of them.
        apart = drawer.apart("dates without a day")
        self.year_step, self.turn = apart.one_of((-1, 1)), apart.number(0, _TURNS)


def _days(drawer: Drawer, *, weeks: bool) -> int:
    """Whole weeks or none: a weekday that moves is another one then."""
    days = drawer.days(_NEAR, _FAR)
    if weeks:
        return round(days / _WEEK) * _WEEK
    return days if days % _WEEK else days + 1


def _document_of(scene: Scene) -> str:
    return f"document {scene.document.id}"


def _case_of(scene: Scene) -> str:
    """The folder of a document; one that lies in none is a case by itself."""
    folder, sign, _ = scene.document.id.rpartition("/")
    return f"case {folder}" if sign else _document_of(scene)


def _person_of(scene: Scene) -> str:
    """Whom a document is about: the person whom it names most often; who is named in none, has none."""
    people = [entity for entity in scene.entities if entity.label == PERSON]
    if not people:
        return _document_of(scene)
    main = max(people, key=lambda entity: (len(entity.mentions), -entity.mentions[0].start))
    return f"person {_known_as(main, scene.document.text)}"


def _known_as(person: Entity, text: str) -> str:
    """What a ledger calls a person, else the fullest name, in any order of its words."""
    if person.identity is not None:
        return person.identity.id
    names = (key_of(text[span.start : span.end]) for span in person.mentions)
    return " ".join(sorted(max(names, key=lambda name: (len(name), name)).split()))


def _nothing_of(scene: Scene) -> str:
    return ""

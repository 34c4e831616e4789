"""Substitutes for all entities of a document, each by what it is."""

from __future__ import annotations

from collections.abc import Mapping

from nescio.core.labels import ORGANIZATION, PERSON
from nescio.core.model import Entity, Span
from nescio.core.scene import Change
from nescio.knowledge.linking import Link
from nescio.replace.date_pieces import DatePieces, DateShift
from nescio.replace.dates import PLAIN_YEAR, DateForms
from nescio.replace.kept import kept_by
from nescio.replace.kinds import DATE, Kinds
from nescio.replace.linking import ThingLinks
from nescio.replace.substitutes.codes import CodeSubstitutes
from nescio.replace.substitutes.contacts import contact
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.figures import FigureSubstitutes
from nescio.replace.substitutes.persons import PersonSubstitutes
from nescio.replace.substitutes.shifts import BIRTH
from nescio.replace.substitutes.things import ThingSubstitutes
from nescio.replace.substitutes.words import WordSubstitutes


class EntitySubstitutes:
    """Everything gets a substitute of its kind; what cannot be read is tagged."""

    def __init__(
        self,
        persons: PersonSubstitutes,
        things: ThingSubstitutes,
        dates: DateForms,
        pieces: DatePieces,
        *,
        codes: CodeSubstitutes,
        words: Mapping[str, WordSubstitutes],
        figures: FigureSubstitutes,
        kinds: Kinds,
        links: ThingLinks,
    ) -> None:
        self._persons, self._things = persons, things
        self._dates, self._pieces = dates, pieces
        self._codes, self._words, self._figures = codes, words, figures
        self._kinds, self._links = kinds, links

    def edits(self, draw: Draw) -> dict[Span, Change]:
        order = sorted(draw.scene.entities, key=lambda entity: entity.mentions[0])
        things = [entity for entity in order if self._kinds.is_thing(entity, draw.text)]
        links = self._links.link(draw.scene.document, things)
        # What is kept stays free for its owner; addresses follow the names of their owners.
        order.sort(key=lambda entity: (self._kinds.is_contact(entity.label), not kept_by(entity)))
        found: dict[Span, Change] = {}
        for entity in order:
            found |= self._edits(draw, entity, links)
        return found

    def _edits(self, draw: Draw, entity: Entity, links: Mapping[int, Link]) -> dict[Span, Change]:
        root = self._kinds.root(entity.label)
        if root == PERSON:
            return self._persons.edits(draw, entity)
        if entity.id in links:
            link = links[entity.id]
            is_family = root == ORGANIZATION and self._things.is_family(draw, entity, link)
            return self._persons.edits(draw, entity) if is_family else self._things.edits(draw, entity, link)
        if self._kinds.is_contact(entity.label):
            return contact(draw, entity)
        found = None if entity.id in draw.scene.untold else self._natural(draw, entity, root)
        return found or draw.tag(entity)

    def _natural(self, draw: Draw, entity: Entity, root: str) -> dict[Span, Change] | None:
        """What stands for figures, numbers and words; None where nothing fits."""
        if root == DATE:
            return self._date(draw, entity)
        if root in self._words:
            return self._words[root].edits(draw, entity)
        if self._kinds.is_code(entity.label):
            return self._codes.edits(draw, entity)
        return self._figures.edits(draw, entity, root)

    def _date(self, draw: Draw, entity: Entity) -> dict[Span, Change] | None:
        """The date as many days away as all others of the document; a birth by days of its own."""
        year = self._year(draw)
        shift = DateShift(draw.shifts.days_of(entity.label), year, draw.shifts.keeps_weekdays)
        edits = {}
        for span in entity.mentions:
            old = draw.text[span.start : span.end]
            new = self._dates.shift(old, shift.days, year=year) or self._pieces.shift(old, shift)
            if new is None:
                return None
            edits[span] = Change(span.start, span.end, new)
        return edits

    def _year(self, draw: Draw) -> int:
        """The year in which days without a year are taken to lie: the first that the document names."""
        if draw.shifts.year is None:
            dates = (e for e in draw.scene.entities if self._kinds.root(e.label) == DATE and e.label != BIRTH)
            named = (self._dates.year_of(draw.text[s.start : s.end]) for e in dates for s in e.mentions)
            draw.shifts.year = next(filter(None, named), PLAIN_YEAR)
        return draw.shifts.year

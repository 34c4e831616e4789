"""Substitutes for all entities of a document, each by what it is."""

from __future__ import annotations

from collections.abc import Mapping

from nescio.core.labels import ORGANIZATION, PERSON
from nescio.core.model import Entity, Span
from nescio.core.scene import Change
from nescio.knowledge.linking import Link
from nescio.replace.kept import kept_by
from nescio.replace.kinds import DATE, Kinds
from nescio.replace.linking import ThingLinks
from nescio.replace.substitutes.codes import CodeSubstitutes
from nescio.replace.substitutes.contacts import contact
from nescio.replace.substitutes.dates import DateSubstitutes
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.figures import FigureSubstitutes
from nescio.replace.substitutes.persons import PersonSubstitutes
from nescio.replace.substitutes.things import ThingSubstitutes
from nescio.replace.substitutes.words import WordSubstitutes


class EntitySubstitutes:
    """Everything gets a substitute of its kind; what cannot be read is tagged."""

    def __init__(
        self,
        persons: PersonSubstitutes,
        things: ThingSubstitutes,
        dates: DateSubstitutes,
        *,
        codes: CodeSubstitutes,
        words: Mapping[str, WordSubstitutes],
        figures: FigureSubstitutes,
        kinds: Kinds,
        links: ThingLinks,
    ) -> None:
        self._persons, self._things, self._dates = persons, things, dates
        self._codes, self._words, self._figures = codes, words, figures
        self._kinds, self._links = kinds, links

    def edits(self, draw: Draw) -> dict[Span, Change]:
        order = sorted(draw.scene.entities, key=lambda entity: entity.mentions[0])
        things = [entity for entity in order if self._kinds.is_thing(entity, draw.text)]
        links = self._links.link(draw.scene.document, things)
        # What is kept stays free for its owner; addresses follow the names of their owners, and numbers of
        # a town that of the town.
        order.sort(key=lambda entity: (self._kinds.is_follower(entity.label), not kept_by(entity)))
        draw.countries = self._codes.countries(draw)
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
            return self._dates.edits(draw, entity)
        if root in self._words:
            return self._words[root].edits(draw, entity)
        if self._kinds.is_code(entity.label):
            return self._codes.edits(draw, entity)
        return self._figures.edits(draw, entity, root, ages=self._dates.moved(draw).ages)

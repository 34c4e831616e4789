"""Random substitution: another name of the same kind, gender and form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nescio.core.errors import ConfigError, check_options
from nescio.core.model import Entity, Span
from nescio.core.protocols import Context
from nescio.packs import Pack
from nescio.packs.surrogates import Surrogates
from nescio.replace.dates import DateForms
from nescio.replace.kept import FEATURE
from nescio.replace.planning import Edit, Scene, scene_of
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.persons import PersonSubstitutes
from nescio.replace.substitutes.things import ThingSubstitutes
from nescio.replace.world import World
from nescio.text.folding import key_of

OPTIONS = ("seed", "knowledge", "dictionary", "remote", "cache")
_THINGS = frozenset({"LOC", "ORG", "EVENT", "WORK", "PRODUCT", "MISC"})


class SubstituteMethod:
    """City for city, woman for woman; every form of a name gets the matching form.

    What is drawn never depends on the name that it replaces, so knowing the lists does not
    help to lead a name back. An identity of a ledger keeps what was drawn for it.
    """

    name = "substitute"
    reversible = False

    def __init__(self, world: World, surrogates: Surrogates, dates: DateForms, seed: str = "") -> None:
        self._world, self._lists, self._dates, self._seed = world, surrogates, dates, seed

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> SubstituteMethod:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        seed = options.get("seed", "")
        if not isinstance(seed, str | int):
            raise ConfigError("The option 'seed' of 'substitute' must be a string or a number.")
        return cls(World.build(pack, options), pack.surrogates, DateForms.load(pack), str(seed))

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        """One mention by itself, without its neighbours."""
        scene, span = scene_of(mention, entity, context)
        return self.plan(scene)[span].text

    def problems(self) -> dict[str, int]:
        """What went wrong on the way, by kind, since it was last asked for."""
        return self._world.problems()

    def plan(self, scene: Scene) -> dict[Span, Edit]:
        return _Run(Draw(self._world, self._lists, scene, self._seed), self._dates).edits()


class _Run:
    """The substitution of one document."""

    def __init__(self, draw: Draw, dates: DateForms) -> None:
        self._draw, self._dates = draw, dates
        self._persons, self._things = PersonSubstitutes(draw), ThingSubstitutes(draw)

    def edits(self) -> dict[Span, Edit]:
        order = sorted(self._draw.scene.entities, key=lambda entity: entity.mentions[0])
        things = [entity for entity in order if self._is_thing(entity)]
        order.sort(key=lambda entity: FEATURE not in entity.features)  # what is kept stays free for its owner
        links = self._draw.world.link(self._draw.scene.document, things) if things else {}
        found: dict[Span, Edit] = {}
        for entity in order:
            root = self._draw.world.root(entity.label)
            if root == "PER":
                found |= self._persons.edits(entity)
            elif entity.id in links:
                found |= self._things.edits(entity, links[entity.id])
            elif root == "DATE" and not entity.is_untold:
                found |= self._date(entity)
            elif entity.label in ("EMAIL", "URL"):
                found |= self._contact(entity)
            else:
                found |= self._draw.tag(entity)
        return found

    def _is_thing(self, entity: Entity) -> bool:
        """Whether a name can stand for it: not for a postcode or a bare number."""
        first = self._draw.text[entity.mentions[0].start : entity.mentions[0].end]
        named = any(char.isalpha() for char in first)
        return named and self._draw.world.root(entity.label) in _THINGS and entity.label != "POSTCODE"

    def _date(self, entity: Entity) -> dict[Span, Edit]:
        edits = {}
        for span in entity.mentions:
            shifted = self._dates.shift(self._draw.text[span.start : span.end], self._draw.shift)
            if shifted is None:
                return self._draw.tag(entity)
            edits[span] = Edit(span.start, span.end, shifted)
        return edits

    def _contact(self, entity: Entity) -> dict[Span, Edit]:
        """An address under a domain that is reserved for examples."""
        word = next((w for w in self._draw.family if self._draw.is_free(w, parts=True)), None)
        if word is None:
            return self._draw.tag(entity)
        self._draw.take(word)
        plain = key_of(word).replace(" ", "")
        text = f"{plain}@example.org" if entity.label == "EMAIL" else f"https://{plain}.example.org"
        return {span: Edit(span.start, span.end, text) for span in entity.mentions}

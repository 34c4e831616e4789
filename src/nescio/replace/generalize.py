"""Generalization: what a thing is instead of its name, as general as is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import regex

from nescio.core.errors import ConfigError, check_options, known
from nescio.core.model import Entity, Span
from nescio.core.protocols import Context
from nescio.packs import Pack
from nescio.replace.agreement.phrases import Phrase
from nescio.replace.agreement.repetition import Repetition
from nescio.replace.dates import LEVELS, DateForms, band, rounded
from nescio.replace.planning import Edit, Scene, scene_of
from nescio.replace.substitute import SubstituteMethod
from nescio.replace.world import World
from nescio.text.folding import key_of

OPTIONS: Final = (
    "anonymity",
    "persons",
    "dates",
    "ages",
    "seed",
    "knowledge",
    "dictionary",
    "remote",
    "cache",
)
PERSONS: Final = ("substitute", "role")
_THINGS: Final = frozenset({"LOC", "ORG", "EVENT", "WORK", "PRODUCT", "MISC"})
_WORD: Final = regex.compile(r"[\p{L}\p{M}]+")
_BEFORE: Final = regex.compile(r"([\p{L}\p{M}]+)([ \u00a0]+)$")


class GeneralizeMethod:
    """`Universidade de Lisboa` becomes `a universidade`: the lowest type with enough entities below."""

    name = "generalize"
    reversible = False

    def __init__(
        self,
        world: World,
        persons: SubstituteMethod | None,
        dates: DateForms,
        *,
        anonymity: int = 100,
        level: str = "month",
        width: int = 10,
    ) -> None:
        self._world, self._persons, self._dates = world, persons, dates
        self._repetition = Repetition(world)
        self._anonymity, self._level, self._width = anonymity, level, width

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> GeneralizeMethod:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        anonymity = _whole(options, "anonymity", 100)
        persons, level = options.get("persons", "substitute"), options.get("dates", "month")
        for name, value, possible in (("persons", persons, PERSONS), ("dates", level, LEVELS)):
            if value not in possible:
                raise ConfigError(
                    f"The option {name!r} of 'generalize' cannot be {value!r}. {known(str(value), possible)}"
                )
        world = World.build(pack, options)
        dates = DateForms.load(pack)
        seed = str(options.get("seed", ""))
        substitute = (
            SubstituteMethod(world, pack.surrogates, dates, seed) if persons == "substitute" else None
        )
        width = _whole(options, "ages", 10)
        return cls(world, substitute, dates, anonymity=anonymity, level=level, width=width)

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        """One mention by itself, without its neighbours."""
        scene, span = scene_of(mention, entity, context)
        return self.plan(scene)[span].text

    def problems(self) -> dict[str, int]:
        """What went wrong on the way, by kind, since it was last asked for."""
        return self._world.problems()

    def plan(self, scene: Scene) -> dict[Span, Edit]:
        """Persons by substitution, things by their type, dates and figures made coarser."""
        root = self._world.root
        people = [e for e in scene.entities if root(e.label) == "PER"]
        edits: dict[Span, Edit] = {}
        if people and self._persons is not None:
            alike = Scene(scene.document, tuple(people), scene.fences, scene.tags)
            edits |= self._persons.plan(alike)
            people = []
        things = [e for e in scene.entities if self._is_thing(scene, e)]
        edits |= self._things(scene, [*things, *people])
        for entity in scene.entities:
            if entity.mentions[0] not in edits:
                edits |= self._figures(scene, entity)
        return edits

    def _is_thing(self, scene: Scene, entity: Entity) -> bool:
        """Whether the knowledge base may say what it is: not a postcode, not a bare number."""
        first = scene.document.text[entity.mentions[0].start : entity.mentions[0].end]
        named = any(char.isalpha() for char in first)
        return (
            named and self._world.root(entity.label) in _THINGS and entity.label not in ("MISC", "POSTCODE")
        )

    def ladder(self, type: str) -> list[tuple[str, int]]:
        """The type and those above it, each with the number of entities below."""
        return [(step, self._world.totals[step]) for step in self._world.types.lineage(type)]

    def _climb(self, type: str) -> str:
        """The lowest type on the ladder that is anonymous enough."""
        steps = self.ladder(type)
        return next((step for step, count in steps if count >= self._anonymity), steps[-1][0])

    def _things(self, scene: Scene, entities: list[Entity]) -> dict[Span, Edit]:
        order = sorted(entities, key=lambda entity: entity.mentions[0])
        links = self._world.link(scene.document, order) if order else {}
        types = {entity.id: self._climb(self._type(scene, entity, links[entity.id].type)) for entity in order}
        shared = Counter(types.values())
        numbers: Counter[str] = Counter()
        edits: dict[Span, Edit] = {}
        for entity in order:
            type = types[entity.id]
            numbers[type] += 1
            number = self._free_number(scene, type, numbers) if shared[type] > 1 else 0
            for place, span in enumerate(entity.mentions):
                edits[span] = self._say(scene, span, type, number, is_first=place == 0)
        return _apart(edits, scene.document.text)

    def _type(self, scene: Scene, entity: Entity, type: str) -> str:
        """The type of a thing; of a person the role that the words before the name tell."""
        if self._world.root(entity.label) != "PER":
            return type
        for span in entity.mentions:
            words = _WORD.findall(scene.document.text[max(0, span.start - 40) : span.end])
            for word in reversed(words):
                for role in self._world.types.of_word(word):
                    if "person" in self._world.types.lineage(role)[1:]:
                        return role
        return "person"

    def _free_number(self, scene: Scene, type: str, numbers: Counter[str]) -> int:
        """The next number whose label does not already stand in the text."""
        text = key_of(scene.document.text)
        label = key_of(self._world.types.noun(type).text)
        while f"{label} {numbers[type]}" in text:
            numbers[type] += 1
        return numbers[type]

    def _say(self, scene: Scene, span: Span, type: str, number: int, *, is_first: bool) -> Edit:
        world, text = self._world, scene.document.text
        name = text[span.start : span.end]
        left, right = scene.room(span.start, span.end)
        if (edit := self._repetition.edit(scene, span, type, number)) is not None:
            return edit
        noun = world.types.noun(type)
        phrase = Phrase(
            f"{noun.text} {number}" if number else noun.text, noun.gender, noun.number, noun.genitive,
            definite=not is_first, numbered=number > 0, place=world.root(world.types.label(type)) == "LOC",
        )  # fmt: skip
        genders = world.genders(name)
        base = world.genitive_base(text, span)
        if base is not None and (edit := self._possessor(text, span, phrase, (left, right))) is not None:
            return edit
        takes = world.takes_article(type, span.label, genders)
        around = world.repairer.look(text, span.start, left=left, genders=genders, takes_article=takes)
        edit = world.repairer.repair(
            text, span.start, span.end, phrase,
            around=around, room=(left, right), genders=genders, genitive=base is not None,
        )  # fmt: skip
        if name.isupper() and len([c for c in name if c.isalpha()]) > 5 and edit.start == span.start:
            return edit._replace(text=edit.text.upper())
        return edit

    def _possessor(self, text: str, span: Span, phrase: Phrase, room: tuple[int, int]) -> Edit | None:
        """A genitive before its noun is turned round: Lissabons Altstadt → die Altstadt einer Stadt."""
        match = regex.compile(r"[ \u00a0]+(\p{Lu}[\p{L}\p{M}-]+)").match(text, span.end)
        if match is None or match.end() > room[1]:
            return None
        nouns = [w for w in self._world.dictionary.nouns(match[1]) if w.gender]
        if not nouns:
            return None
        head = nouns[0]
        around = self._world.repairer.look(text, span.start, left=room[0], genders="")
        owned = Phrase(match[1], head.gender, head.number, definite=True)
        front = self._world.repairer.repair(
            text, span.start, match.end(), owned, around=around, room=room, genders=head.gender
        )
        possessor = self._world.repairer.genitive(phrase)
        return front._replace(text=f"{front.text} {possessor}")

    def _figures(self, scene: Scene, entity: Entity) -> dict[Span, Edit]:
        root = self._world.root(entity.label)
        edits: dict[Span, Edit] = {}
        for span in entity.mentions:
            text = scene.document.text[span.start : span.end]
            edit = self._date(scene, span, text) if root == "DATE" and not entity.is_untold else None
            if root in ("AGE", "VALUE"):
                coarse = band(text, self._width) if root == "AGE" else rounded(text)
                edit = Edit(span.start, span.end, coarse) if coarse else None
            edits[span] = edit or Edit(span.start, span.end, scene.tags[entity.id])
        return edits

    def _date(self, scene: Scene, span: Span, written: str) -> Edit | None:
        coarse = self._dates.generalize(written, self._level)
        if coarse is None:
            return None
        left, _ = scene.room(span.start, span.end)
        text = scene.document.text
        start, word = span.start, ""
        while regex.match(r"\d", written) and (match := _BEFORE.search(text[max(left, start - 20) : start])):
            other = self._dates.before(match[1])
            if other is None:
                if word and match[1].lower() in self._world.grammar.prepositions:
                    word = ""  # "desde el 3 de marzo" → "desde marzo"
                break
            start = max(left, start - 20) + match.start(1)
            word = other
        if start < span.start:
            lead = word[:1].upper() + word[1:] if text[start].isupper() else word
            return Edit(start, span.end, f"{lead} {coarse}".strip())
        return Edit(span.start, span.end, coarse)


def _apart(edits: Mapping[Span, Edit], text: str) -> dict[Span, Edit]:
    """The edits in order; one that reaches back into the one before is cut to its own mention."""
    found: dict[Span, Edit] = {}
    read = 0
    for span in sorted(edits):
        edit = edits[span]
        if edit.start < read:
            own = edit.text.removeprefix(text[edit.start : span.start]).strip()
            edit = Edit(span.start, edit.end, own or edit.text)
        found[span] = edit
        read = edit.end
    return found


def _whole(options: Mapping[str, Any], name: str, default: int) -> int:
    value = options.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ConfigError(f"The option {name!r} of 'generalize' must be a whole number from 1.")
    return value

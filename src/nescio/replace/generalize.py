"""Generalization: what a thing is instead of its name, as general as is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from nescio.core.errors import check_options
from nescio.core.labels import OTHER_NAME, PERSON
from nescio.core.model import Entity, Span
from nescio.core.options import choice_option, job_options, whole_option
from nescio.core.scene import Change, Context, Scene, scene_of
from nescio.packs import Pack
from nescio.replace.agreement.grammar import Grammar
from nescio.replace.agreement.repetition import Repetition
from nescio.replace.agreement.surroundings import plain_words_before, spot_of
from nescio.replace.agreement.wording import Wording, build_wording
from nescio.replace.date_pieces import DatePieces
from nescio.replace.dates import LEVELS, DateForms
from nescio.replace.generalities.date_nouns import DateNouns
from nescio.replace.generalities.designator import Designator
from nescio.replace.generalities.figures import CoarseFigures
from nescio.replace.generalities.ladder import Ladder
from nescio.replace.generalities.things import ThingTypes
from nescio.replace.generalities.words import WiderWords
from nescio.replace.kinds import Kinds
from nescio.replace.linking import ThingLinks
from nescio.replace.numerals import NumberWriter
from nescio.replace.sources import SOURCE_OPTIONS, RemoteProblems, Sources, load_sources
from nescio.replace.substitute import SubstituteMethod
from nescio.replace.substitutes.codes import IDS, INVALID
from nescio.replace.word_kinds import word_kind_readers

OPTIONS: Final = {
    **dict.fromkeys(("anonymity", "persons", "dates", "ages", "seed", "ids"), True), **SOURCE_OPTIONS,
}  # fmt: skip
SUBSTITUTE: Final = "substitute"
PERSONS: Final = (SUBSTITUTE, "role")
_ADDRESSES: Final = ("STREET", "ADDRESS")
_UNTOLD: Final = OTHER_NAME  # what may be anything has no type


class GeneralizeMethod:
    """`Universidade de Lisboa` becomes `a universidade`: the lowest type with enough entities below."""

    name = "generalize"
    reversible = False

    def __init__(
        self,
        kinds: Kinds,
        things: ThingTypes,
        figures: CoarseFigures,
        words: Mapping[str, WiderWords],
        grammar: Grammar,
        *,
        substitute: SubstituteMethod,
        roles: bool,
        problems: RemoteProblems,
    ) -> None:
        self._kinds, self._things, self._figures = kinds, things, figures
        self._words, self._grammar = words, grammar
        self._substitute, self._roles, self._problems = substitute, roles, problems

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> GeneralizeMethod:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        anonymity = whole_option(cls.name, options, "anonymity", default=100)
        persons = choice_option(cls.name, options, "persons", default=SUBSTITUTE, possible=PERSONS)
        level = choice_option(cls.name, options, "dates", default="month", possible=LEVELS)
        width = whole_option(cls.name, options, "ages", default=10)
        sources, kinds, seed = load_sources(pack, options), Kinds(pack.labels), str(options.get("seed", ""))
        wording = build_wording(pack, sources)
        ladder = Ladder(sources.types, sources.base, anonymity)
        numbers = NumberWriter(pack.numerals)
        dates = DateForms(pack.dates, numbers)
        pieces = DatePieces(pack.dates, dates, numbers)
        nouns = DateNouns(pack.dates, pieces, wording.grammar, wording.repairer)
        figures = CoarseFigures(
            dates, pieces, nouns, numbers, kinds,
            prepositions=wording.grammar.prepositions, level=level, width=width,
        )  # fmt: skip
        ids = choice_option(cls.name, options, "ids", default=INVALID, possible=IDS)
        substitute = SubstituteMethod.of(pack, sources, wording=wording, seed=seed, ids=ids)
        things, roles = _things(sources, wording, ladder, kinds), persons != SUBSTITUTE
        readers = word_kind_readers(pack.surrogates)
        words = {
            label: WiderWords(item, wording.grammar, wording.observer) for label, item in readers.items()
        }
        return cls(
            kinds, things, figures, words, wording.grammar,
            substitute=substitute, roles=roles, problems=sources.problems,
        )  # fmt: skip

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        """One mention by itself, without its neighbours."""
        scene, span = scene_of(mention, entity, context)
        return self.plan(scene)[span].text

    def problems(self) -> dict[str, int]:
        """What went wrong on the way, by kind, since it was last asked for."""
        return self._problems.tell()

    def plan(self, scene: Scene) -> dict[Span, Change]:
        """Persons, numbers and addresses by substitution, things by their type, figures made coarser."""
        others = [e for e in scene.entities if self._is_substituted(e) or self._is_bare_street(scene, e)]
        edits: dict[Span, Change] = {}
        if others:
            edits |= self._substitute.plan(replace(scene, entities=tuple(others)))
        things = [e for e in scene.entities if self._is_thing(e, scene.document.text)]
        edits |= self._things.edits(scene, [e for e in things if e.mentions[0] not in edits])
        for entity in scene.entities:
            if entity.mentions[0] not in edits:
                words = self._words.get(self._kinds.root(entity.label))
                edits |= (words or self._figures).edits(scene, entity)
        return edits

    def _is_substituted(self, entity: Entity) -> bool:
        """A number has no type that could stand in its place; a name has one that says little."""
        is_person = self._kinds.root(entity.label) == PERSON and not self._roles
        return is_person or self._kinds.is_code(entity.label) or self._kinds.is_contact(entity.label)

    def _is_bare_street(self, scene: Scene, entity: Entity) -> bool:
        """Whether an address stands without words before it, where no noun can: "wohnhaft eine Straße"."""
        if not self._kinds.is_thing(entity, scene.document.text) or entity.label not in _ADDRESSES:
            return False
        word = next(plain_words_before(spot_of(scene, entity.mentions[0])), None)
        small = word.text.lower() if word else ""
        return small not in self._grammar.prepositions and small not in self._grammar.readings

    def _is_thing(self, entity: Entity, text: str) -> bool:
        if self._kinds.root(entity.label) == PERSON:
            return self._roles
        return self._kinds.is_thing(entity, text) and entity.label != _UNTOLD


def _things(sources: Sources, wording: Wording, ladder: Ladder, kinds: Kinds) -> ThingTypes:
    types, linker = sources.types, sources.linker
    repetition = Repetition(wording.grammar, linker, types, kinds)
    designator = Designator(types, kinds, repetition, wording.speaker)
    return ThingTypes(
        ThingLinks(linker), ladder, designator, observer=wording.observer, types=types, kinds=kinds
    )

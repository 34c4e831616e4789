"""Random substitution: another name of the same kind, gender and form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, Self

from nescio.core.errors import check_options
from nescio.core.model import Entity, Span
from nescio.core.options import choice_option, job_options, seed_option
from nescio.core.scene import Change, Context, Scene, scene_of
from nescio.knowledge.people import GivenNames, PersonWords
from nescio.knowledge.short_names import ShortNames
from nescio.packs import Pack
from nescio.packs.surrogates import Surrogates
from nescio.replace.agreement.declension import Declension
from nescio.replace.agreement.wording import Wording, build_wording
from nescio.replace.kinds import Kinds
from nescio.replace.linking import ThingLinks
from nescio.replace.numerals import NumberWriter
from nescio.replace.shift import SHIFT_OPTIONS, date_substitutes, date_wish
from nescio.replace.sources import SOURCE_OPTIONS, RemoteProblems, Sources, load_sources
from nescio.replace.substitutes.codes import IDS, INVALID, CodeSubstitutes
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.entities import EntitySubstitutes
from nescio.replace.substitutes.figures import FigureSubstitutes
from nescio.replace.substitutes.person_reader import NameReader
from nescio.replace.substitutes.persons import PersonSubstitutes
from nescio.replace.substitutes.shifts import ShiftWish
from nescio.replace.substitutes.thing_forms import ThingForms
from nescio.replace.substitutes.thing_names import ThingChooser, ThingNames
from nescio.replace.substitutes.things import ThingSubstitutes
from nescio.replace.substitutes.words import WordSubstitutes
from nescio.replace.word_kinds import word_kind_readers
from nescio.text.folding import fold_entry

OPTIONS: Final = {**SHIFT_OPTIONS, "ids": True, **SOURCE_OPTIONS}


class SubstituteMethod:
    """City for city, woman for woman; every form of a name gets the matching form.

    What is drawn never depends on the name that it replaces, so knowing the lists does not
    help to lead a name back. An identity of a ledger keeps what was drawn for it.
    """

    name = "substitute"
    reversible = False

    def __init__(
        self,
        lists: Surrogates,
        substitutes: EntitySubstitutes,
        *,
        seed: str,
        problems: RemoteProblems,
        dates: ShiftWish | None = None,
    ) -> None:
        self._lists, self._substitutes, self._seed = lists, substitutes, seed
        self._dates = dates
        self._problems = problems

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> Self:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        seed = seed_option(cls.name, options, "seed")
        sources = load_sources(pack, options)
        dates = date_wish(cls.name, options)
        ids = choice_option(cls.name, options, "ids", default=INVALID, possible=IDS)
        return cls.of(pack, sources, wording=build_wording(pack, sources), seed=seed, dates=dates, ids=ids)

    @classmethod
    def of(
        cls, pack: Pack, sources: Sources, *, wording: Wording, seed: str, dates: ShiftWish | None = None,
        ids: str = INVALID,
    ) -> Self:  # fmt: skip
        """The method on sources that another method uses too."""
        names = ThingNames(sources.types, pack.grammar.unsuffixed)
        substitutes = build_substitutes(pack, sources, wording=wording, things=names, ids=ids)
        return cls(pack.surrogates, substitutes, seed=seed, problems=sources.problems, dates=dates)

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        """One mention by itself, without its neighbours."""
        scene, span = scene_of(mention, entity, context)
        return self.plan(scene)[span].text

    def problems(self) -> dict[str, int]:
        """What went wrong on the way, by kind, since it was last asked for."""
        return self._problems.tell()

    def plan(self, scene: Scene) -> dict[Span, Change]:
        return self._substitutes.edits(Draw(self._lists, scene, self._seed, dates=self._dates))


def build_substitutes(
    pack: Pack, sources: Sources, *, wording: Wording, things: ThingChooser, ids: str = INVALID
) -> EntitySubstitutes:
    """Substitutes for everything; `things` knows the new names of places and bodies."""
    numbers = NumberWriter(pack.numerals)
    return EntitySubstitutes(
        _persons(pack, sources, wording),
        _things(pack, sources, wording, things),
        date_substitutes(pack, numbers),
        codes=CodeSubstitutes(pack.surrogates, pack.rules, Kinds(pack.labels), ids=ids),
        words=_words(pack, wording),
        figures=FigureSubstitutes(numbers),
        kinds=Kinds(pack.labels),
        links=ThingLinks(sources.linker),
    )


class _FamilyNames:
    """The family names of a language; the lists are read when one is asked for."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def __contains__(self, folded: object) -> bool:
        return folded in self._pack.naming["person.surnames"] or folded in self._pack.own_family_names


class _Surnames:
    """Words that are family names first, also where a dictionary has them as names of something else."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def __contains__(self, folded: object) -> bool:
        return folded in self._pack.naming["person.surnames"] or folded in self._stock

    @cached_property
    def _stock(self) -> frozenset[str]:
        own = self._pack.pseudonyms.own
        return own.surnames if own else frozenset()


def _persons(pack: Pack, sources: Sources, wording: Wording) -> PersonSubstitutes:
    written = (*pack.naming.written.get("person.particles", ()), *pack.name_words.particles)
    words = PersonWords(pack.naming, particles=frozenset(map(fold_entry, written)))
    given = GivenNames(pack.naming, sources.dictionary)
    names = NameReader(
        words, given, ShortNames(pack.naming),
        families=_FamilyNames(pack), surnames=_Surnames(pack),
        capital_nouns=pack.grammar.capital_nouns,
    )  # fmt: skip
    return PersonSubstitutes(names, wording.genitives, wording.observer, Kinds(pack.labels))


def _things(pack: Pack, sources: Sources, wording: Wording, names: ThingChooser) -> ThingSubstitutes:
    types = sources.types
    forms = ThingForms(wording.speaker, Declension(wording.grammar, sources.dictionary), types)
    legal = pack.naming["organization.legal_forms"]
    return ThingSubstitutes(wording.genders, wording.observer, names, forms, legal=legal)


def _words(pack: Pack, wording: Wording) -> dict[str, WordSubstitutes]:
    """By the label of words that have kinds."""
    readers = word_kind_readers(pack.surrogates)
    return {
        label: WordSubstitutes(reader, wording.grammar, wording.observer) for label, reader in readers.items()
    }

"""The grammar of a language as typed data: `agreement/grammar.toml`, read and checked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from nescio.core.errors import ConfigError, known
from nescio.packs.files import name_of, read_layers
from nescio.packs.shape import KEY, shaped

# A paradigm maps a cell to a form. A cell is number, gender and case, as far as the language
# has them: "s", "pm", "sf.DAT".
Forms = Mapping[str, str]


@dataclass(frozen=True)
class DeterminerForms:
    """An article, a demonstrative or a possessive in all its forms."""

    name: str
    kind: str = ""  # "definite" or "indefinite" for articles
    forms: Forms = field(default_factory=dict)
    before_vowel: Forms = field(default_factory=dict)  # an
    adjectives: str = "weak"  # which endings the adjectives behind it take


@dataclass(frozen=True)
class ContractionForms:
    """A preposition and a determiner in one word: zum, na, del."""

    preposition: str
    determiner: str
    forms: Forms
    read_only: bool = False  # understood, but not written anew


@dataclass(frozen=True)
class VowelRules:
    """Before which words the vocalic forms of determiners stand."""

    letters: str = ""
    silent: tuple[str, ...] = ()  # beginnings with a consonant that is not heard
    consonant: tuple[str, ...] = ()  # beginnings with a vowel that sounds like a consonant
    spelled: str = ""  # letters whose own name begins with a vowel: an SPD member


@dataclass(frozen=True)
class OtherPreposition:
    """What says the same as a preposition that serves only names without an article."""

    preposition: str
    case: str
    places: bool = False  # only before places


@dataclass(frozen=True)
class PrepositionTable:
    """The prepositions, the cases they govern, and those that link a name to a noun."""

    words: frozenset[str] = frozenset()
    governs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    instead: Mapping[str, OtherPreposition] = field(default_factory=dict)
    links: tuple[str, ...] = ()


@dataclass(frozen=True)
class AdjectiveRules:
    """How adjectives are told and how they change."""

    endings: tuple[str, ...] = ()  # of adjectives between a determiner and a noun
    pairs: tuple[tuple[str, str], ...] = ()  # masculine and feminine ending
    common: tuple[str, ...] = ()  # adjectives that stand beside names
    follow: bool = False  # an adjective behind the noun agrees too


@dataclass(frozen=True)
class OwnedNouns:
    """Nouns that a name may stand before, but that a noun must own: a company's shares."""

    mark: str
    endings: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ClauseWords:
    """Words by which the case of a noun without preposition is guessed."""

    subjects: frozenset[str] = frozenset()
    adverbs: frozenset[str] = frozenset()


@dataclass(frozen=True)
class GenitiveRules:
    """How the genitive of a name is told and made."""

    marks: tuple[str, ...] = ()  # by which it is told, at the end of a name
    ending: str = ""
    sibilants: tuple[str, ...] = ()  # ends of names that take another ending
    after_sibilants: str = ""


@dataclass(frozen=True)
class PlaceShapes:
    """Regular expressions of what stands right behind a place; empty for what a language does not have."""

    dateline: str = ""  # the date of a letter or a news item
    house_number: str = ""


@dataclass(frozen=True)
class GrammarTable:
    """Everything that `agreement/grammar.toml` says; all empty for a language that needs no repair."""

    genders: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    capital_nouns: bool = False
    numbered_article: str = "none"  # the kind of article before "city 1"
    attributive: bool = False  # a name may stand before a noun: the Leeds striker
    bare_types: frozenset[str] = frozenset()  # types whose names have no article
    genitive: GenitiveRules = GenitiveRules()
    behind_places: PlaceShapes = PlaceShapes()
    unsuffixed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # suffix -> not behind these
    weak_nouns: frozenset[str] = frozenset()
    stressed: frozenset[str] = frozenset()  # feminine nouns that take the masculine article
    vowels: VowelRules = VowelRules()
    determiners: tuple[DeterminerForms, ...] = field(default=(), metadata={KEY: "determiner"})
    contractions: tuple[ContractionForms, ...] = field(default=(), metadata={KEY: "contraction"})
    adjective_endings: Mapping[str, Forms] = field(default_factory=dict)  # "weak" -> cell -> ending
    prepositions: PrepositionTable = PrepositionTable()
    adjectives: AdjectiveRules = AdjectiveRules()
    owned: OwnedNouns | None = None
    clause: ClauseWords = ClauseWords()


@dataclass(frozen=True)
class _WrittenDeterminer(DeterminerForms):
    """A determiner as the file writes it: with its forms, with a stem, or as words without forms."""

    stem: str = ""
    endings: str = ""  # the table of `stem_endings` that the stem takes
    base: str = ""  # the form without an ending, where it is not the stem: euer, eur-
    words: tuple[str, ...] = ()

    def inflected(self, endings: Mapping[str, Forms], where: str) -> DeterminerForms:
        forms = dict(self.forms)
        if self.stem and self.endings not in endings:
            raise ConfigError(
                f"{where}: {self.name!r} takes the endings {self.endings!r} of 'stem_endings'. "
                f"{known(self.endings, endings)}"
            )
        if self.stem:
            bare = self.base or self.stem
            forms = {cell: self.stem + end if end else bare for cell, end in endings[self.endings].items()}
        forms |= {f"={word}": word for word in self.words}  # a cell that no noun asks for
        return DeterminerForms(self.name, self.kind, forms, self.before_vowel, self.adjectives)


@dataclass(frozen=True)
class _WrittenDeterminers:
    """The tables of the file that say together how determiners are inflected."""

    determiner: tuple[_WrittenDeterminer, ...] = ()
    stem_endings: Mapping[str, Forms] = field(default_factory=dict)


def read_grammar(*paths: Path) -> GrammarTable:
    """The grammar of several files; a key of a later one replaces that of an earlier.

    Where they are missing, the language needs no repair.
    """
    where, raw = name_of(paths[-1]), read_layers(paths)
    keys = {item.name for item in fields(_WrittenDeterminers)}
    written = shaped(_WrittenDeterminers, {key: raw[key] for key in raw if key in keys}, where)
    table = shaped(GrammarTable, {key: raw[key] for key in raw if key not in keys}, where)
    determiners = tuple(item.inflected(written.stem_endings, where) for item in written.determiner)
    table = replace(table, determiners=determiners)
    _need_determiners(table, where)
    return table


def _need_determiners(table: GrammarTable, where: str) -> None:
    names = [item.name for item in table.determiners]
    for item in table.contractions:
        if item.determiner not in names:
            raise ConfigError(
                f"{where}: a contraction names the determiner {item.determiner!r}. "
                f"{known(item.determiner, names)}"
            )
    for determiner in table.determiners:
        if table.adjective_endings and determiner.adjectives not in table.adjective_endings:
            raise ConfigError(
                f"{where}: {determiner.name!r} has the adjectives {determiner.adjectives!r}. "
                f"{known(determiner.adjectives, table.adjective_endings)}"
            )

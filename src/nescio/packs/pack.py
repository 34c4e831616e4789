"""A pack: one language as typed values, each read from its folders when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from nescio.core.errors import ConfigError
from nescio.packs.files import read_lines, read_toml
from nescio.packs.functions import FILE as FUNCTIONS
from nescio.packs.functions import FunctionWords, read_functions
from nescio.packs.kept import keep
from nescio.packs.list_table import ListTable, load_table
from nescio.packs.lists import NameWords, WordList, describe_lists, read_entries, read_lists, with_entries
from nescio.packs.rules import Rule, read_pack_rules, refuse_twins
from nescio.packs.title_words import read_title_words
from nescio.text.folding import key_of

# Imported where they are used: few texts need all of them, and some are slow to load.
if TYPE_CHECKING:
    from nescio.core.labels import LabelSet
    from nescio.packs.columns import ColumnWords
    from nescio.packs.court import CourtWords
    from nescio.packs.dates import DateTable
    from nescio.packs.grammar import GrammarTable
    from nescio.packs.habits import Habit
    from nescio.packs.heads import NounRules
    from nescio.packs.linking import LinkRules
    from nescio.packs.naming import Naming
    from nescio.packs.numerals import Numerals
    from nescio.packs.policies import Policies, Roles
    from nescio.packs.pseudonyms import WorldNames
    from nescio.packs.surrogates import Surrogates
    from nescio.packs.trust import TrustTable
    from nescio.packs.types import Types
    from nescio.packs.wiktionary import PageRules
    from nescio.text.headwords import HeadRules
    from nescio.text.language_id import Profile

T = TypeVar("T")
UNIVERSAL: Final = "xx"
_PARTS: Final = "parts.toml"  # read before the other rule files, which use what it names


@dataclass(frozen=True)
class Pack:
    """One language: the universal folder, then its own; content is read when asked for."""

    language: str
    folders: tuple[Path, ...] = field(repr=False)  # universal first, most specific last
    find_other: Callable[[str], Pack] | None = field(default=None, repr=False, compare=False)
    aliases: Mapping[str, str] = field(default_factory=dict, repr=False)  # what others call labels

    def other(self, language: str) -> Pack:
        """The pack of another language, from which words are lent."""
        if language == self.language:
            return self
        if self.find_other is None:
            raise ConfigError(f"The pack {self.language!r} stands alone; it cannot ask for {language!r}.")
        return self.find_other(language)

    def keep(self, name: str, sources: Sequence[Path], make: Callable[[], T]) -> T:
        """What somebody makes of the files of this language, kept beside them for the next start."""
        return keep(name, self.folders[-1], sources, make)

    def _files(self, name: str) -> list[Path]:
        """The file of that name in each folder, whether it is there or not."""
        return [folder / name for folder in self.folders]

    def _both(self, name: str) -> tuple[Path, Path | None]:
        """The universal file of that name and the language's own, which the universal pack lacks."""
        own = self.folders[-1] / name if len(self.folders) > 1 else None
        return self.folders[0] / name, own

    # Settings and labels

    @cached_property
    def settings(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Where a layer of settings comes from, and the layer."""
        names = [(f"{path.parent.name}/{path.name}", path) for path in self._files("settings.toml")]
        return tuple((name, read_toml(path, where=name)) for name, path in names)

    @cached_property
    def labels(self) -> LabelSet:
        """The hierarchy of labels with the names that this language gives them."""
        from nescio.packs.labels import read_labels

        return read_labels(*self._both("labels.toml"), aliases=self.aliases)

    @cached_property
    def policies(self) -> Policies:
        """What must go, by the name of a policy; the language's own win over the universal ones."""
        from nescio.packs.policies import Policies

        return Policies(self._files("policies"), self.labels)

    @cached_property
    def roles(self) -> Roles:
        """Words around the names of people who act for a court."""
        from nescio.packs.policies import read_roles

        return read_roles(self._files("policies"), self.naming["person.role_titles"])

    @cached_property
    def court(self) -> CourtWords:
        """What tells in decisions of courts who somebody is."""
        from nescio.packs.court import read_court_words

        return read_court_words(self._files("judicial"))

    # What is found: rules and lists

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        rules = self._rules_and_parts[0]
        refuse_twins(rules)
        return tuple(rules)

    @property
    def rule_parts(self) -> Mapping[str, str]:
        """Fragments of regular expressions that all rule files of the language may use."""
        return self._rules_and_parts[1]

    @cached_property
    def rule_files(self) -> tuple[Path, ...]:
        """All that the rules are made of: their own files, and those with the words of titles."""
        found = [sorted(folder.glob("patterns/*.toml")) for folder in self.folders]
        return tuple(path for paths in (*found, _inside(self._files("naming"))) for path in paths)

    @cached_property
    def _rules_and_parts(self) -> tuple[list[Rule], dict[str, str]]:
        def read() -> tuple[list[tuple[Any, ...]], dict[str, str]]:
            found = [path for path in self.rule_files if path.parent.name == "patterns"]
            files = sorted(found, key=lambda path: (self.folders.index(path.parents[1]), path.name != _PARTS))
            rules, parts = read_pack_rules(files, read_title_words(self._files("naming")))
            return [astuple(rule) for rule in rules], parts

        kept, parts = self.keep("rules", self.rule_files, read)
        return [Rule(*values) for values in kept], parts

    @cached_property
    def lists(self) -> tuple[WordList, ...]:
        """The lists with their entries, as they are written; matching uses the tables."""
        return tuple(words for folder in self._files("lists") for words in read_lists(folder)[0])

    @cached_property
    def family_names(self) -> frozenset[str]:
        """The family names of the lists, folded as names are compared; the other lists are not read."""
        return self._family_names(self._files("lists"))

    @cached_property
    def own_family_names(self) -> frozenset[str]:
        """Those of the language itself, without the rare ones of all languages."""
        return self._family_names(self._files("lists")[1:])

    def _family_names(self, folders: Sequence[Path]) -> frozenset[str]:
        name = "family_names" if len(folders) == len(self.folders) else "own_family_names"
        return self.keep(name, _inside(folders), lambda: self._read_family_names(folders))

    def _read_family_names(self, folders: Sequence[Path]) -> frozenset[str]:
        described = zip(self._files("lists"), self._list_descriptions, strict=True)
        lists = (
            with_entries(words, folder)
            for folder, (found, _) in described
            for words in found
            if folder in folders and words.name.startswith("family_names")
        )
        return frozenset(key_of(entry) for words in lists for entry in words.entries)

    @cached_property
    def list_tables(self) -> tuple[ListTable, ...]:
        """The lists as tables, mapped from compiled files where those are up to date."""
        described = zip(self._files("lists"), self._list_descriptions, strict=True)
        tables = [load_table(folder, lists) for folder, (lists, _) in described]
        return tuple(table for table in tables if table is not None)

    @cached_property
    def name_words(self) -> NameWords:
        words = NameWords()
        for _, more in self._list_descriptions:
            words |= more
        return words

    @cached_property
    def function_words(self) -> FunctionWords:
        """What belongs to a function of a person beside its head word."""
        return read_functions(self._files(f"lists/{FUNCTIONS}"))

    @cached_property
    def _list_descriptions(self) -> tuple[tuple[list[WordList], NameWords], ...]:
        return tuple(describe_lists(folder) for folder in self._files("lists"))

    # What the text is like

    @cached_property
    def abbreviations(self) -> tuple[str, ...]:
        files = [path for path in self._files("abbreviations.txt") if path.is_file()]
        return tuple(word for path in files for word in read_entries(path))

    @cached_property
    def profile(self) -> Profile | None:
        """The trigrams by which a text of this language is told; None if the pack has none."""
        from nescio.text.language_id import read_profile

        path = self.folders[-1] / "trigrams.txt"
        if not path.is_file():
            return None
        return read_profile(self.language, (line for _, line in read_lines(path)))

    @cached_property
    def trust(self) -> TrustTable:
        """How far claims are believed; the weights are the same in all languages."""
        from nescio.packs.trust import FILE, TrustTable, read_trust

        path = self.folders[0] / FILE
        return TrustTable(keep("trust", self.folders[0], [path], lambda: read_trust(path).weights))

    @cached_property
    def columns(self) -> ColumnWords:
        """What columns of tables are called, and what then stands in them."""
        from nescio.packs.columns import FILE, read_columns

        return read_columns(self._files(FILE), self.labels)

    # Names and grammar

    @cached_property
    def naming(self) -> Naming:
        """What names are made of in this language: titles, particles, short forms, states."""
        from nescio.packs.naming import Naming, read_naming

        folders = self._files("naming")
        kept = self.keep("naming", _inside(folders), lambda: _values(read_naming(folders)))
        return Naming(**kept)

    @property
    def heads(self) -> HeadRules:
        """How names are built of words."""
        return self._heads_and_nouns[0]

    @property
    def nouns(self) -> NounRules:
        """How nouns are put together and which gender unknown ones have."""
        return self._heads_and_nouns[1]

    @cached_property
    def _heads_and_nouns(self) -> tuple[HeadRules, NounRules]:
        from nescio.packs.heads import read_heads

        return read_heads(self.folders[-1] / "agreement" / "heads.toml")

    @cached_property
    def grammar(self) -> GrammarTable:
        """How the words around a name agree with it."""
        from nescio.packs.grammar import read_grammar

        return read_grammar(*self._files("agreement/grammar.toml"))

    @cached_property
    def dates(self) -> DateTable:
        """How dates are written."""
        from nescio.packs.dates import read_dates

        return read_dates(self._files("agreement/dates.toml"))

    @cached_property
    def numerals(self) -> Numerals:
        """How numbers are written in words."""
        from nescio.packs.numerals import read_numerals

        return read_numerals(self.folders[-1] / "agreement" / "numbers.toml")

    @cached_property
    def habits(self) -> Mapping[str, Habit]:
        """How courts write what they leave out, by name: those of all languages, and its own."""
        from nescio.packs.habits import read_habits

        return read_habits(self._files("habits.toml"))

    @cached_property
    def surrogates(self) -> Surrogates:
        """The lists from which substitutes are drawn."""
        from nescio.packs.surrogates import read_surrogates

        return read_surrogates(self._files("surrogates"))

    @cached_property
    def pseudonyms(self) -> WorldNames:
        """What the names of keyed worlds are made of."""
        from nescio.packs.pseudonyms import read_world_names

        return read_world_names(self._files("surrogates"))

    # Knowledge

    @cached_property
    def types(self) -> Types:
        """The types of things in the words of this language."""
        from nescio.packs.types import read_types

        return read_types(*self._both("knowledge/types.tsv"))

    @cached_property
    def link_rules(self) -> LinkRules:
        """How names are linked to types and entries: the rules for all languages, with its own."""
        from nescio.packs.linking import read_link_rules

        return read_link_rules(*self._both("knowledge/linking.toml"))

    @cached_property
    def lent(self) -> Mapping[str, tuple[str, ...]]:
        """Words of other languages that head names, with their types; the lender before all others."""
        rules = self.link_rules
        words: dict[str, tuple[str, ...]] = {key_of(word): (type,) for word, type in rules.foreign.items()}
        for code in (*reversed(rules.lenders), rules.lender):
            if code and code != self.language:
                words |= self.other(code).types.words
        return words

    @cached_property
    def page_rules(self) -> PageRules | None:
        """How the language's own Wiktionary marks up its pages; None if the pack does not say."""
        from nescio.packs.wiktionary import read_page_rules

        return read_page_rules(self.folders[-1] / "knowledge" / "wiktionary.toml")

    @property
    def dictionary_file(self) -> Path | None:
        """The words of the language with gender, number and case; None if the pack has none."""
        path = self.folders[-1] / "dictionary.sqlite"
        return path if path.is_file() else None

    @property
    def knowledge_file(self) -> Path:
        """The shipped entries of the knowledge base, which all languages share."""
        return self.folders[0] / "knowledge" / "entries.sqlite"


def _inside(folders: Sequence[Path]) -> list[Path]:
    """The files of some folders, in a fixed order."""
    return [path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir())]


def _values(item: Naming) -> dict[str, Any]:
    return {part.name: getattr(item, part.name) for part in fields(item)}

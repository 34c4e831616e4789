"""Packs: a language is a folder of data, and this is its loader."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nescio.core.errors import ConfigError, PluginError, known
from nescio.core.labels import Label, LabelSet
from nescio.packs.list_table import ListTable, load_table
from nescio.packs.lists import NameWords, WordList, describe_lists, read_entries, read_lists
from nescio.packs.rules import Rule, read_pack_rules, refuse_twins

if TYPE_CHECKING:
    from nescio.packs.grammar import GrammarTable
    from nescio.packs.naming import Naming
    from nescio.text.language_id import Profile

UNIVERSAL: Final = "xx"
_BUILTIN = Path(__file__).parent.parent / "languages"


@dataclass(frozen=True)
class Pack:
    """One language: the universal folder, then its own; content is read when asked for."""

    language: str
    folders: tuple[Path, ...] = field(repr=False)  # universal first, most specific last

    @cached_property
    def settings(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Where a layer of settings comes from, and the layer."""
        files = [folder / "settings.toml" for folder in self.folders]
        return tuple((f"{path.parent.name}/settings.toml", _toml(path)) for path in files)

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
    def _rules_and_parts(self) -> tuple[list[Rule], dict[str, str]]:
        files = [path for folder in self.folders for path in sorted(folder.glob("patterns/*.toml"))]
        return read_pack_rules(files)

    @cached_property
    def lists(self) -> tuple[WordList, ...]:
        """The lists with their entries, as they are written; matching uses the tables."""
        return tuple(words for folder in self.folders for words in read_lists(folder / "lists")[0])

    @cached_property
    def list_tables(self) -> tuple[ListTable, ...]:
        """The lists as tables, mapped from compiled files where those are up to date."""
        described = zip(self.folders, self._list_descriptions, strict=True)
        tables = [load_table(folder / "lists", lists) for folder, (lists, _) in described]
        return tuple(table for table in tables if table is not None)

    @cached_property
    def name_words(self) -> NameWords:
        words = NameWords()
        for _, more in self._list_descriptions:
            words |= more
        return words

    @cached_property
    def _list_descriptions(self) -> tuple[tuple[list[WordList], NameWords], ...]:
        return tuple(describe_lists(folder / "lists") for folder in self.folders)

    @cached_property
    def abbreviations(self) -> tuple[str, ...]:
        files = [folder / "abbreviations.txt" for folder in self.folders]
        return tuple(word for path in files if path.is_file() for word in read_entries(path))

    @cached_property
    def naming(self) -> Naming:
        """What names are made of in this language: titles, particles, short forms, states."""
        from nescio.packs.naming import read_naming  # not needed by rules and lists

        return read_naming(self.folders)

    @cached_property
    def grammar(self) -> GrammarTable:
        """How the words around a name agree with it, from `agreement/grammar.toml`."""
        from nescio.packs.grammar import read_grammar  # only methods that repair sentences need it

        return read_grammar(self.folders[-1] / "agreement" / "grammar.toml")

    @cached_property
    def profile(self) -> Profile | None:
        """The trigrams by which a text of this language is told; None if the pack has none."""
        from nescio.text.language_id import read_profile  # not needed where the language is known

        path = self.folders[-1] / "trigrams.txt"
        if not path.is_file():
            return None
        return read_profile(self.language, path.read_text(encoding="utf-8").splitlines())

    @property
    def dictionary_file(self) -> Path | None:
        """The words of the language with gender, number and case; None if the pack has none."""
        path = self.folders[-1] / "dictionary.sqlite"
        return path if path.is_file() else None

    @property
    def knowledge_file(self) -> Path:
        """The shipped entries of the knowledge base, which all languages share."""
        return self.folders[0] / "knowledge" / "entries.sqlite"

    @cached_property
    def labels(self) -> LabelSet:
        """The hierarchy of labels with the names that this language gives them."""
        base = _toml(self.folders[0] / "labels.toml")
        names = _toml(self.folders[-1] / "labels.toml") if len(self.folders) > 1 else {}
        return LabelSet([_label(name, raw, names) for name, raw in base.items()])


def _label(name: str, raw: Mapping[str, Any], names: Mapping[str, Any]) -> Label:
    return Label(
        name,
        parent=raw.get("parent"),
        identifier=raw["identifier"],
        display=names.get(name, raw.get("name", name)),
        aliases=tuple(raw.get("aliases", ())),
    )


def _toml(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path.parent.name}/{path.name} is not TOML in UTF-8: {error}.") from error


def pack_folders() -> dict[str, Path]:
    """Every installed language and its folder: ours, then those of entry point group `nescio.packs`."""
    folders = {path.name: path for path in sorted(_BUILTIN.iterdir()) if (path / "settings.toml").is_file()}
    for point in entry_points(group="nescio.packs"):
        if point.name in folders:
            raise PluginError(
                f"The language {point.name!r} of {point.value!r} is already there. Uninstall that package."
            )
        folders[point.name] = _load_folder(point)
    return folders


def _load_folder(point: EntryPoint) -> Path:
    try:
        folder = Path(point.load())
    except Exception as error:  # whatever a foreign module does when it is imported
        raise PluginError(
            f"The language {point.name!r} cannot be loaded from {point.value!r}: {type(error).__name__}."
        ) from error
    if not (folder / "settings.toml").is_file():
        raise PluginError(f"The folder of language {point.name!r} ({point.value!r}) has no 'settings.toml'.")
    return folder


def languages() -> list[str]:
    """The codes of the installed languages."""
    return [name for name in pack_folders() if name != UNIVERSAL]


def load_pack(language: str) -> Pack:
    """The pack of a language; the universal one alone for `xx`."""
    folders = pack_folders()
    if language not in folders:
        raise ConfigError(f"There is no language {language!r}. {known(language, ('auto', *languages()))}")
    own = () if language == UNIVERSAL else (folders[language],)
    return Pack(language, (folders[UNIVERSAL], *own))

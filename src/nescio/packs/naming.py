"""What names are made of: titles, particles, short forms, legal forms, names of states; all data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import ConfigError, known, shown
from nescio.packs.files import name_of, read_lines, read_toml
from nescio.text.folding import fold_entry, fold_word, fold_words

_KEYS: Final[Mapping[str, frozenset[str]]] = {
    "": frozenset({"determiners", "possessives", "links"}),
    "person": frozenset(
        {
            "particles",
            "conjunctions",
            "courtesy",
            "junior",
            "senior",
            "degrees",
            "either_sex",
            "titles_m",
            "titles_f",
            "titles",
            "given_titles",
            "role_titles",
            "written_titles",
            "written_offices",
            "married",
            "unmarried",
            "not_names",
            "rarely_names",
            "aliases",
            "alias_cues",
            "copulas",
            "between",
            "choices",
            "epithets",
            "others",
            "plural_articles",
            "families",
            "born",
            "surnames",
            "whole_names",
            "kin_m",
            "kin_f",
            "pronouns_m",
            "pronouns_f",
        }
    ),
    "organization": frozenset({"legal_forms", "legal_synonyms", "heads", "governments"}),
    "place": frozenset({"kinds", "settlements", "state_forms", "compass"}),
}
_SWITCHES: Final = ("inflected", "family_names")
_QUOTES: Final = "quotes"
_CLIPPINGS: Final = ("end", "start")
_RAW: Final = (
    "endings",
    "case_endings",
    _QUOTES,
    "title_marks",
    "diminutives",
    "clipped",
)  # lists that are not folded
_SPELLINGS: Final = "written_out"
_SOUNDS: Final = "sounds"
_NICKNAMES: Final = ("nicknames.txt", "nicknames_more.txt")  # compiled or kept by hand, and what is added
MAX_ADJECTIVE_ENDING: Final = 3  # letters that an adjective of a state may have beyond its stem


@dataclass(frozen=True)
class Naming:
    """The small words and tables about names of one language, folded."""

    words: Mapping[str, frozenset[str]] = field(repr=False)  # "person.titles" -> folded words
    written: Mapping[str, frozenset[str]] = field(
        default_factory=dict, repr=False
    )  # as its own file has them
    endings: tuple[str, ...] = ()
    case_endings: tuple[str, ...] = ()  # of the words of organisations, longest first
    quotes: tuple[str, ...] = ()  # pairs of marks: what opens and what closes
    title_marks: tuple[str, ...] = ()  # letters raised behind a shortened title: D.ª
    diminutives: tuple[str, ...] = ()  # endings that make a pet name, longest first
    clipped: tuple[str, ...] = ()  # which part of a given name a pet name drops: "end", "start"
    written_out: Mapping[str, str] = field(default_factory=dict, repr=False)  # ä -> ae
    sounds: Mapping[str, str] = field(default_factory=dict, repr=False)  # th -> t
    inflected: bool = False
    family_names: int = 1
    gender_of: Mapping[str, str] = field(default_factory=dict, repr=False)  # given name -> m, f, u
    stands_for: Mapping[str, frozenset[str]] = field(default_factory=dict, repr=False)  # bob -> robert
    state_of: Mapping[tuple[str, ...], str] = field(default_factory=dict, repr=False)
    adjectives: Mapping[str, str] = field(default_factory=dict, repr=False)  # stem -> state
    frequency_of: Mapping[str, int] = field(default_factory=dict, repr=False)  # word -> Zipf class

    def __getitem__(self, key: str) -> frozenset[str]:
        return self.words.get(key, frozenset())

    @property
    def titles(self) -> frozenset[str]:
        """The titles of people, whichever gender they tell."""
        return self["person.titles"] | self["person.titles_m"] | self["person.titles_f"]

    @property
    def small_words(self) -> frozenset[str]:
        """Words that join others or stand before them, and never name anything alone."""
        return self["links"] | self["determiners"] | self["person.particles"]

    def state_named(self, words: Sequence[str]) -> str | None:
        """The state that folded words name, in a short or a long form."""
        own = tuple(words)
        found = self.state_of.get(own)
        if found is None:
            found = self.state_of.get(tuple(word for word in own if word not in self["links"]))
        return found or self._long_form(own)

    def _long_form(self, words: tuple[str, ...]) -> str | None:
        """`Republic of X`, `X Republic` with an adjective, `Republik X`."""
        for size in range(min(3, len(words) - 1), 0, -1):
            if " ".join(words[:size]) in self["place.state_forms"]:
                rest = words[size:]
                while len(rest) > 1 and rest[0] in self["links"]:
                    rest = rest[1:]
                return self.state_of.get(rest) or self.state_meant(rest)
        if len(words) > 1 and words[-1] in self["place.state_forms"]:
            return self.state_meant(words[:-1])
        return None

    def state_meant(self, words: Sequence[str]) -> str | None:
        """The state of an adjective: `turkish`, `türkische`."""
        word = " ".join(words)
        for cut in range(min(MAX_ADJECTIVE_ENDING, max(0, len(word) - 3)) + 1):
            found = self.adjectives.get(word[: len(word) - cut])
            if found is not None:
                return found
        return None


def read_naming(folders: Iterable[Path]) -> Naming:
    """The tables of the `naming/` folders, later ones adding to and overriding earlier ones."""
    folders = tuple(folders)
    tables = [read_toml(folder / "names.toml") for folder in folders]
    lists = [_word_lists(table, folder) for table, folder in zip(tables, folders, strict=True)]
    raw = {key: tuple(dict.fromkeys(item for table in tables for item in table.get(key, ()))) for key in _RAW}
    switches = {key: table[key] for table in tables for key in _SWITCHES if key in table}
    return Naming(
        words=_folded(lists),
        written={key: frozenset(entries) for key, entries in lists[-1].items()},
        endings=raw["endings"],
        case_endings=tuple(sorted(raw["case_endings"], key=len, reverse=True)),
        quotes=raw[_QUOTES],
        title_marks=raw["title_marks"],
        diminutives=tuple(sorted(map(fold_word, raw["diminutives"]), key=len, reverse=True)),
        clipped=raw["clipped"],
        written_out=dict(pair for table in tables for pair in table.get(_SPELLINGS, {}).items()),
        sounds=dict(pair for table in tables for pair in table.get(_SOUNDS, {}).items()),
        inflected=bool(switches.get("inflected", False)),
        family_names=int(switches.get("family_names", 1)),
        gender_of=dict(pair for folder in folders for pair in _genders(folder / "given_names.txt")),
        stands_for=_nicknames(folder / name for folder in folders for name in _NICKNAMES),
        state_of=dict(pair for folder in folders for pair in _states(folder)),
        adjectives=dict(pair for folder in folders for pair in _adjectives(folder / "state_adjectives.toml")),
        frequency_of=dict(pair for folder in folders for pair in _frequencies(folder / "common_words.txt")),
    )


def _word_lists(table: Mapping[str, Any], folder: Path) -> dict[str, list[str]]:
    """The lists of words of one file: "links", "person.titles" …"""
    lists: dict[str, list[str]] = {}
    where = name_of(folder / "names.toml")
    for key, value in table.items():
        if key == _SPELLINGS:
            _need_spellings(value, where)
        elif key == _SOUNDS:
            _need_sounds(value, where)
        elif key == _QUOTES:
            _need_quotes(value, where)
        elif key == "clipped":
            _need_clippings(value, where)
        elif isinstance(value, Mapping):
            if key not in _KEYS:
                raise ConfigError(f"{where}: there is no table {shown(key)}. {known(key, _KEYS)}")
            for name, entries in value.items():
                _need_key(where, key, name)
                lists[f"{key}.{name}"] = entries
        elif key not in (*_SWITCHES, *_RAW):
            _need_key(where, "", key)
            lists[key] = value
    for key, entries in lists.items():
        if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
            raise ConfigError(f"{where}: {shown(key)} is a list of strings.")
    return lists


def _folded(lists: Iterable[Mapping[str, list[str]]]) -> dict[str, frozenset[str]]:
    words: dict[str, frozenset[str]] = {}
    for table in lists:
        for key, entries in table.items():
            words[key] = words.get(key, frozenset()).union(map(fold_entry, entries))
    return words


def _need_key(where: str, table: str, key: str) -> None:
    if key not in _KEYS[table]:
        possible = (*_KEYS[table], *_SWITCHES, *_RAW, _SPELLINGS, _SOUNDS)
        raise ConfigError(f"{where}: there is no key {shown(key)}. {known(key, possible)}")


def _need_spellings(value: object, where: str) -> None:
    pairs = value.items() if isinstance(value, Mapping) else [("", value)]
    if not all(len(letter) == 1 and isinstance(written, str) for letter, written in pairs):
        raise ConfigError(f"{where}: {_SPELLINGS!r} is a table of letters and what is written for each.")


def _need_sounds(value: object, where: str) -> None:
    pairs = value.items() if isinstance(value, Mapping) else [("", value)]
    if not all(written and isinstance(spoken, str) for written, spoken in pairs):
        raise ConfigError(f"{where}: {_SOUNDS!r} is a table of letters and what they sound like.")


def _need_quotes(value: object, where: str) -> None:
    pairs = value if isinstance(value, list) else [value]
    if not all(isinstance(pair, str) and len(pair) == 2 for pair in pairs):
        raise ConfigError(f"{where}: {_QUOTES!r} is a list of pairs of marks, such as '«»'.")


def _need_clippings(value: object, where: str) -> None:
    if not isinstance(value, list) or not set(value) <= set(_CLIPPINGS):
        raise ConfigError(f"{where}: 'clipped' is a list with any of {', '.join(map(repr, _CLIPPINGS))}.")


def _genders(path: Path) -> Iterator[tuple[str, str]]:
    for _, line in read_lines(path):
        gender, *names = line.split()
        yield from ((fold_word(name), gender) for name in names)


def _nicknames(paths: Iterable[Path]) -> dict[str, frozenset[str]]:
    stands_for: dict[str, frozenset[str]] = {}
    for _, line in (line for path in paths for line in read_lines(path)):
        nick, *full = map(fold_word, line.split())
        stands_for[nick] = stands_for.get(nick, frozenset()).union(full)
    return stands_for


def _states(folder: Path) -> Iterator[tuple[tuple[str, ...], str]]:
    pairs = [line.partition(" ")[::2] for _, line in read_lines(folder / "states.txt")]
    pairs += [(iso, name) for iso, names in read_toml(folder / "states.toml").items() for name in names]
    return ((words, iso) for iso, name in pairs if (words := fold_words(name)))


def _adjectives(path: Path) -> Iterator[tuple[str, str]]:
    return ((fold_entry(stem), iso) for iso, stems in read_toml(path).items() for stem in stems)


def _frequencies(path: Path) -> Iterator[tuple[str, int]]:
    frequency_of: dict[str, int] = {}
    zipf = 0
    for _, line in read_lines(path):
        if line[0] == "=":
            zipf = int(line[1:])
        else:
            frequency_of.setdefault(fold_word(line), zipf)
    return iter(frequency_of.items())

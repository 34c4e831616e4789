"""What names are made of: titles, particles, short forms, legal forms, names of states; all data."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import ConfigError, known
from nescio.text.folding import fold_entry, fold_word, fold_words

_KEYS: Final[Mapping[str, frozenset[str]]] = {
    "": frozenset({"determiners", "possessives", "links"}),
    "person": frozenset(
        {
            "particles",
            "conjunctions",
            "junior",
            "senior",
            "degrees",
            "titles_m",
            "titles_f",
            "titles",
            "given_titles",
            "married",
            "unmarried",
            "not_names",
            "rarely_names",
        }
    ),
    "organization": frozenset({"legal_forms", "legal_synonyms", "heads", "governments"}),
    "place": frozenset({"kinds", "settlements", "state_forms", "compass"}),
}
_SWITCHES: Final = ("inflected", "family_names")
_ENDINGS: Final = ("endings", "case_endings")
MAX_ADJECTIVE_ENDING: Final = 3  # letters that an adjective of a state may have beyond its stem


@dataclass(frozen=True)
class Naming:
    """The small words and tables about names of one language, folded."""

    words: Mapping[str, frozenset[str]] = field(repr=False)  # "person.titles" -> folded words
    endings: tuple[str, ...] = ()
    case_endings: tuple[str, ...] = ()  # of the words of organisations, longest first
    inflected: bool = False
    family_names: int = 1
    gender_of: Mapping[str, str] = field(default_factory=dict, repr=False)  # given name -> m, f, u
    stands_for: Mapping[str, frozenset[str]] = field(default_factory=dict, repr=False)  # bob -> robert
    state_of: Mapping[tuple[str, ...], str] = field(default_factory=dict, repr=False)
    adjectives: Mapping[str, str] = field(default_factory=dict, repr=False)  # stem -> state
    frequency_of: Mapping[str, int] = field(default_factory=dict, repr=False)  # word -> Zipf class

    def __getitem__(self, key: str) -> frozenset[str]:
        return self.words.get(key, frozenset())

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
    """The tables of the folders' `naming/`, later folders adding to and overriding earlier ones."""
    words: dict[str, set[str]] = {}
    endings: dict[str, None] = {}
    case_endings: dict[str, None] = {}
    values: dict[str, Any] = {}
    gender_of: dict[str, str] = {}
    stands_for: dict[str, set[str]] = {}
    states: dict[tuple[str, ...], str] = {}
    adjectives: dict[str, str] = {}
    frequency_of: dict[str, int] = {}
    for folder in (folder / "naming" for folder in folders):
        table = _toml(folder / "names.toml")
        values |= {key: table[key] for key in _SWITCHES if key in table}
        endings |= dict.fromkeys(table.get("endings", ()))
        case_endings |= dict.fromkeys(table.get("case_endings", ()))
        for key, entries in _word_lists(table, folder):
            words.setdefault(key, set()).update(fold_entry(entry) for entry in entries)
        for line in _lines(folder / "given_names.txt"):
            gender, *names = line.split()
            gender_of |= {fold_word(name): gender for name in names}
        for line in _lines(folder / "nicknames.txt"):
            nick, *full = map(fold_word, line.split())
            stands_for.setdefault(nick, set()).update(full)
        states |= _states(folder)
        stems = _toml(folder / "state_adjectives.toml")
        adjectives |= {fold_entry(stem): iso for iso, all_ in stems.items() for stem in all_}
        frequency_of |= _frequencies(folder / "common_words.txt")
    return Naming(
        words={key: frozenset(entries) for key, entries in words.items()},
        endings=tuple(endings),
        case_endings=tuple(sorted(case_endings, key=len, reverse=True)),
        inflected=bool(values.get("inflected", False)),
        family_names=int(values.get("family_names", 1)),
        gender_of=gender_of,
        stands_for={nick: frozenset(full) for nick, full in stands_for.items()},
        state_of=states,
        adjectives=adjectives,
        frequency_of=frequency_of,
    )


def _word_lists(table: Mapping[str, Any], folder: Path) -> list[tuple[str, Sequence[str]]]:
    lists: list[tuple[str, Sequence[str]]] = []
    where = f"{folder.parent.name}/naming/names.toml"
    for key, value in table.items():
        if isinstance(value, Mapping):
            if key not in _KEYS:
                raise ConfigError(f"{where}: there is no table {key!r}. {known(key, _KEYS)}")
            for name, entries in value.items():
                _need_key(where, key, name)
                lists.append((f"{key}.{name}", entries))
        elif key not in (*_SWITCHES, *_ENDINGS):
            _need_key(where, "", key)
            lists.append((key, value))
    return lists


def _need_key(where: str, table: str, key: str) -> None:
    if key not in _KEYS[table]:
        possible = (*_KEYS[table], *_SWITCHES, *_ENDINGS)
        raise ConfigError(f"{where}: there is no key {key!r}. {known(key, possible)}")


def _states(folder: Path) -> dict[tuple[str, ...], str]:
    pairs = [line.partition(" ")[::2] for line in _lines(folder / "states.txt")]
    pairs += [(iso, name) for iso, names in _toml(folder / "states.toml").items() for name in names]
    return {words: iso for iso, name in pairs if (words := fold_words(name))}


def _frequencies(path: Path) -> dict[str, int]:
    frequency_of: dict[str, int] = {}
    zipf = 0
    for line in _lines(path):
        if line[0] == "=":
            zipf = int(line[1:])
        else:
            frequency_of.setdefault(fold_word(line), zipf)
    return frequency_of


def _lines(path: Path) -> list[str]:
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _toml(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        where = f"{path.parent.parent.name}/naming/{path.name}"
        raise ConfigError(f"{where} is not TOML in UTF-8: {error}.") from error

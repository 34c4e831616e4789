"""Policy files, what must go as a table of labels and rules, and the words for who acts for a court."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import ConfigError, shown
from nescio.core.labels import LabelSet
from nescio.packs.files import is_there, read_toml, refuse_unknown

_KEYS: Final = ("about", "source", "labels", "roles", "replace", "include", "exclude")
_REPLACE_KEYS: Final = ("method", "habit")
_ROLES: Final = "roles"
_ROLE_KEYS: Final = ("behind", "before", "between", "versus", "against", "citing")


@dataclass(frozen=True, slots=True)
class PolicyTable:
    """What a policy file says; the names of its rules are for those who know the rules to check."""

    name: str
    about: str
    source: str
    rules: Mapping[str, str]  # label or "default" to a rule
    include: tuple[str, ...] = field(default=(), repr=False)
    exclude: tuple[str, ...] = field(default=(), repr=False)
    written: Mapping[str, str] = field(default_factory=dict, repr=False)  # labels as the file has them
    roles: Mapping[str, str] = field(default_factory=dict)  # role of a person to a rule, before its label
    replace: Mapping[str, str] = field(default_factory=dict)  # method and habit, where nobody names others


@dataclass(frozen=True, slots=True)
class Roles:
    """Words around the name of somebody who acts for the court: judges, counsel, clerks."""

    behind: tuple[str, ...] = ()  # the name stands behind the word: "Judge Ames"
    before: tuple[str, ...] = ()  # the word stands behind the name: "Ames, counsel for"
    between: tuple[str, ...] = ()  # may stand between the word and the name: "the judge was Ames"
    versus: tuple[str, ...] = ()  # stands between the parties of a cited case: "Ames v. Orr"
    against: tuple[str, ...] = ()  # the same, but also a word of any sentence: "caso Ames contra Orr"
    citing: tuple[str, ...] = ()  # stands before a cited case: "see Ames v Orr"
    titles: tuple[str, ...] = ()  # may stand between the word and the name too: "Judge Dr. Ames"


class Policies(Mapping[str, PolicyTable]):
    """The policies of some folders by name, later folders first; a file is read when asked for."""

    def __init__(self, folders: Iterable[Path], labels: LabelSet) -> None:
        files = [path for folder in folders for path in sorted(folder.glob("*.toml"))]
        self._files = {path.stem: path for path in files if path.stem != _ROLES}
        self._labels = labels

    def __getitem__(self, name: str) -> PolicyTable:
        return read_policy(self._files[name], self._labels)

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def read_policy(path: Path, labels: LabelSet) -> PolicyTable:
    """A policy file of a pack or of a user; every label in it is checked."""
    if not is_there(path):
        raise ConfigError(f"There is no policy file {str(path)!r}.")
    where = f"Policy {path.name!r}"
    content = read_toml(path, where=where)
    refuse_unknown(content, _KEYS, where)
    rules = content.get("labels", {})
    if not isinstance(rules, Mapping) or "default" not in rules:
        raise ConfigError(f"{where} needs a table [labels] with a rule for 'default'.")
    return PolicyTable(
        path.stem,
        str(content.get("about", "")),
        str(content.get("source", path.name)),
        {label if label == "default" else labels.find(label): rule for label, rule in rules.items()},
        _words(content, "include", where),
        _words(content, "exclude", where),
        rules,
        _strings(content, "roles", where),
        _replacement(content, where),
    )


def _strings(content: Mapping[str, Any], key: str, where: str) -> Mapping[str, str]:
    table = content.get(key, {})
    if not isinstance(table, Mapping) or not all(isinstance(value, str) for value in table.values()):
        raise ConfigError(f"{where}: [{key}] is a table of strings.")
    return table


def _replacement(content: Mapping[str, Any], where: str) -> Mapping[str, str]:
    found = _strings(content, "replace", where)
    refuse_unknown(found, _REPLACE_KEYS, f"{where} [replace]")
    if found and "method" not in found:
        raise ConfigError(f"{where}: [replace] needs a 'method'.")
    return found


def read_roles(folders: Iterable[Path], titles: Iterable[str]) -> Roles:
    """The roles of the last folder that has some."""
    found = Roles()
    for path in (folder / f"{_ROLES}.toml" for folder in folders):
        if is_there(path):
            where = f"'{path.name}'"
            content = read_toml(path, where=f"Policy {path.name!r}")
            refuse_unknown(content, _ROLE_KEYS, where)
            words = {key: _words(content, key, where) for key in _ROLE_KEYS}
            found = Roles(**words, titles=tuple(titles))
    return found


def _words(content: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    words = content.get(key, [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ConfigError(f"{where}: {shown(key)} is a list of strings.")
    return tuple(words)

"""Policy files: what must go, as a table of labels and rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import ConfigError, known
from nescio.core.labels import LabelSet
from nescio.decide.rules import RULES, Roles
from nescio.packs import Pack

_KEYS: Final = ("about", "source", "labels", "include", "exclude")
_ROLE_KEYS: Final = ("behind", "before")


@dataclass(frozen=True, slots=True)
class PolicyTable:
    """What a policy file says."""

    name: str
    about: str
    source: str
    rules: Mapping[str, str]  # label or "default" to a rule
    include: tuple[str, ...] = field(default=(), repr=False)
    exclude: tuple[str, ...] = field(default=(), repr=False)


def read_policy(path: Path, labels: LabelSet) -> PolicyTable:
    """A policy file; every label and rule in it is checked."""
    where = f"Policy {path.name!r}"
    content = _toml(path)
    for key in content:
        if key not in _KEYS:
            raise ConfigError(f"{where} has the key {key!r}. {known(key, _KEYS)}")
    rules = content.get("labels", {})
    if not isinstance(rules, Mapping) or "default" not in rules:
        raise ConfigError(f"{where} needs a table [labels] with a rule for 'default'.")
    for label, rule in rules.items():
        if rule not in RULES:
            raise ConfigError(f"{where}: there is no rule {rule!r} for {label!r}. {known(str(rule), RULES)}")
    return PolicyTable(
        path.stem,
        str(content.get("about", "")),
        str(content.get("source", path.name)),
        {label if label == "default" else labels.find(label): rule for label, rule in rules.items()},
        _words(content, "include", where),
        _words(content, "exclude", where),
    )


def _toml(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise ConfigError(f"There is no policy file {str(path)!r}.")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"Policy {path.name!r} is not TOML in UTF-8: {error}.") from error


def _words(content: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    words = content.get(key, [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ConfigError(f"{where}: {key!r} is a list of strings.")
    return tuple(words)


def read_roles(pack: Pack) -> Roles:
    found = Roles()
    for folder in pack.folders:
        path = folder / "policies" / "roles.toml"
        if path.is_file():
            content = _toml(path)
            for key in content:
                if key not in _ROLE_KEYS:
                    raise ConfigError(f"'roles.toml' has the key {key!r}. {known(key, _ROLE_KEYS)}")
            behind, before = (_words(content, key, "'roles.toml'") for key in _ROLE_KEYS)
            found = Roles(behind, before, tuple(pack.name_words.titles))
    return found

"""How courts write what they leave out: `habits.toml`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from string import Formatter
from typing import Final

from nescio.core.errors import ConfigError, known
from nescio.packs.files import name_of, read_toml
from nescio.packs.shape import shaped

_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FIELDS: Final = frozenset(
    ("initials", "initial", "letter", "double", "form", "name", "year", "label", "count")
)


@dataclass(frozen=True)
class Habit:
    """What stands for people, bodies and the rest; `xx/habits.toml` says what the fields in braces are."""

    person: str
    organization: str
    company: str  # a body with a legal form
    birth: str  # of which the year is known
    other: str
    letters: str = _ALPHABET
    bodies: str = ""  # letters of their own for bodies; empty: they share those of people


def read_habits(paths: Iterable[Path]) -> dict[str, Habit]:
    """The habits by name, those of all languages first."""
    found: dict[str, Habit] = {}
    for path in paths:
        for name, table in read_toml(path).items():
            where = f"{name_of(path)} [{name}]"
            if not isinstance(table, dict):
                raise ConfigError(f"{where} must be a table.")
            found[name] = shaped(Habit, table, where)
            _check(found[name], where)
    return found


def _check(habit: Habit, where: str) -> None:
    for item in fields(habit):
        try:
            used = {
                name for _, name, _, _ in Formatter().parse(getattr(habit, item.name)) if name is not None
            }
        except ValueError as error:
            raise ConfigError(f"{where}: the braces of {item.name!r} are not closed.") from error
        for name in used - _FIELDS:
            raise ConfigError(f"{where}: {item.name!r} has a field that is unknown. {known(name, _FIELDS)}")
    if not habit.letters or not habit.other:
        raise ConfigError(f"{where}: 'letters' and 'other' must not be empty.")

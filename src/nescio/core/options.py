"""Checks of single options of a part: each reads one option and refuses a value that cannot be meant."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from nescio.core.errors import ConfigError, known


def text_option(part: str, options: Mapping[str, Any], name: str, *, default: str) -> str:
    """A string, which may be empty."""
    value = options.get(name, default)
    if not isinstance(value, str):
        raise ConfigError(f"The option {name!r} of {part!r} must be a string.")
    return value


def filled_option(part: str, options: Mapping[str, Any], name: str, *, default: str) -> str:
    """A string that is not empty."""
    value = options.get(name, default)
    if not isinstance(value, str) or not value:
        raise ConfigError(f"The option {name!r} of {part!r} must be a string that is not empty.")
    return value


def needed_option(part: str, options: Mapping[str, Any], name: str, *, meaning: str) -> str:
    """A string without which a detector cannot work; `meaning` says in a few words what it is."""
    value = options.get(name)
    if not isinstance(value, str) or not value:
        raise ConfigError(f"The detector {part!r} needs the option {name!r}, {meaning}.")
    return value


def seed_option(part: str, options: Mapping[str, Any], name: str) -> str:
    """A string or a number from which a random order begins."""
    value = options.get(name, "")
    if not isinstance(value, str | int):
        raise ConfigError(f"The option {name!r} of {part!r} must be a string or a number.")
    return str(value)


def switch_option(part: str, options: Mapping[str, Any], name: str) -> bool:
    """True or false; false if nothing is said."""
    value = options.get(name, False)
    if not isinstance(value, bool):
        raise ConfigError(f"The option {name!r} of {part!r} must be true or false.")
    return value


def whole_option(part: str, options: Mapping[str, Any], name: str, *, default: int) -> int:
    """A whole number from 1."""
    value = options.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ConfigError(f"The option {name!r} of {part!r} must be a whole number from 1.")
    return value


def choice_option(
    part: str, options: Mapping[str, Any], name: str, *, default: str, possible: Collection[str]
) -> str:
    """One of a few words."""
    value = options.get(name, default)
    if value not in possible:
        raise ConfigError(
            f"The option {name!r} of {part!r} cannot be {value!r}. {known(str(value), possible)}"
        )
    return str(value)


def places_option(options: Mapping[str, Any], name: str) -> list[str]:
    """Files or URLs: one, several or none."""
    value = options.get(name, [])
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(item, str) for item in values):
        raise ConfigError(f"The option {name!r} must be a file, a URL, or a list of them.")
    return values

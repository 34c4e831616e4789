"""Checks of single options of a part: each reads one option and refuses a value that cannot be meant."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeVar

from nescio.core.errors import ConfigError, known

Build = TypeVar("Build", bound=Callable[..., Any])
_DECLARED: Final = "job_options"


def job_options(options: Mapping[str, bool]) -> Callable[[Build], Build]:
    """Says of a `build`: a job may name this part, and which of its options may come with a job.

    Whoever brings a text must not decide what this machine opens, runs or sends. So a part without
    this word is never named by a job, and an option that reaches the network, a file or code is
    told here with False: then only the user sets it.
    """

    def declare(build: Build) -> Build:
        setattr(build, _DECLARED, dict(options))
        return build

    return declare


def declared_options(build: object) -> Mapping[str, bool] | None:
    """What a `build` says about jobs; None if it says nothing, so that no job may name the part."""
    found = getattr(build, _DECLARED, None)
    return found if isinstance(found, Mapping) else None


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
    if not isinstance(value, str) or value not in possible:
        raise ConfigError(
            f"The option {name!r} of {part!r} cannot have this value. {known(str(value), possible)}"
        )
    return value


def texts_option(part: str, options: Mapping[str, Any], name: str) -> list[str]:
    """Strings, perhaps none."""
    value = options.get(name, [])
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise ConfigError(f"The option {name!r} of {part!r} must be a list of strings.")
    return list(value)


def places_option(options: Mapping[str, Any], name: str) -> list[str]:
    """Files or URLs: one, several or none."""
    value = options.get(name, [])
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(item, str) for item in values):
        raise ConfigError(f"The option {name!r} must be a file, a URL, or a list of them.")
    return values

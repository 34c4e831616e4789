"""What a project is like: name, tags, guidelines, colours; each change is a version."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from nescio.core.errors import ConfigError, known
from nescio.workbench.annotate.tasks import PALETTES, first_tags
from nescio.workbench.people import checked_name
from nescio.workbench.retaining import MOST_DAYS

_LONGEST_GUIDELINES: Final = 200_000
_LONGEST_TAG: Final = 60
_MOST_TAGS: Final = 200
_DEFAULTS: Final[Mapping[str, Any]] = {
    "open": True, "language": "auto", "palette": "colour-blind", "guidelines": "", "hidden": False,
    "method": "generalize", "retention": None,
}  # fmt: skip


def first_settings(task: str, given: Mapping[str, Any], known_names: ProjectChoices) -> dict[str, Any]:
    """The settings of a new project."""
    return changed_settings(
        {**_DEFAULTS, "name": "", "tags": first_tags(task)}, {"name": "", **given}, known_names
    )


class ProjectChoices:
    """What may be named: languages, methods and suffixes of files, as far as nescio has them."""

    def __init__(
        self, languages: Collection[str], methods: Collection[str], suffixes: Collection[str]
    ) -> None:
        self.languages, self.methods, self.suffixes = ("auto", *languages), methods, suffixes


def changed_settings(
    before: Mapping[str, Any], given: Mapping[str, Any], names: ProjectChoices
) -> dict[str, Any]:
    """The settings with some changed; one that cannot be is refused, and nothing changes."""
    readers: dict[str, Callable[[Any], Any]] = {
        "name": lambda value: checked_name(_word(value, "name")),
        "open": lambda value: _flag(value, "open"),
        "hidden": lambda value: _flag(value, "hidden"),
        "language": lambda value: _one_of(value, "language", names.languages),
        "method": lambda value: _one_of(value, "method", names.methods),
        "palette": lambda value: _one_of(value, "palette", PALETTES),
        "guidelines": _guidelines,
        "retention": days_kept,
        "tags": _tags,
    }
    for name in given:
        if name not in readers:
            raise ConfigError(f"A project has no such field. {known(name, readers)}")
    return {**before, **{name: readers[name](value) for name, value in given.items()}}


def _word(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise ConfigError(f"{name!r} must be a string.")
    return value


def _flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise ConfigError(f"{name!r} must be true or false.")
    return value


def _one_of(value: Any, name: str, possible: Collection[str]) -> str:
    if not isinstance(value, str) or value not in possible:
        raise ConfigError(f"{name!r} is none that there is. {known(str(value), possible)}")
    return value


def days_kept(value: Any) -> int | None:
    """After how many days originals are deleted that were taken away; None: never by themselves."""
    if value is not None and (type(value) is not int or not 0 <= value <= MOST_DAYS):
        raise ConfigError(f"'retention' is a whole number of days from 0 to {MOST_DAYS}, or null.")
    return value


def _guidelines(value: Any) -> str:
    text = _word(value, "guidelines")
    if len(text) > _LONGEST_GUIDELINES:
        raise ConfigError(f"Guidelines have at most {_LONGEST_GUIDELINES} signs.")
    return text


def _tags(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not 0 < len(value) <= _MOST_TAGS:
        raise ConfigError(f"'tags' is a list of 1 to {_MOST_TAGS} tags.")
    tags = [_tag(raw, place) for place, raw in enumerate(value)]
    names = [tag["name"] for tag in tags]
    if len(set(names)) != len(names):
        raise ConfigError("Two tags have the same name.")
    return tags


def _tag(raw: Any, place: int) -> dict[str, Any]:
    if not isinstance(raw, dict) or set(raw) - {"name", "display", "colour"}:
        raise ConfigError("A tag has a 'name', a 'display' and a 'colour', and nothing else.")
    name, colour = raw.get("name"), raw.get("colour", place)
    display = raw.get("display", name)
    if not isinstance(name, str) or not name.strip() or len(name) > _LONGEST_TAG or not name.isprintable():
        raise ConfigError(f"The name of a tag has 1 to {_LONGEST_TAG} signs that can be seen.")
    if not isinstance(display, str) or len(display) > _LONGEST_TAG or type(colour) is not int or colour < 0:
        raise ConfigError("What a tag is called is short, and its colour a place in the palette.")
    return {"name": name, "display": display or name, "colour": colour}

"""Checks an installation: every part, every language, every extra."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from typing import Final, NamedTuple

from nescio.api import Anonymizer
from nescio.core.errors import ConfigError, PluginError
from nescio.packs import Pack, Packs
from nescio.registry import GROUPS, Registry
from nescio.run.reports import reason

_SENTENCE: Final = "anna@example.org, 1.2.2000"  # has something to find in every language


class PartState(NamedTuple):
    """What is wrong with a part, or what it waits for; both None if it works."""

    group: str
    name: str
    package: str
    failure: str | None = None
    lacks: str | None = None  # an extra that is not installed: no failure


def check_parts(registry: Registry, pack: Pack) -> list[PartState]:
    """Imports every part and builds those that need no option."""
    return [_check_part(registry, pack, group, name) for group in GROUPS for name in registry.names(group)]


def _check_part(registry: Registry, pack: Pack, group: str, name: str) -> PartState:
    state = PartState(group, name, registry.owner(group, name))
    try:
        if group == "nescio.dialects":
            registry.dialect(name)
        else:
            registry.build(group, name, pack=pack, options={})
    except ConfigError:
        return state  # it needs an option, so it can only be imported
    except PluginError as error:
        # `import_extra` says how to install what a part waits for.
        waits = "pip install" in str(error)
        return state._replace(lacks=str(error)) if waits else state._replace(failure=str(error))
    except Exception as error:
        return state._replace(failure=reason(error))
    return state


class LanguageState(NamedTuple):
    """What a language brings, and how long it takes to be ready; or what is wrong with it."""

    language: str
    rules: int = 0
    entries: int = 0
    abbreviations: int = 0
    seconds: float = 0.0
    failure: str | None = None


def check_language(language: str, registry: Registry, packs: Packs) -> LanguageState:
    """Builds a language and lets it anonymize a line."""
    began = time.perf_counter()
    try:
        text = Anonymizer(language, registry=registry, packs=packs).anonymize(_SENTENCE).text
    except Exception as error:
        return LanguageState(language, failure=reason(error))
    if "@" in text:
        return LanguageState(language, failure="it does not even find an e-mail address; reinstall nescio.")
    pack = packs.load(language)
    entries = sum(len(words.entries) for words in pack.lists)
    seconds = time.perf_counter() - began
    return LanguageState(language, len(pack.rules), entries, len(pack.abbreviations), seconds)


def missing_by_extra() -> Iterator[tuple[str, list[str]]]:
    """Every extra of the installed package, and which of its packages are missing."""
    try:
        package = metadata.metadata("nescio")
    except metadata.PackageNotFoundError:
        return
    needed: dict[str, list[str]] = {extra: [] for extra in package.get_all("Provides-Extra") or ()}
    for line in package.get_all("Requires-Dist") or ():
        if match := re.match(r"([\w.-]+).*extra\s*==\s*['\"]([\w-]+)", line):
            needed.setdefault(match[2], []).append(match[1])
    for extra, names in needed.items():
        yield extra, [name for name in names if not _is_installed(name)]


def _is_installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return find_spec(name.replace("-", "_")) is not None
    return True

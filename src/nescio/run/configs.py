"""Configurations as a person reads them: what is in force, and whether a file can be used."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from nescio.api import Anonymizer
from nescio.config import Setting, left_out
from nescio.core.errors import ConfigError, known, shown
from nescio.packs import UNIVERSAL


class CheckedConfig(NamedTuple):
    """The languages that a file changes, and the parts of other systems that it names in vain."""

    languages: list[str]
    left_out: list[tuple[str, str]]  # language and name


def show_settings(language: str, config: Path | None = None) -> dict[str, Setting]:
    """Every setting of a language by its dotted key."""
    anonymizer = Anonymizer(config=config)
    if language not in anonymizer.packs:
        raise ConfigError(f"There is no language {shown(language)}. {known(language, anonymizer.packs)}")
    values = anonymizer.settings(language).values
    return {".".join(key): setting for key, setting in sorted(values.items())}


def check_config(path: Path) -> CheckedConfig:
    """Reads a configuration and builds every part that it names."""
    anonymizer = Anonymizer(config=path)
    sections = anonymizer.read_config(path).sections
    codes = [code for code in anonymizer.packs.languages if UNIVERSAL in sections or code in sections]
    for code in codes:
        anonymizer.kit(code)
    return CheckedConfig(codes, left_out(path, anonymizer.registry.dialects))

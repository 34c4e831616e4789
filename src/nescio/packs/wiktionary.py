"""How an edition of Wiktionary marks up its pages: `knowledge/wiktionary.toml`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import regex

from nescio.core.errors import ConfigError
from nescio.packs.files import name_of, read_toml
from nescio.packs.shape import KEY, shaped


@dataclass(frozen=True)
class PageRules:
    """The marks of one edition as regular expressions."""

    section: regex.Pattern[str]
    other: regex.Pattern[str]
    words: tuple[tuple[regex.Pattern[str], str], ...]
    genders: tuple[tuple[regex.Pattern[str], str], ...]
    definition: regex.Pattern[str]
    forms: tuple[tuple[regex.Pattern[str], str, str], ...]
    translation: regex.Pattern[str] | None


@dataclass(frozen=True)
class _WordMark:
    regex: str
    pos: str


@dataclass(frozen=True)
class _GenderMark:
    regex: str
    gender: str


@dataclass(frozen=True)
class _FormMark:
    regex: str
    number: str
    case: str = ""


@dataclass(frozen=True)
class _PageTable:
    """The file as it is written."""

    section: str
    other: str
    definition: str
    words: tuple[_WordMark, ...] = field(metadata={KEY: "word"})
    genders: tuple[_GenderMark, ...] = field(default=(), metadata={KEY: "gender"})
    forms: tuple[_FormMark, ...] = field(default=(), metadata={KEY: "form"})
    translation: str | None = None


def read_page_rules(path: Path) -> PageRules | None:
    """The marks of one file; None if the language has none."""
    raw = read_toml(path)
    if not raw:
        return None
    table = shaped(_PageTable, raw, name_of(path))
    try:
        return PageRules(
            regex.compile(table.section),
            regex.compile(table.other),
            tuple((regex.compile(item.regex), item.pos) for item in table.words),
            tuple((regex.compile(item.regex), item.gender) for item in table.genders),
            regex.compile(table.definition, regex.MULTILINE),
            tuple((regex.compile(item.regex), item.number, item.case) for item in table.forms),
            regex.compile(table.translation) if table.translation is not None else None,
        )
    except regex.error as error:
        raise ConfigError(f"{name_of(path)} has a regular expression that is wrong: {error}.") from error

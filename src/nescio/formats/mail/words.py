"""What names of headers, types and parameters mean: read from `words.toml` when a message needs it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def mail_words(table: str) -> Mapping[str, frozenset[str]]:
    """The lists of one table."""
    content = tomllib.loads(files("nescio.formats.mail").joinpath("words.toml").read_text(encoding="utf-8"))
    return {name: frozenset(words) for name, words in content[table].items()}


@cache
def known_headers() -> frozenset[str]:
    """Names of headers that say nothing by themselves."""
    return frozenset().union(*mail_words("headers").values())


def kind_of(table: str, word: str) -> str:
    """The list of a table that a word stands in; empty if it stands in none."""
    return next((name for name, words in mail_words(table).items() if word in words), "")

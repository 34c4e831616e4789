"""What names of elements and attributes mean: read from `words.toml` when a file needs it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def words_of(language: str) -> Mapping[str, frozenset[str]]:
    """The lists for html or xml."""
    content = tomllib.loads(files("nescio.formats.markup").joinpath("words.toml").read_text(encoding="utf-8"))
    return {name: frozenset(words) for name, words in content[language].items()}

"""Titles and offices as they are written before names: words that rules may use."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from nescio.packs.files import read_toml

# The name of the words in a rule, and their key under [person] in `naming/names.toml`.
_KEY_OF: Final = {"title": "written_titles", "office": "written_offices"}


def read_title_words(folders: Iterable[Path]) -> dict[str, list[str]]:
    """The words by the name that rules call them by; of all folders together."""
    found: dict[str, list[str]] = {}
    for folder in folders:
        person = read_toml(folder / "names.toml").get("person", {})
        for name, key in _KEY_OF.items():
            if key in person:
                found[name] = list(dict.fromkeys([*found.get(name, ()), *person[key]]))
    return found

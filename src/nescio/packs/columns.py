"""What columns of tables are called, and what then stands in them: `columns.toml`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from nescio.core.errors import ConfigError
from nescio.core.labels import LabelSet
from nescio.packs.files import name_of, read_toml, refuse_unknown

FILE: Final = "columns.toml"
_KEYS: Final = ("anywhere", "whole")
_WORD: Final = re.compile(r"[^\W_]+")
# patientName and DOBDate are two words each.
_SEAM: Final = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-ZÀ-Þ])(?=[A-ZÀ-Þ][a-zà-ÿ])")


@dataclass(frozen=True, slots=True)
class ColumnWords:
    """Headings by their words, each with the label of what stands below it."""

    anywhere: Mapping[str, str] = field(default_factory=dict)  # also among other words
    whole: Mapping[str, str] = field(default_factory=dict)  # only if the heading says nothing else


def read_columns(paths: Iterable[Path], labels: LabelSet) -> ColumnWords:
    """The headings of several files; those of a later one win."""
    found: dict[str, dict[str, str]] = {key: {} for key in _KEYS}
    for path in paths:
        content = read_toml(path)
        refuse_unknown(content, _KEYS, name_of(path))
        for key, table in content.items():
            found[key] |= _headings(table, f"{name_of(path)} [{key}]", labels)
    return ColumnWords(**found)


def _headings(table: object, where: str, labels: LabelSet) -> dict[str, str]:
    if not isinstance(table, dict):
        raise ConfigError(f"{where} must be a table.")
    found: dict[str, str] = {}
    for label, headings in table.items():
        if not isinstance(headings, list) or not all(isinstance(item, str) for item in headings):
            raise ConfigError(f"{where}: {label!r} must be a list of strings.")
        known = labels.find(label)
        found |= {heading_key(heading): known for heading in headings}
    return found


def heading_words(heading: str) -> list[str]:
    """The words of a heading in small letters and without accents; what stands together is one."""
    plain = unicodedata.normalize("NFKD", _SEAM.sub(" ", heading).replace("ß", "ss"))
    bare = "".join(char for char in plain if not unicodedata.combining(char))
    return _WORD.findall(bare.lower())


def heading_key(heading: str) -> str:
    return "".join(heading_words(heading))

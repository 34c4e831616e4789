"""Which values of OpenDocument are words of the standard itself, and which name people."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

_FOLDER: Final = "nescio.formats.odf"
_STANDARD: Final = {
    "urn:oasis:names:tc:opendocument:xmlns:": None,  # the prefix is what follows
    "http://www.w3.org/1999/xlink": "xlink",
    "http://www.w3.org/XML/1998/namespace": "xml",
    "http://www.w3.org/2003/g/data-view#": "grddl",
    "http://www.w3.org/1998/Math/MathML": "math",
    "http://openoffice.org/2000/library": "library",
    "http://openoffice.org/2009/office": "officeooo",
    "http://openoffice.org/2010/chart": "chartooo",
    "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0": "loext",
    "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0": "calcext",
}  # fmt: skip
_SHORT: Final = {
    "xsl-fo-compatible": "fo",
    "svg-compatible": "svg",
    "smil-compatible": "smil",
    "datastyle": "number",
    "drawing": "draw",
}


@dataclass(frozen=True, slots=True)
class OdfSchema:
    """What the standard says about attributes and elements."""

    free: frozenset[str]
    named: frozenset[str]
    coded: frozenset[str]
    words: frozenset[str]
    told: frozenset[str]
    references: frozenset[str]
    people: Mapping[str, str]

    def is_free(self, slot: str) -> bool:
        """Whether an attribute can hold no words of people, by its full name."""
        prefix, name = split_slot(slot)
        if prefix in self.free:
            return f"{prefix}:{name}" not in self.named
        if prefix in self.coded:
            return False  # its value says
        return prefix != "" and (name in self.words or f"{prefix}:{name}" in self.words)


@cache
def load_odf_schema() -> OdfSchema:
    content = tomllib.loads(files(_FOLDER).joinpath("schema.toml").read_text(encoding="utf-8"))
    values: dict[str, Any] = {key: frozenset(v) if isinstance(v, list) else v for key, v in content.items()}
    return OdfSchema(**values)


@cache
def odf_words() -> frozenset[str]:
    """Words of the format and of the programs that write it: whole values."""
    lines = files(_FOLDER).joinpath("words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


@cache
def split_slot(slot: str) -> tuple[str, str]:
    """The usual prefix of an attribute and its name; an unknown namespace has none."""
    space, _, name = slot.removeprefix("{").rpartition("}")
    for begin, prefix in _STANDARD.items():
        if prefix is None and space.startswith(begin):
            said = space.removeprefix(begin).partition(":")[0]
            return _SHORT.get(said, said), name
        if space == begin:
            return str(prefix), name
    return "", name

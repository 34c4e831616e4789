"""Which values of Office Open XML are words of the format itself, and which name people."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

_FOLDER: Final = "nescio.formats.office"
# Forms of values that say nothing of people: numbers with units, switches, ids, colours, times, languages.
_FREE_VALUE: Final = re.compile(
    r"[\W\d_]*|-?[\d.]+(?:pt|in|cm|mm|px|pc|em|ex|%|f|E-?\d+)?|true|false|on|off|yes|no|none|auto|[A-Za-z]"
    r"|#[0-9A-Fa-f]{6}|rId\d+|R[0-9a-f]{16}|(?=.*\d)[0-9A-Fa-f]{6}|(?=.*\d)[0-9A-Fa-f]{8}"
    r"|\{?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}?|#?_x0000_[a-z]\d+"
    r"|\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)?|[a-z]{2,3}(?:-[A-Z][a-z]{3})?-[A-Z]{2}"
)
# Addresses of schemas, types of parts.
_FREE_ADDRESS: Final = re.compile(
    r"(?:https?://)?(?:schemas\.(?:openxmlformats|microsoft)\.|purl\.o(?:rg|clc)|www\.w3\.org)[^\s?]*"
    r"|urn:schemas-microsoft-com:[\w:-]*|(?:application|image|text|audio|video|model)/[\w.+-]+|dcterms:W3CDTF"
)
_OWN_SPACE: Final = re.compile(
    r"\{(?:https?://(?:schemas\.(?:openxmlformats|microsoft)\.|purl\.o(?:rg|clc)/|www\.w3\.org/)|urn:schemas-microsoft-com:)"
)


@dataclass(frozen=True, slots=True)
class Schema:
    """What the standard says about attributes and elements, by their names without namespaces."""

    free_attributes: frozenset[str]
    told_attributes: frozenset[str]
    packed_attributes: frozenset[str]
    packed_elements: frozenset[str]
    people: Mapping[str, str]  # attribute to label
    told_elements: Mapping[str, str]


@cache
def load_schema() -> Schema:
    content = tomllib.loads(files(_FOLDER).joinpath("schema.toml").read_text(encoding="utf-8"))
    values: dict[str, Any] = {key: frozenset(v) if isinstance(v, list) else v for key, v in content.items()}
    return Schema(**values)


@cache
def vocabulary() -> frozenset[str]:
    """Words of the format: whole values, such as `center` or the name of a built-in style."""
    lines = files(_FOLDER).joinpath("words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


def is_free_value(value: str) -> bool:
    """Whether a value says nothing of people, by its form or because it is a word of the format."""
    return (
        _FREE_VALUE.fullmatch(value) is not None
        or value in vocabulary()
        or _FREE_ADDRESS.fullmatch(value) is not None
    )


def is_own_space(tag: str) -> bool:
    """Whether an element lies in a namespace of Office or of a standard that it uses."""
    return _OWN_SPACE.match(tag) is not None

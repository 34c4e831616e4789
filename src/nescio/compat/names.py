"""The thesis's names for methods and classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

METHODS: Final[Mapping[str, str]] = {
    "DEL": "suppress",
    "TAG": "tag",
    "RAN": "substitute",
    "GEN": "generalize",
}
CLASSES: Final[Mapping[str, str]] = {"PERZ": "PER", "LOCZ": "LOC", "ORGZ": "ORG", "MIZC": "MISC"}
CODE_OF_METHOD: Final = {name: code for code, name in METHODS.items()}
CLASS_OF_LABEL: Final = {label: name for name, label in CLASSES.items()}

"""nescio: finds the names and identifiers in a text and takes them out."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nescio.api import Anonymizer, Result, anonymize, load, reidentify
    from nescio.core.errors import ConfigError, InputError, JobError, NescioError, PluginError
    from nescio.core.model import Document, Entity, Job, Span
    from nescio.solutions.table import Table

__version__ = "0.1.0"

# Where each public name lives; it is imported when it is first used, so that `import nescio`
# stays fast.
_HOMES = {
    "nescio.api": ("Anonymizer", "Result", "anonymize", "load", "reidentify"),
    "nescio.core.errors": ("ConfigError", "InputError", "JobError", "NescioError", "PluginError"),
    "nescio.core.model": ("Document", "Entity", "Job", "Span"),
    "nescio.solutions.table": ("Table",),
}

__all__ = [
    "Anonymizer",
    "ConfigError",
    "Document",
    "Entity",
    "InputError",
    "Job",
    "JobError",
    "NescioError",
    "PluginError",
    "Result",
    "Span",
    "Table",
    "anonymize",
    "load",
    "reidentify",
]


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'nescio' has no attribute {name!r}")

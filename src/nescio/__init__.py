"""nescio: finds the names and identifiers in a text and takes them out."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nescio.api import Anonymizer, Result, anonymize, load, reidentify
    from nescio.client import AsyncClient, Client
    from nescio.core.contents import Contents, FilePart
    from nescio.core.edits import (
        DecisionOverridden,
        EntitiesMerged,
        EntityChecked,
        EntitySplit,
        Place,
        ReplacementOverridden,
        SpanAdded,
        SpanRemoved,
        SpanResized,
        revise,
    )
    from nescio.core.errors import ConfigError, InputError, JobError, NescioError, PluginError
    from nescio.core.identity import Identity, KeptPerson, KeptThing, Surrogate
    from nescio.core.model import Decision, Document, Entity, Job, Note, Replacement, Solution, Span
    from nescio.core.options import job_options
    from nescio.core.protocols import Entry
    from nescio.core.scene import Change, Context, Scene
    from nescio.packs.pack import Pack
    from nescio.solutions.table import Table

__version__ = "0.1.0"

# Where each public name lives; it is imported when it is first used, so that `import nescio`
# stays fast.
_HOMES = {
    "nescio.api": ("Anonymizer", "Result", "anonymize", "load", "reidentify"),
    "nescio.client": ("AsyncClient", "Client"),
    "nescio.core.edits": (
        "DecisionOverridden",
        "EntitiesMerged",
        "EntityChecked",
        "EntitySplit",
        "Place",
        "ReplacementOverridden",
        "SpanAdded",
        "SpanRemoved",
        "SpanResized",
        "revise",
    ),
    "nescio.core.errors": ("ConfigError", "InputError", "JobError", "NescioError", "PluginError"),
    "nescio.core.identity": ("Identity", "KeptPerson", "KeptThing", "Surrogate"),
    "nescio.core.contents": ("Contents", "FilePart"),
    "nescio.core.model": ("Decision", "Document", "Entity", "Job", "Note", "Replacement", "Solution", "Span"),
    "nescio.core.options": ("job_options",),
    "nescio.core.protocols": ("Entry",),
    "nescio.core.scene": ("Change", "Context", "Scene"),
    "nescio.packs.pack": ("Pack",),
    "nescio.solutions.table": ("Table",),
}

__all__ = [
    "Anonymizer",
    "AsyncClient",
    "Change",
    "Client",
    "ConfigError",
    "Contents",
    "Context",
    "Decision",
    "DecisionOverridden",
    "Document",
    "EntitiesMerged",
    "Entity",
    "EntityChecked",
    "EntitySplit",
    "Entry",
    "FilePart",
    "Identity",
    "InputError",
    "Job",
    "JobError",
    "KeptPerson",
    "KeptThing",
    "NescioError",
    "Note",
    "Pack",
    "Place",
    "PluginError",
    "Replacement",
    "ReplacementOverridden",
    "Result",
    "Scene",
    "Solution",
    "Span",
    "SpanAdded",
    "SpanRemoved",
    "SpanResized",
    "Surrogate",
    "Table",
    "anonymize",
    "job_options",
    "load",
    "reidentify",
    "revise",
]


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'nescio' has no attribute {name!r}")

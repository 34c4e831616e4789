"""The kinds of task that a project can have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from nescio.core.errors import ConfigError, known

ENTITIES, PARALLEL, COREFERENCE, RELEVANCE, COMPARISON = TASKS = (
    "entities", "parallel", "coreference", "relevance", "comparison",
)  # fmt: skip
_ANNOTATED: Final = (".bio", ".conll", ".iob", ".iob2", ".jsonl", ".tsv")


@dataclass(frozen=True)
class TaskKind:
    """What a task asks of people, and what goes in and out."""

    name: str
    marks: bool  # people mark places; else they answer about items that are given
    free: bool = False  # answers are names of groups, else tags of the project
    annotated: tuple[str, ...] = ()  # suffixes of files that are read as annotated
    reads_documents: bool = True  # any text or document may be uploaded
    tags: tuple[str, ...] = ()  # empty: labels of nescio
    exports: tuple[str, ...] = ("jsonl",)
    may_recognize: bool = False


KINDS: Final = {
    kind.name: kind
    for kind in (
        TaskKind(
            ENTITIES, marks=True, annotated=_ANNOTATED, exports=("tsv", "conll", "jsonl", "brat"),
            may_recognize=True,
        ),
        TaskKind(
            PARALLEL, marks=True, annotated=(".jsonl", ".tsv"), reads_documents=False,
            exports=("tsv", "conll", "jsonl", "brat"), may_recognize=True,
        ),
        TaskKind(
            COREFERENCE, marks=False, free=True, annotated=_ANNOTATED,
            exports=("tsv", "conll", "jsonl", "brat"), may_recognize=True,
        ),
        TaskKind(
            RELEVANCE, marks=False, annotated=(".json", ".jsonl"), tags=("relevant", "not relevant"),
            exports=("tsv", "jsonl"),
        ),
        TaskKind(
            COMPARISON, marks=False, annotated=(".jsonl",), reads_documents=False,
            tags=("left", "right", "both", "neither"), exports=("tsv", "jsonl"),
        ),
    )
}  # fmt: skip

PALETTES: Final = {
    "plain": [
        "#8ecae6", "#ffb703", "#95d5b2", "#f4a3b4", "#cdb4db", "#ffd6a5", "#a0c4ff", "#d9ed92",
        "#e5989b", "#bdb2ff", "#b8b8a0", "#9bf6e4",
    ],
    # Okabe and Ito (2008), lightened as far as black text needs.
    "colour-blind": [
        "#56b4e9", "#e69f00", "#33c199", "#f0e442", "#5aa5dc", "#e98a4b", "#d99cc0", "#bdbdbd",
    ],
    "strong": ["#4cc9f0", "#ffd500", "#7ae582", "#ff8fa3", "#c77dff", "#ff9e00", "#90e0ef", "#d0f4de"],
}  # fmt: skip
LABELS: Final = ("PER", "LOC", "ORG", "MISC")  # what the thesis annotates


def kind_of(task: str) -> TaskKind:
    if task not in KINDS:
        raise ConfigError(f"There is no such task. {known(task, KINDS)}")
    return KINDS[task]


def first_tags(task: str) -> list[dict[str, Any]]:
    """What a new project begins with."""
    kind = kind_of(task)
    return [
        {"name": name, "display": name, "colour": place} for place, name in enumerate(kind.tags or LABELS)
    ]

"""What a project can be made of, for whoever makes one."""

from __future__ import annotations

from typing import Any

from nescio.workbench.annotate.office import ProjectOffice
from nescio.workbench.annotate.tasks import KINDS, PALETTES, TASKS, first_tags


def offers(office: ProjectOffice) -> dict[str, Any]:
    """Tasks, colours, recognizers, and what goes in and out of each task."""
    documents = office.names.suffixes
    return {
        "tasks": list(TASKS),
        "palettes": PALETTES,
        "recognizers": office.recognizers.names,
        "methods": list(office.names.methods),
        "languages": list(office.names.languages),
        "tags": {task: first_tags(task) for task in TASKS},
        "imports": {
            task: sorted({*kind.annotated, *(documents if kind.reads_documents else ())})
            for task, kind in KINDS.items()
        },
        "exports": {task: list(kind.exports) for task, kind in KINDS.items()},
        "preannotated": [task for task, kind in KINDS.items() if kind.may_recognize],
    }

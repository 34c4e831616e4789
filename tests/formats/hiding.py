"""Hides given names in the bytes of a document, and leads the way back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from nescio.core.model import Job
from nescio.formats.document import DocumentFormat
from nescio.run.opening import Terms, open_anonymizer
from nescio.run.restore import solved
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table
from tests.formats.planted import Planter

_INVISIBLE: Final = re.compile("[\u00ad\u200b]")


def hide(made: DocumentFormat, data: bytes, *names: str) -> tuple[bytes, list[Job]]:
    """The document without the names, and the jobs that say how."""
    jobs = made.read(data, name="document")
    done = open_anonymizer("en", policy="listed", terms=Terms(hide=names)).run(jobs)
    assert [job.failure for job in done] == [None] * len(done)
    settled = made.settle(done, data)
    return made.write(settled, data), settled


def back(made: DocumentFormat, written: bytes, jobs: list[Job]) -> bytes:
    """The document with everything restored."""
    again = made.read(written, name="document")
    restored = [
        solved(job, reidentify(job.document.text, make_table(done)))
        for job, done in zip(again, jobs, strict=True)
    ]
    return made.write(restored, written)


def text_of(made: DocumentFormat, data: bytes) -> str:
    return "\n".join(job.document.text for job in made.read(data, name="document"))


def seen_in(
    made: DocumentFormat,
    data: bytes,
    planter: Planter,
    search: Callable[[bytes, Planter], Mapping[str, str]],
) -> set[str]:
    """The corners whose names a search of the bytes finds, or whoever reads the text word by word."""
    text = _INVISIBLE.sub("", text_of(made, data)).lower()
    read = {corner for name, corner in planter.corners.items() if name.lower() in text}
    return read | set(search(data, planter))

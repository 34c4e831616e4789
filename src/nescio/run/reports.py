"""What a call reports about each text and about all of them; the face puts it into words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from nescio.core.errors import NescioError, place_of
from nescio.core.model import Job


def reason(error: Exception) -> str:
    """nescio's own errors carry no source text; of any other only kind and place are told."""
    if isinstance(error, NescioError):
        return str(error)
    return f"This is a bug in nescio or in a plug-in ({place_of(error)}); please report it."


def why_failed(job: Job) -> str | None:
    """Why a job has no result, or None if all went well."""
    return None if job.failure is None else job.failure.reason


@dataclass
class Tally:
    """What the texts of a call come to; holds no text."""

    done: int = 0
    bad: int = 0
    replaced: Counter[str] = field(default_factory=Counter)  # label to number
    code_pages: Counter[str] = field(default_factory=Counter)  # guessed, where the bytes did not tell
    other_substitutes: int = 0  # kept beside those of the ledger, which could not stand in a text
    torn: bool = False  # the table of solutions ended in half a record, which is gone
    done_before: int = 0  # texts that a broken-off call had overwritten already
    recovered: bool = False  # the ledger now has what a broken-off run had left in its journal

    def add(self, jobs: Iterable[Job]) -> None:
        for job in jobs:
            self.done += 1
            if job.solution is not None:
                self.replaced.update(item.label for item in job.solution.replacements)
            meta = job.document.meta
            if "encoding" in meta and not meta.get("bom") and meta["encoding"] != "utf-8":
                self.code_pages[str(meta["encoding"])] += 1

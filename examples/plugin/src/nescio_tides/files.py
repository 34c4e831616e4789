"""A format: tables of tides, a line for each high water with a remark behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from nescio import Document, InputError, Job, JobError, Pack
from nescio_tides.storms import Storm

HEAD = "tide table"
FAILURES: dict[str, Any] = {}  # a format has no options in a configuration; a test writes them here


class TideFormat:
    """Each remark is a document; the line `08:15 2.3 Ask Mia` has the remark `Ask Mia`."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".tide"})

    def __init__(self, storm: Storm) -> None:
        self._storm = storm

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> TideFormat:
        return cls(Storm({**options, **FAILURES}))

    def read(self, data: bytes, *, name: str) -> list[Job]:
        return [
            Job(Document(f"{name}:{number}", remark, meta={"line": number}))
            for number, _, remark in self._rows(data)
            if remark
        ]

    def write(self, jobs: Sequence[Job], data: bytes) -> bytes:
        new = {job.document.meta["line"]: _solved(job) for job in jobs}
        rows = [f"{figures} {new.get(number, '')}".rstrip() for number, figures, _ in self._rows(data)]
        return "\n".join([HEAD, *rows, ""]).encode()

    def _rows(self, data: bytes) -> Iterator[tuple[int, str, str]]:
        try:
            head, *lines = data.decode("utf-8").splitlines() or [""]
        except UnicodeDecodeError:
            raise InputError("A table of tides is written in UTF-8.") from None
        if head != HEAD:
            raise InputError(f"A table of tides begins with the line {HEAD!r}.")
        for number, line in enumerate(lines, 1):
            self._storm.meet(line)
            time, _, rest = line.partition(" ")
            height, _, remark = rest.partition(" ")
            yield number, f"{time} {height}", remark


def _solved(job: Job) -> str:
    if job.solution is None:
        raise JobError("A remark without a solution is not written.")
    return " ".join(job.solution.text.splitlines())

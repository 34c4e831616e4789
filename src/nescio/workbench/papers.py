"""One document on the desk: what nescio found, what people did to it since, and what follows from both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from nescio.core.errors import JobError
from nescio.core.model import Job
from nescio.packs import Pack
from nescio.run.reports import why_failed
from nescio.workbench.steps import ReviewStep, Run, add_step, replay, step_from_json
from nescio.workbench.store.shelf import KeptDeed
from nescio.workbench.view import JobView

_TRAIL: Final = 12  # jobs before the last steps that are kept, so that undo takes no time


@dataclass
class Paper:
    """A document with its history; `version` counts what people did, undo and redo too."""

    id: int
    file: int
    name: str = field(repr=False)
    base: Job = field(repr=False)  # after coreference, without edits
    version: int = 0
    done: list[ReviewStep] = field(default_factory=list, repr=False)
    undone: list[ReviewStep] = field(default_factory=list, repr=False)
    _job: Job | None = field(default=None, repr=False)
    _view: dict[str, Any] | None = field(default=None, repr=False)
    _trail: list[Job] = field(default_factory=list, repr=False)

    def remember(self, deeds: Iterable[KeptDeed]) -> None:
        """Takes the history of the store up."""
        for deed in deeds:
            self.version += 1
            if deed.kind == "step":
                self._take(step_from_json(deed.value))
            else:
                self._move(deed.kind)

    def _take(self, step: ReviewStep) -> None:
        self.done.append(step)
        self.undone.clear()

    def _move(self, kind: str) -> None:
        source, target = (self.done, self.undone) if kind == "undo" else (self.undone, self.done)
        if not source:
            raise JobError(f"There is nothing to {kind}.")
        target.append(source.pop())

    def forget(self) -> None:
        """Other settings hold now: what follows from the history is made anew when it is asked for."""
        self._job, self._view = None, None
        self._trail.clear()

    def job(self, run: Run) -> Job:
        """The finished job as it stands."""
        if self._job is None:
            self._job = _finished(replay(self.base, self.done, run))
        return self._job

    def view(self, run: Run, pack: Pack) -> dict[str, Any]:
        if self._view is None:
            self._view = JobView(self.job(run), pack).whole()
        return {**self._view, **self.about()}

    def about(self) -> dict[str, Any]:
        """What changes with every version beside the view itself."""
        return {
            "id": self.id, "name": self.name, "version": self.version,
            "undo": self.done[-1].kind if self.done else "",
            "redo": self.undone[-1].kind if self.undone else "",
        }  # fmt: skip

    def after(self, step: ReviewStep, run: Run) -> Job:
        """The job as one step more would make it; nothing is changed yet."""
        return _finished(add_step(self.job(run), step, self.done, base=self.base, run=run))

    def take(self, step: ReviewStep, job: Job) -> None:
        self._trail = [*self._trail, self._job][-_TRAIL:] if self._job is not None else []
        self._take(step)
        self.version += 1
        self._job, self._view = job, None

    def move(self, kind: str) -> None:
        """Undo or redo."""
        self._move(kind)
        self.version += 1
        kept = self._trail.pop() if kind == "undo" and self._trail else None
        if kind == "redo":
            self._trail.clear()
        self._job, self._view = kept, None

    def check_move(self, kind: str) -> None:
        if not (self.done if kind == "undo" else self.undone):
            raise JobError(f"There is nothing to {kind}.")


def _finished(job: Job) -> Job:
    failure = why_failed(job)
    if failure is not None:
        raise JobError(failure)
    return job

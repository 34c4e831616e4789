"""The pipeline: stages in their order, run over whole batches.

```
 detect ──► vote ──► second_pass ──► coref ──► decide ──► replace
 (claims)   (spans)  (more spans)    (entities) (hide?)   (solution)
```
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from nescio.core.errors import JobError, NescioError, ends_the_run, known, place_of, shown
from nescio.core.kit import Kit
from nescio.core.model import Job, Note
from nescio.coref import stage as coref
from nescio.decide import stage as decide
from nescio.detect import stage as detect
from nescio.replace import stage as replace_stage
from nescio.second_pass import stage as second_pass
from nescio.vote import stage as vote

Stage = Callable[[Sequence[Job], Kit], list[Job]]

STAGES: Mapping[str, Stage] = {
    "detect": detect.run,
    "vote": vote.run,
    "second_pass": second_pass.run,
    "coref": coref.run,
    "decide": decide.run,
    "replace": replace_stage.run,
}
_ORDER = list(STAGES)
# What a job must hold to enter at a stage; a missing layer would pass for an empty one.
_NEEDS: Mapping[str, tuple[str, ...]] = {
    "vote": ("candidates",),
    "second_pass": ("voted",),
    "coref": ("spans",),
    "decide": ("entities",),
    "replace": ("entities", "decisions"),
}


def entry_of(job: Job) -> str:
    """The first stage whose work is not in the job yet."""
    if job.decisions is not None:
        return "replace"
    if job.entities is not None:
        return "decide"
    if job.spans is not None:
        return "coref"
    if job.voted is not None:
        return "second_pass"
    return "vote" if job.candidates is not None else "detect"


def run(jobs: Sequence[Job], kit: Kit, *, start: str | None = None, stop: str = "replace") -> list[Job]:
    """Take every job from where it stands (or from `start`) through the stage `stop`."""
    for name in (start or stop, stop):
        if name not in STAGES:
            raise JobError(f"There is no stage {shown(name)}. {known(name, STAGES)}")
    entries = [start or entry_of(job) for job in jobs]
    results = [_admit(job, name) for job, name in zip(jobs, entries, strict=True)]
    entry = [_ORDER.index(name) for name in entries]
    for place, (name, stage) in enumerate(STAGES.items()):
        if place > _ORDER.index(stop):
            break
        due = [i for i, job in enumerate(results) if entry[i] <= place and job.failure is None]
        for i, job in zip(due, _run_stage(name, stage, [results[i] for i in due], kit), strict=True):
            results[i] = job
    return results


def _admit(job: Job, stage: str) -> Job:
    for layer in _NEEDS.get(stage, ()):
        if getattr(job, layer) is None:
            return job.failed(stage, f"A job without {layer!r} cannot enter at this stage.")
    return job


def _run_stage(name: str, stage: Stage, jobs: Sequence[Job], kit: Kit) -> list[Job]:
    """One stage over a batch; when it fails, job by job, so that the good ones go on."""
    if not jobs:
        return []
    began = time.perf_counter()
    try:
        done = stage(jobs, kit)
    except BaseException as error:  # a part may raise SystemExit, and be asked outside of its verbs
        if ends_the_run(error):
            raise
        if len(jobs) > 1:
            return [result for job in jobs for result in _run_stage(name, stage, [job], kit)]
        return [_failed(jobs[0], name, error)]
    seconds = (time.perf_counter() - began) / len(jobs)
    return [replace(job, notes=(*job.notes, Note(name, "done", 1, seconds))) for job in done]


def _failed(job: Job, stage: str, error: BaseException) -> Job:
    """The job with a note that says where it stopped, never about what.

    nescio's own errors carry no source text; of any other only kind and place are kept.
    """
    return job.failed(stage, str(error) if isinstance(error, NescioError) else place_of(error))

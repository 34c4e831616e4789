"""Ask every detector about the whole batch and put the claims into nescio's labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from nescio.core.errors import JobError
from nescio.core.kit import Kit
from nescio.core.labels import OUTSIDE
from nescio.core.model import CLAIMS, FORMAT, NO_ANSWER, Document, Job, Note, Span
from nescio.core.protocols import Detector, Missing
from nescio.detect.labels import convert_claims


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    docs = [job.document for job in jobs]
    answers, missed = [], {}
    for detector in kit.detectors:
        answers.append(_ask(detector, docs, kit))
        missed[detector.name] = frozenset(detector.missed() if isinstance(detector, Missing) else ())
    found = [
        replace(job, candidates=tuple(sorted(convert_claims(_inside(job, [*claims, _told(job)]), kit.tags))))
        for job, *claims in zip(jobs, *answers, strict=True)
    ]
    return [
        _noted(job, [name for name, numbers in missed.items() if i in numbers]) for i, job in enumerate(found)
    ]


def _noted(job: Job, silent: Sequence[str]) -> Job:
    """The job with who said nothing about its text, although it was to be asked."""
    return (
        replace(job, notes=(*job.notes, *(Note("detect", NO_ANSWER + name) for name in silent)))
        if silent
        else job
    )


def _told(job: Job) -> Iterator[Span]:
    """What the format of a document says for sure: an author is a person, whatever the name."""
    claims = job.document.meta.get(CLAIMS, ())
    for claim in claims if isinstance(claims, Sequence) else ():
        match claim:
            case [int(start), int(end), str(label)]:
                yield Span(start, end, label, 1.0, FORMAT)
            case [int(start), int(end), str(label), str(rule)]:
                yield Span(start, end, label, 1.0, f"{FORMAT}:{rule}")
            case _:
                raise JobError(f"In {CLAIMS!r} of a document stand starts, ends and labels.")


def _ask(detector: Detector, docs: Sequence[Document], kit: Kit) -> list[list[Span]]:
    with kit.asking(detector):
        answers = detector.detect(docs)
        if len(answers) != len(docs):
            raise ValueError("one answer per document")
        for label in {claim.label for claims in answers for claim in claims} - OUTSIDE:
            if not kit.tags.knows(label):  # it may be a piece of the text, so it is not quoted
                raise ValueError("a label that was not announced")
    return answers


def _inside(job: Job, claims: Iterable[Iterable[Span]]) -> Iterator[Span]:
    length = len(job.document.text)
    for claim in chain.from_iterable(claims):
        if not 0 <= claim.start < claim.end <= length:
            raise JobError(
                f"A detector claims {claim.start} to {claim.end} in a text of {length} characters."
            )
        yield claim

"""Ask every recognizer about the whole batch and put the claims into nescio's labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from nescio.core.errors import JobError
from nescio.core.kit import Kit
from nescio.core.labels import OUTSIDE, TagTable
from nescio.core.model import Job, Span


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    docs = [job.document for job in jobs]
    answers = [detector.detect(docs) for detector in kit.detectors]
    return [
        replace(job, candidates=tuple(sorted(convert_claims(_inside(job, claims), kit.tags))))
        for job, *claims in zip(jobs, *answers, strict=True)
    ]


def _inside(job: Job, claims: Iterable[Iterable[Span]]) -> Iterator[Span]:
    length = len(job.document.text)
    for claim in chain.from_iterable(claims):
        if not 0 <= claim.start < claim.end <= length:
            raise JobError(
                f"{claim.source!r} claims {claim.start} to {claim.end} in a text of {length} characters."
            )
        yield claim


def convert_claims(claims: Iterable[Span], tags: TagTable) -> Iterator[Span]:
    """The claims in nescio's labels, without those that the table drops."""
    labels: dict[str, str | None] = {tag: tag for tag in OUTSIDE}  # a veto stays a veto
    for claim in claims:
        if claim.label not in labels:
            labels[claim.label] = tags.convert(claim.label)
        label = labels[claim.label]
        if label is not None:
            yield claim if label == claim.label else claim._replace(label=label)

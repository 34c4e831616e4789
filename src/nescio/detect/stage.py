"""Ask every recognizer about the whole batch and put the claims into nescio's labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from nescio.core.kit import Kit
from nescio.core.labels import OUTSIDE, TagTable
from nescio.core.model import Job, Span


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    docs = [job.document for job in jobs]
    answers = [detector.detect(docs) for detector in kit.detectors]
    return [
        replace(job, candidates=tuple(sorted(_convert(chain.from_iterable(claims), kit.tags))))
        for job, *claims in zip(jobs, *answers, strict=True)
    ]


def _convert(claims: Iterable[Span], tags: TagTable) -> Iterator[Span]:
    labels: dict[str, str | None] = {tag: tag for tag in OUTSIDE}  # a veto stays a veto
    for claim in claims:
        if claim.label not in labels:
            labels[claim.label] = tags.convert(claim.label)
        label = labels[claim.label]
        if label is not None:
            yield claim if label == claim.label else claim._replace(label=label)

"""The labels of others in nescio's names: of claims, and of whatever a job brings with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TypeVar

from nescio.core.edits import Edit, SpanAdded, SpanResized
from nescio.core.errors import ConfigError, JobError, known
from nescio.core.labels import OUTSIDE, TagTable
from nescio.core.model import Entity, Job, Span

T = TypeVar("T")


def convert_claims(claims: Iterable[Span], tags: TagTable) -> Iterator[Span]:
    """The claims in nescio's labels, without those that the table drops; a veto stays a veto."""
    labels: dict[str, str | None] = {tag: tag for tag in OUTSIDE}
    for claim in claims:
        if claim.label not in labels:
            labels[claim.label] = _converted(claim.label, tags)
        label = labels[claim.label]
        if label is not None:
            yield claim if label == claim.label else claim._replace(label=label)


def in_own_labels(job: Job, tags: TagTable) -> Job:
    """The job with every layer that it brings in nescio's labels."""
    if not job.edits and all(layer is None for layer in (job.candidates, job.voted, job.spans, job.entities)):
        return job
    own = _Own(tags)
    return replace(
        job,
        candidates=None if job.candidates is None else tuple(convert_claims(job.candidates, tags)),
        voted=None if job.voted is None else own.spans(job.voted),
        spans=None if job.spans is None else own.spans(job.spans),
        entities=None if job.entities is None else tuple(own.entities(job.entities)),
        edits=tuple(_convert_edit(edit, tags) for edit in job.edits),
    )


class _Own:
    """The labels of one job in nescio's names; each is looked up once, and what is so already stays."""

    def __init__(self, tags: TagTable) -> None:
        self._label = cache(partial(_converted, tags=tags))

    def spans(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        if all(self._label(span.label) == span.label for span in spans):
            return tuple(spans)
        pairs = [(span, self._label(span.label)) for span in spans]
        return tuple(span._replace(label=label) for span, label in pairs if label is not None)

    def entities(self, entities: Iterable[Entity]) -> Iterator[Entity]:
        for item in entities:
            label, mentions = self._label(item.label), self.spans(item.mentions)
            if label is not None and mentions:
                is_own = label == item.label and mentions == item.mentions
                yield item if is_own else replace(item, label=label, mentions=mentions)


def _convert_edit(edit: Edit, tags: TagTable) -> Edit:
    """A person's label is one of the names that a label has; no table drops it."""
    if isinstance(edit, SpanAdded | SpanResized) and edit.label:
        return replace(edit, label=_refusing(edit.label, tags, tags.labels.find))
    return edit


def _converted(tag: str, tags: TagTable) -> str | None:
    return _refusing(tag, tags, tags.convert)


def _refusing(tag: str, tags: TagTable, convert: Callable[[str], T]) -> T:
    """What comes with a job may be a piece of its text, so it is not quoted."""
    try:
        return convert(tag)
    except ConfigError:
        names = (label.name for label in tags.labels)
        raise JobError(f"The job has a label that nescio does not know. {known(tag, names)}") from None

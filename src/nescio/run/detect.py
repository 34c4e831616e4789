"""Finds without replacing: what each text of a call holds, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from nescio.api import Anonymizer
from nescio.core.edits import edited_spans
from nescio.core.model import Job, Span
from nescio.explain import Reason, explain_spans, policy_spans
from nescio.run.reports import reason, why_failed
from nescio.run.sources import TextSource


class Detected(NamedTuple):
    """One text with its spans and, if asked for, their reasons; or why it could not be read."""

    name: str  # of the source
    job: Job | None
    spans: tuple[Span, ...] = ()
    reasons: Sequence[Reason] = ()
    failure: str | None = None


def detect_files(
    anonymizer: Anonymizer, sources: Iterable[TextSource], *, by_policy: bool, explain: bool
) -> Iterator[Detected]:
    """The texts of all sources; `by_policy` leaves only the spans that the policy hides."""
    for source in sources:
        try:
            jobs = anonymizer.run(source.jobs(source.read()), stop=stop_of(by_policy=by_policy))
        except Exception as error:
            yield Detected(source.name, None, failure=reason(error))
            continue
        for job in jobs:
            failure = why_failed(job)
            if failure is not None:
                yield Detected(source.name, None, failure=failure)
                continue
            spans = policy_spans(job) if by_policy else edited_spans(job)
            yield Detected(source.name, job, spans, _reasons(spans, job, anonymizer) if explain else ())


def _reasons(spans: Sequence[Span], job: Job, anonymizer: Anonymizer) -> list[Reason]:
    return explain_spans(spans, job, anonymizer.kit(job.document.language, job.options))


def stop_of(*, by_policy: bool) -> str:
    """The stage after which the spans are the ones that were asked for."""
    return "decide" if by_policy else "second_pass"

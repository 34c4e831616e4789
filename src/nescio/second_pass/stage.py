"""Let each second pass look at the document again; a user's own spans stay as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nescio.core.kit import Kit
from nescio.core.model import Job, Span
from nescio.core.protocols import SecondPass, reconsiders
from nescio.core.stretches import refuse_lost_spans, refuse_strange_spans
from nescio.second_pass.evidence import Evidence
from nescio.second_pass.sources import is_added
from nescio.text.pieces import beside
from nescio.text.word_matcher import Words


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    held = Words.hold([job.document.text for job in jobs if job.voted])  # so that all passes share them
    done = [replace(job, spans=_rescan(job, kit)) for job in jobs]
    del held
    return done


def _rescan(job: Job, kit: Kit) -> tuple[Span, ...]:
    claims = job.candidates or ()
    spans = list(job.voted or ())
    for second_pass in kit.second_passes:
        with kit.asking(second_pass):
            seen = sorted(_look(second_pass, job, spans, claims))
            refuse_strange_spans(seen, len(job.document.text))
            refuse_lost_spans(spans, seen)
        spans = _with_own(spans, seen, job.document.text)
    evidence = Evidence(claims, kit.tags.labels)
    return tuple(span for span in spans if not (is_added(span) and evidence.forbids(span)))


def _look(second_pass: SecondPass, job: Job, spans: list[Span], claims: Sequence[Span]) -> list[Span]:
    """A pass that can weigh what the vote passed over is told of it."""
    if reconsiders(second_pass):
        return second_pass.reconsider(job.document, spans, claims)
    return second_pass.rescan(job.document, spans)


def _with_own(before: Sequence[Span], after: list[Span], text: str) -> list[Span]:
    """What a pass made of the spans, but each of the user's own with its label and borders."""
    own = sorted(span for span in before if span.is_told)
    if not own:
        return after
    known = frozenset(own)
    others = [span for span in after if span not in known]
    # Pieces of the others stay beside the user's own, so that half a name never comes to light.
    return sorted([*own, *(piece for span in others for piece in beside(text, span, own))])

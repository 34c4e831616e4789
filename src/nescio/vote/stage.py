"""Take out doubts, vetoed claims and those that are not believed; let the voter choose among the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from nescio.core.kit import Kit
from nescio.core.labels import NAMES, OUTSIDE, LabelSet
from nescio.core.model import Job, Span
from nescio.core.stretches import Stretches, refuse_strange_spans

_AGE: Final = "AGE"
_THINGS: Final = frozenset({"PRODUCT", "EVENT", "WORK"})
_NUMBERS: Final = frozenset({"ACCOUNT", "CARD", "CODE", "ID", "PHONE"})  # not plates: AZ is also a town's
_PART_OF_IT: Final = frozenset({"HRA", "HRB"})  # of a register number, which is another without it
_BEHIND_A_LABEL: Final = frozenset(" \u00a0\t:#")


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    return [_vote(job, kit) for job in jobs]


def _vote(job: Job, kit: Kit) -> Job:
    with kit.asking(kit.voter):
        voted = tuple(kit.voter.vote(job.document, _believed(job, kit)))
        refuse_strange_spans(voted, len(job.document.text))
    return replace(job, voted=voted)


def _believed(job: Job, kit: Kit) -> list[Span]:
    """The claims that count: a doubt is evidence for the second pass, never a span."""
    said = job.candidates or ()
    heard = without_field_names(witnessed(said, kit), kit.tags.labels, job.document.text)
    claims = unvetoed(heard, kit.tags.labels, job.document.text)
    sure = [claim for claim in claims if not claim.is_doubt]
    return sure if kit.trust is None else kit.trust.believed(job.document, sure, said)


def witnessed(claims: Sequence[Span], kit: Kit) -> list[Span]:
    """The claims without those that need a witness and have none.

    Some lists and rules are right only where the witness, who has read the whole text, claims the
    place too or has at least a doubt; some reach no further than the witness's own claim, where that
    has one. A claim of the user's needs nobody.
    """
    if kit.witness is None:
        return list(claims)
    name, needed, bounds = kit.witness
    heard = Stretches([claim for claim in claims if claim.maker == name])
    claimed = Stretches([claim for claim in claims if claim.maker == name and not claim.is_doubt])

    def concerns(claim: Span, labels_of: Mapping[str, frozenset[str]]) -> bool:
        labels = labels_of.get(claim.maker)
        if not labels or claim.is_told or claim.label in OUTSIDE:
            return False
        return not labels.isdisjoint(kit.tags.labels.lineage(claim.label))

    def counts(claim: Span) -> bool:
        if concerns(claim, needed) and next(heard.touching(claim.start, claim.end), None) is None:
            return False
        if not concerns(claim, bounds) or claimed.cover(claim):
            return True
        return next(claimed.touching(claim.start, claim.end), None) is None

    return [claim for claim in claims if counts(claim)]


def without_field_names(claims: Sequence[Span], labels: LabelSet, text: str) -> list[Span]:
    """The claims, numbers without the name of their field, which is a veto: `DNI 12345678Z`."""
    ends = {claim.start: claim.end for claim in claims if claim.label in OUTSIDE}

    def cut(claim: Span) -> Span:
        end = ends.get(claim.start, claim.end)
        if end >= claim.end or claim.is_own or text[end] not in _BEHIND_A_LABEL:
            return claim
        if text[claim.start : end] in _PART_OF_IT:
            return claim
        if claim.label in OUTSIDE or labels.root(claim.label) not in _NUMBERS:
            return claim
        rest = text[end : claim.end].lstrip(" \u00a0\t:#")
        return claim._replace(start=claim.end - len(rest)) if any(map(str.isdigit, rest)) else claim

    return [cut(claim) for claim in claims] if ends else list(claims)


def unvetoed(claims: Sequence[Span], labels: LabelSet, text: str = "") -> list[Span]:
    """The claims that do not lie inside a veto.

    Our vetoes say what is no name, and only names yield to them: a weekday is nobody, but a date.
    What was claimed without a rule or list yields also as a name of a thing (`NYHA II` is no product),
    and as anything to a veto over figures (RR 140/90): then it is no number of anybody. To that an age
    yields, whoever claims it: "her eGFR is 38". A claim of the user's yields to the user's vetoes only, and
    to those every claim yields.
    """
    vetoes = [claim for claim in claims if claim.label in OUTSIDE]
    by_any, by_own = Stretches(vetoes), Stretches([veto for veto in vetoes if veto.is_own])
    by_figures = Stretches([veto for veto in vetoes if any(map(str.isdigit, text[veto.start : veto.end]))])
    said = {claim.label for claim in claims} - OUTSIDE
    names = {label for label in said if labels.root(label) in NAMES}
    things = {label for label in said if labels.root(label) in _THINGS}
    ages = {label for label in said if labels.root(label) == _AGE}
    return [
        claim
        for claim in claims
        if claim.label not in OUTSIDE
        and not (by_any if claim.label in names and not claim.is_told else by_own).cover(claim)
        and not (claim.label in ages and not claim.is_own and by_figures.cover(claim))
        and not (
            claim.source == claim.maker and (by_any if claim.label in things else by_figures).cover(claim)
        )
    ]

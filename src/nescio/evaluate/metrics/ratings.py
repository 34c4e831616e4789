"""Replacements as people rated them: availability, relevance, and how far raters agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nescio.evaluate.metrics.agreement import Agreement, agreement
from nescio.evaluate.metrics.scores import ratio


class Rating(NamedTuple):
    """One rater's word on the replacement of one entity."""

    document: str
    entity: str
    label: str
    rater: str
    available: bool  # the knowledge base offered a replacement
    relevant: bool | None  # it fits the context; None: not rated


class Share(NamedTuple):
    part: int
    whole: int

    @property
    def value(self) -> float:
        return ratio(self.part, self.whole)


def availability(ratings: Sequence[Rating]) -> Share:
    """Entities for which something was offered, out of all entities (thesis, equation 3.8)."""
    state: dict[tuple[str, str], bool] = {}
    for item in ratings:
        key = (item.document, item.entity)
        state[key] = state.get(key, False) or item.available
    return Share(sum(state.values()), len(state))


def relevance(ratings: Sequence[Rating]) -> Share:
    """Replacements that fit, out of all that were made and rated (thesis, equation 3.9)."""
    rated = [item for item in ratings if item.available and item.relevant is not None]
    return Share(sum(bool(item.relevant) for item in rated), len(rated))


def by_label(ratings: Sequence[Rating]) -> dict[str, list[Rating]]:
    groups: dict[str, list[Rating]] = {}
    for item in ratings:
        groups.setdefault(item.label, []).append(item)
    return dict(sorted(groups.items()))


def rater_agreement(ratings: Sequence[Rating]) -> Agreement | None:
    """About the replacements that all raters rated; None where there are not two raters."""
    raters = sorted({item.rater for item in ratings})
    answers: dict[tuple[str, str], dict[str, bool]] = {}
    for item in ratings:
        if item.relevant is not None:
            answers.setdefault((item.document, item.entity), {})[item.rater] = item.relevant
    common = [row for row in answers.values() if len(row) == len(raters)]
    if len(raters) < 2 or not common:
        return None
    return agreement([[row[rater] for row in common] for rater in raters])

"""Claims about one place: which of them touch, which are of one kind, and what the losers still cover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nescio.core.labels import LabelSet
from nescio.core.model import Span
from nescio.core.stretches import touched
from nescio.text.pieces import uncovered


def places(claims: Iterable[Span]) -> Iterator[list[Span]]:
    """The claims in groups that touch each other, from left to right."""
    group: list[Span] = []
    reach = -1
    for claim in sorted(claims):
        if group and claim.start >= reach:
            yield group
            group = []
        group.append(claim)
        reach = max(reach, claim.end)
    if group:
        yield group


def covers(one: Span, other: Span) -> bool:
    return one.start <= other.start and other.end <= one.end


def same_kind(one: Span, other: Span, labels: LabelSet) -> bool:
    return labels.root(one.label) == labels.root(other.label)


def kinds(claims: Iterable[Span], labels: LabelSet) -> dict[str, list[Span]]:
    """The claims of one place by the root of their label."""
    by_kind: dict[str, list[Span]] = {}
    for claim in claims:
        by_kind.setdefault(labels.root(claim.label), []).append(claim)
    return by_kind


def fill(text: str, winners: Sequence[Span], losers: Iterable[Span]) -> list[Span]:
    """Winners and, of each loser, what no winner covers.

    Dropping the pieces would leave half a name in the text. Losers come in the order of their
    weight: a piece goes to the first that claims it. Pieces are trimmed to letters and digits.
    """
    taken = sorted(winners)
    for loser in losers:
        first, last = touched(taken, loser)
        rivals = taken[first:last]
        pieces = uncovered(text, loser, rivals) if rivals else [loser]
        taken[first:last] = sorted([*rivals, *pieces])
    return taken

"""Claims about one place: who speaks, which claims touch, and what the losers still cover."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from nescio.core.labels import LabelSet
from nescio.core.model import Span
from nescio.text.pieces import uncovered


def recognizer(claim: Span) -> str:
    """Who made a claim: the part of the source before the rule."""
    return claim.source.partition(":")[0]


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


def touched(winners: Sequence[Span], claim: Span) -> tuple[int, int]:
    """Winners never overlap, so those that the claim touches stand side by side: from, to."""
    first = bisect_left(winners, claim.start, key=lambda winner: winner.end - 1)
    last = bisect_left(winners, claim.end, key=lambda winner: winner.start)
    return first, max(first, last)

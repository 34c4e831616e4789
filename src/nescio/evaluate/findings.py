"""Missed and spurious mentions in their context, for a person who looks at errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from nescio.evaluate.align import Pair
from nescio.evaluate.metrics.arrays import Arrays, Bools
from nescio.evaluate.metrics.coverage import Coverage
from nescio.evaluate.metrics.muc import Pairing
from nescio.evaluate.model import Mark

_CONTEXT = 50  # characters on each side
_MOST = 100_000  # errors held


@dataclass(frozen=True, slots=True)
class Finding:
    """One error; the text shows only in reports that a person asks for."""

    document: str
    start: int
    end: int
    label: str
    other: str  # what the other side says about the same place; empty: nothing
    hidden: bool  # whether all of it is covered by some prediction
    score: float
    before: str = field(repr=False)
    surface: str = field(repr=False)
    after: str = field(repr=False)


def find_errors(
    pairs: Sequence[Pair], arrays: Arrays, pairing: Pairing, found: Bools, right: Bools, covered: Coverage
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Gold mentions that were not found exactly; predictions that are not exactly gold."""
    partner = dict(zip(pairing.left.tolist(), pairing.right.tolist(), strict=True))
    back = {b: a for a, b in partner.items()}
    gold = [(pair, m) for pair in pairs for m in pair.gold.mentions]
    predicted = [(pair, m) for pair in pairs for m in pair.predicted.mentions]
    missed = [
        _finding(pair, m, predicted[partner[at]][1] if at in partner else None, hidden=bool(covered.full[at]))
        for at, (pair, m) in enumerate(gold)
        if not found[at]
    ]
    spurious = [
        _finding(pair, m, gold[back[at]][1] if at in back else None, hidden=True)
        for at, (pair, m) in enumerate(predicted)
        if not right[at]
    ]
    return tuple(missed[:_MOST]), tuple(spurious[:_MOST])


def _finding(pair: Pair, mention: Mark, other: Mark | None, *, hidden: bool) -> Finding:
    text = pair.text
    start, end = mention.start, mention.end
    return Finding(
        pair.gold.id,
        start,
        end,
        mention.label,
        "" if other is None else f"{other.label} {other.start}–{other.end}",
        hidden,
        mention.score,
        text[max(0, start - _CONTEXT) : start],
        text[start:end],
        text[end : end + _CONTEXT],
    )

"""How much is left to check: in which order to read, and what reading brings.

Every span has a probability to be right; what was claimed and not taken has one to be a miss. From both
follow what is expected to be wrong, in which order to look so that most of it is found soonest, and how far
it is safe to stop. Nothing can be said about names for which no detector claimed anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from nescio.core.labels import OUTSIDE
from nescio.core.model import Entity, Job, Span
from nescio.core.stretches import Stretches

_OF_DETECTOR: Final = "tagger"  # whose scores are probabilities also where they are low
_DISBELIEVED: Final = 0.04  # of a rule's or list's claim that the vote did not take: assumed, not measured
_WORTH_SHOWING: Final = 0.08
_FALSE_ALARM: Final = 0.25  # how bad one is beside a miss, which tells a name
# Of a range that holds nine times of ten: 1.645 if misses came one by one, but they come in families, and
# some nobody noticed. Chosen on documents that trained no detector (bench/quality/estimate.py).
_Z: Final = 2.2
_GOALS: Final = (0.95, 0.98, 0.99, 0.995)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A stretch that nobody hides and that may have to go."""

    start: int
    end: int
    label: str
    chance: float


@dataclass(frozen=True, slots=True)
class Item:
    """Something to look at: an entity that was found, or a stretch that was not."""

    place: tuple[int, int]
    found: bool
    wrong: float  # how many mentions of it are expected to be wrong
    gain: float


def suspects(job: Job, spans: Sequence[Span]) -> list[Suspect]:
    """What was claimed and touches no span, each stretch once with its best chance."""
    taken = Stretches(spans)
    vetoes = Stretches([claim for claim in job.candidates or () if claim.label in OUTSIDE])
    best: dict[tuple[int, int], Suspect] = {}
    for claim in job.candidates or ():
        if claim.label in OUTSIDE or any(True for _ in taken.touching(claim.start, claim.end)):
            continue
        chance = claim.score if claim.maker == _OF_DETECTOR else _DISBELIEVED
        if vetoes.cover(claim):
            chance = min(chance, _DISBELIEVED)
        place = (claim.start, claim.end)
        if place not in best or chance > best[place].chance:
            best[place] = Suspect(*place, claim.label, chance)
    return _without_overlaps(best.values())


def _without_overlaps(found: Iterable[Suspect]) -> list[Suspect]:
    """Of those that overlap the one with the best chance; they are about one name."""
    kept: list[Suspect] = []
    for item in sorted(found, key=lambda item: (item.start, -item.chance)):
        if kept and item.start < kept[-1].end:
            if item.chance > kept[-1].chance:
                kept[-1] = item
        else:
            kept.append(item)
    return kept


def shown_suspects(found: Iterable[Suspect]) -> list[Suspect]:
    """Those whose chance is worth a look."""
    return [item for item in found if item.chance >= _WORTH_SHOWING]


def left_to_check(
    hidden: Iterable[tuple[Entity, bool]], kept: Iterable[tuple[Entity, bool]], missed: Sequence[Suspect]
) -> dict[str, Any]:
    """The reading order and the estimate; with each entity comes whether a person has checked it."""
    items: list[Item] = []
    sure = risky = 0.0
    variance = sum(item.chance * (1 - item.chance) for item in missed)
    for entity, checked in hidden:
        right = [1.0 if checked else span.score for span in entity.mentions]
        sure += sum(right)
        risky += len(right) - sum(right)
        if not checked:
            items.append(_item(entity, len(right) - sum(right), _FALSE_ALARM))
    for entity, checked in kept:
        # The policy keeps it on purpose: only a person can say that this is wrong, so it counts as no miss.
        if not checked:
            items.append(_item(entity, 0.0, 0.0))
    for item in missed:
        items.append(Item((item.start, item.end), False, item.chance, item.chance))
    items.sort(key=lambda item: (-item.gain, item.place))
    return {"order": [[*item.place, int(item.found)] for item in items],
            **_estimate(sure, [item for item in items if not item.found], risky, variance)}  # fmt: skip


def _item(entity: Entity, wrong: float, weight: float) -> Item:
    first = entity.mentions[0]
    doubt = 1 - max(span.score for span in entity.mentions)
    # One look decides about all mentions of an entity, but most about those that nobody is sure of.
    return Item((first.start, first.end), True, wrong, weight * (wrong + doubt) / 2)


def _estimate(sure: float, missed: Sequence[Item], risky: float, variance: float) -> dict[str, Any]:
    """Expected recall now and after reading the likeliest misses, with a range for nine times of ten."""
    expected = sum(item.wrong for item in missed)
    total = sure + expected
    spread = _Z * sqrt(variance)

    def recall(found: float) -> float:
        return _share(sure + found, total)

    range_ = (_share(sure, sure + expected + spread), _share(sure, sure + max(0.0, expected - spread)))
    return {
        "recall": round(recall(0.0), 4),
        "range": [round(limit, 4) for limit in range_],
        "missed": round(expected, 2),
        "false_alarms": round(risky, 2),
        "goals": [list(pair) for pair in _goals(missed, recall).items()],
    }


def _share(part: float, whole: float) -> float:
    """Where there is nothing to hide, all of it is hidden."""
    return part / whole if whole else 1.0


def _goals(missed: Sequence[Item], recall: Any) -> Mapping[float, int]:
    """To each goal that is not reached yet how many of the possible misses must be read for it."""
    found, reached = 0.0, {}
    waiting = [goal for goal in _GOALS if recall(0.0) < goal]
    for number, item in enumerate(missed, 1):
        found += item.wrong
        while waiting and recall(found) >= waiting[0]:
            reached[waiting.pop(0)] = number
    return reached

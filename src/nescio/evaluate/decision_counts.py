"""Decisions counted as the judicial thesis counts them (tables 3.9 to 3.14), and by the roles of people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from nescio.decide.decided import DecidedEntity
from nescio.evaluate.metrics.scores import Counts

DATES: Final = ("DATE", "BIRTHDATE", "DATETIME")
NAMES: Final = ("PER", "PERSON", "ORG", "LOC")
GROUPS: Final = ("names", "dates", "others")
_NOBODY: Final = "no role said"


class DecidedOutcome(NamedTuple):
    """What became of one document: each marked entity mention by mention, and what nobody marked."""

    entities: Sequence[tuple[DecidedEntity, Sequence[bool]]]  # whether each mention went
    strange: int = 0  # distinct terms that went and that nobody marked
    strange_places: int = 0


class CountedEntities(NamedTuple):
    """How many entities, and how many mentions of them."""

    distinct: int = 0
    occurrences: int = 0


class RoleCounts(NamedTuple):
    """Entities of one role: of those that must go how many went wholly, of the others how many stayed so."""

    must_go: int = 0
    gone: int = 0
    may_stay: int = 0
    stayed: int = 0


def group_of(entity: DecidedEntity) -> str:
    return "names" if entity.label in NAMES else "dates" if entity.label in DATES else "others"


def count_anonymizable(outcomes: Sequence[DecidedOutcome]) -> dict[str, dict[str, CountedEntities]]:
    """What must go and what of it went, by group; an entity is found if one of its mentions is."""
    pairs = [pair for outcome in outcomes for pair in outcome.entities if pair[0].hide]
    own = {group: [went for item, went in pairs if group_of(item) == group] for group in GROUPS}
    return {
        "gold": {group: _counted(found, len) for group, found in own.items()},
        "found": {group: _counted(found, sum) for group, found in own.items()},
    }


def _counted(found: Sequence[Sequence[bool]], number: Callable[[Sequence[bool]], int]) -> CountedEntities:
    numbers = [number(went) for went in found]
    return CountedEntities(sum(n > 0 for n in numbers), sum(numbers))


def count_others(outcomes: Sequence[DecidedOutcome]) -> CountedEntities:
    """What went and need not: marked entities that may stay, and what nobody marked."""
    stay = [sum(went) for outcome in outcomes for item, went in outcome.entities if not item.hide]
    return CountedEntities(
        sum(n > 0 for n in stay) + sum(outcome.strange for outcome in outcomes),
        sum(stay) + sum(outcome.strange_places for outcome in outcomes),
    )


def count_roles(outcomes: Sequence[DecidedOutcome]) -> dict[str, RoleCounts]:
    """By role; the birth of a party counts as a birth, whoever the party is."""
    found: dict[str, RoleCounts] = {}
    for outcome in outcomes:
        for item, went in outcome.entities:
            role = item.role.partition(" of ")[0] or _NOBODY
            must_go, gone, may_stay, stayed = found.get(role, RoleCounts())
            if item.hide:
                found[role] = RoleCounts(must_go + 1, gone + all(went), may_stay, stayed)
            else:
                found[role] = RoleCounts(must_go, gone, may_stay + 1, stayed + (not any(went)))
    return dict(sorted(found.items()))


def thesis_counts(outcomes: Sequence[DecidedOutcome]) -> dict[str, Any]:
    """The counts of the thesis's tables, and its scores, which are by occurrence."""
    counted, others = count_anonymizable(outcomes), count_others(outcomes)
    totals = {name: sum(item.occurrences for item in groups.values()) for name, groups in counted.items()}
    counts = Counts(totals["found"], totals["found"] + others.occurrences, totals["gold"])
    told = {
        name: {**{group: item._asdict() for group, item in groups.items()}, "total": totals[name]}
        for name, groups in counted.items()
    }
    return {
        **told, "not_anonymizable": others._asdict(), "precision": round(counts.precision, 4),
        "recall": round(counts.recall, 4), "f1": round(counts.f(), 4), "f2": round(counts.f(2.0), 4),
    }  # fmt: skip

"""Several people judged the same things: figures overall, by label, document and pair, and where they differ.

What is judged are items, tokens of a text or whatever else was given, and what a person said about each is an
answer. Where people grouped mentions, B-cubed between them says how far the groups are the same.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Any

from nescio.evaluate.metrics.agreement import agreement, cohen_kappa, landis_koch, pairwise_agreement
from nescio.evaluate.metrics.chains import b_cubed


@dataclass(frozen=True)
class Panel:
    """What each annotator said about one document: an answer for every item, a group for every mention."""

    document: Hashable
    answers: Mapping[Hashable, Sequence[str]]
    labels: Sequence[str] | None = None  # of the items; None: answers are labels themselves
    chains: Mapping[Hashable, Mapping[Hashable, Hashable]] = field(default_factory=dict)
    chain_labels: Mapping[Hashable, str] = field(default_factory=dict)  # of the mentions that are grouped


@dataclass(frozen=True)
class PairFigures:
    """How far two annotators agree, on the documents that both have done."""

    first: Hashable
    second: Hashable
    documents: int
    items: int
    pairwise: float
    cohen: float
    b_cubed: float

    def to_json(self) -> dict[str, Any]:
        return {
            "first": self.first, "second": self.second, "documents": self.documents, "items": self.items,
            "pairwise": _finite(self.pairwise), "cohen": _finite(self.cohen),
            "reading": landis_koch(self.cohen), "b_cubed": _finite(self.b_cubed),
        }  # fmt: skip


def panel_figures(panels: Sequence[Panel]) -> dict[str, Any]:
    """All coefficients; one that is undefined is None.

    Pairwise and Cohen are means over the pairs of annotators, each on what both have done. Fleiss is on the
    documents that have the usual number of annotators, whoever they are.
    """
    pairs = pair_figures(panels)
    fleiss, raters = _fleiss(panels)
    return {
        "pairwise": _mean([pair.pairwise for pair in pairs]),
        "cohen": _mean([pair.cohen for pair in pairs]),
        "fleiss": _finite(fleiss),
        "reading": landis_koch(fleiss),
        "items": sum(_items(panel) for panel in panels),
        "annotators": raters,
        "b_cubed": _mean([pair.b_cubed for pair in pairs]),
    }


def pair_figures(panels: Sequence[Panel]) -> list[PairFigures]:
    """One entry for each two annotators who share a document."""
    names = sorted({name for panel in panels for name in _people(panel)}, key=str)
    found = []
    for first, second in combinations(names, 2):
        shared = [panel for panel in panels if {first, second} <= _people(panel)]
        if shared:
            found.append(_pair(shared, first, second))
    return found


def figures_by_label(panels: Sequence[Panel]) -> dict[str, dict[str, Any]]:
    """The same coefficients for each label: of items that have one those items, else 'this label or not'."""
    names: set[str] = set()
    for panel in panels:
        names.update(panel.chain_labels.values())
        names.update(chain.from_iterable(panel.answers.values()) if panel.labels is None else panel.labels)
    return {
        name: panel_figures([_of_label(panel, name) for panel in panels])
        for name in sorted(names - {"", "O"})
    }


def chain_disagreements(panel: Panel) -> dict[Hashable, dict[Hashable, frozenset[Hashable]]]:
    """The mentions that annotators put together with different others, and with which."""
    mates = {who: _mates(chains) for who, chains in panel.chains.items()}
    mentions = {mention: None for chains in panel.chains.values() for mention in chains}
    found = {}
    for mention in mentions:
        said = {who: of.get(mention, frozenset({mention})) for who, of in mates.items()}
        if len(set(said.values())) > 1:
            found[mention] = said
    return found


def _people(panel: Panel) -> set[Hashable]:
    return set(panel.answers) | set(panel.chains)


def _items(panel: Panel) -> int:
    answered = next(iter(panel.answers.values()), None)
    if answered is not None:
        return len(answered)
    return len({mention for chains in panel.chains.values() for mention in chains})


def _pair(shared: Sequence[Panel], first: Hashable, second: Hashable) -> PairFigures:
    columns = [
        [answer for panel in shared if who in panel.answers for answer in panel.answers[who]]
        for who in (first, second)
    ]
    has_answers = bool(columns[0]) and len(columns[0]) == len(columns[1])
    grouped = [
        (panel.chains[first], panel.chains[second])
        for panel in shared
        if {first, second} <= set(panel.chains)
    ]
    has_groups = any(left or right for left, right in grouped)
    return PairFigures(
        first, second, len(shared), sum(_items(panel) for panel in shared),
        pairwise_agreement(*columns) if has_answers else math.nan,
        cohen_kappa(*columns) if has_answers else math.nan,
        b_cubed(grouped).f1 if has_groups else math.nan,
    )  # fmt: skip


def _fleiss(panels: Sequence[Panel]) -> tuple[float, int]:
    """Fleiss's kappa and the usual number of annotators."""
    counts = Counter(len(_people(panel)) for panel in panels if len(_people(panel)) > 1)
    if not counts:
        return math.nan, 0
    usual = max(counts, key=lambda number: (counts[number], number))
    answers: list[list[str]] = [[] for _ in range(usual)]
    for panel in panels:
        if len(panel.answers) == usual:
            for column, said in zip(answers, panel.answers.values(), strict=True):
                column += said
    return (agreement(answers).fleiss if answers[0] else math.nan), usual


def _of_label(panel: Panel, label: str) -> Panel:
    if panel.labels is None:
        answers = {
            who: [label if said == label else "" for said in answered]
            for who, answered in panel.answers.items()
        }
    else:
        answers = {
            who: [said for said, own in zip(answered, panel.labels, strict=True) if own == label]
            for who, answered in panel.answers.items()
        }
    chains = {
        who: {mention: group for mention, group in groups.items() if panel.chain_labels.get(mention) == label}
        for who, groups in panel.chains.items()
    }
    return Panel(panel.document, answers, None, chains)


def _mates(chains: Mapping[Hashable, Hashable]) -> dict[Hashable, frozenset[Hashable]]:
    groups: dict[Hashable, set[Hashable]] = {}
    for mention, group in chains.items():
        groups.setdefault(group, set()).add(mention)
    return {mention: frozenset(groups[group]) for mention, group in chains.items()}


def _mean(values: Sequence[float]) -> float | None:
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else None


def _finite(value: float) -> float | None:
    return None if math.isnan(value) else value

"""All metrics of one comparison, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nescio.core.labels import LabelSet
from nescio.evaluate.align import Pair
from nescio.evaluate.annotators import annotator_agreement
from nescio.evaluate.findings import Finding, find_errors
from nescio.evaluate.metrics.arrays import (
    Arrays,
    Bools,
    Floats,
    Unit,
    bare_layer,
    build_arrays,
    overlapping,
)
from nescio.evaluate.metrics.calibration import Boundary, Calibration, calibrate, near_boundary
from nescio.evaluate.metrics.chains import Chains, b_cubed, b_cubed_by_document, singletons
from nescio.evaluate.metrics.coverage import Coverage, cover, entity_recall, utility
from nescio.evaluate.metrics.exact import exact_table, is_found, is_right
from nescio.evaluate.metrics.instances import Instances, classify_instances
from nescio.evaluate.metrics.muc import Muc, mention_confusion, muc, muc6, pair_mentions
from nescio.evaluate.metrics.scores import CountTable, Score, score
from nescio.evaluate.metrics.tokens import binary_table, confusion, token_table
from nescio.evaluate.model import DIRECT, HARMLESS, INDIRECT

COMPARED = ("conll", "token", "binary", "instance")  # metrics with counts per document


@dataclass(frozen=True)
class Evaluation:
    """What one system did on one corpus."""

    name: str
    documents: int
    views: int  # documents times their annotators
    labels: tuple[str, ...]
    tables: dict[str, CountTable]  # the metrics of COMPARED
    instances: dict[str, int]
    muc: Muc
    muc_scores: dict[str, Score]
    confusion: list[list[int]]  # of tokens; row and column 0 are O
    mention_confusion: list[list[int]]  # 0 is missed or spurious
    coverage: dict[str, float | int]
    utility: dict[str, float]
    chains: dict[str, dict[str, float]] = field(default_factory=dict)
    calibration: Calibration | None = None
    boundary: Boundary | None = None
    agreement: dict[str, Any] | None = None
    seconds: float | None = None  # per document
    left_out: dict[str, int] = field(default_factory=dict)
    ids: tuple[str, ...] = ()
    missed: tuple[Finding, ...] = field(default=(), repr=False)
    spurious: tuple[Finding, ...] = field(default=(), repr=False)

    def overall(self, metric: str) -> Score:
        return score(self.tables[metric].overall())

    def by_class(self, metric: str) -> dict[str, Score]:
        table = self.tables[metric]
        return {
            name: score(table.of_label(number))
            for number, name in enumerate(self.labels, 1)
            if table.cells[:, number, 1:].any()
        }

    def support(self, label: str) -> int:
        return int(self.tables["conll"].of_label(self.labels.index(label) + 1).gold)


def evaluate(
    pairs: Sequence[Pair], labels: LabelSet, *, name: str = "system", left_out: dict[str, int] | None = None
) -> Evaluation:
    """Every metric over pairs of gold and prediction."""
    arrays = build_arrays([Unit(p.text, p.tokens, p.gold.mentions, p.predicted.mentions) for p in pairs])
    kinds = _identifiers(pairs, labels)
    sensitive = kinds != HARMLESS
    instances, pairing, covered = classify_instances(arrays), pair_mentions(arrays), cover(arrays)
    counts = muc(arrays, pairing)
    right, found = is_right(arrays), is_found(arrays)
    missed, spurious = find_errors(pairs, arrays, pairing, found, right, covered)
    return Evaluation(
        name=name,
        documents=_count_documents(pairs),
        views=len(pairs),
        labels=arrays.labels,
        tables=_tables(arrays, sensitive, instances),
        instances=instances.totals(),
        muc=counts,
        muc_scores={"muc": score(counts.counts()), "muc6": score(muc6(arrays, pairing))},
        confusion=confusion(arrays).tolist(),
        mention_confusion=mention_confusion(arrays, pairing).tolist(),
        coverage=_coverage(pairs, arrays, covered, kinds),
        utility=utility(arrays, sensitive)._asdict(),
        chains=_chains(pairs),
        calibration=_calibration(arrays, right),
        boundary=_boundary(pairs, arrays, right, found),
        agreement=annotator_agreement([p.gold for p in pairs]),
        seconds=_mean_seconds(pairs),
        left_out=dict(left_out or {}),
        ids=tuple(p.gold.id for p in pairs),
        missed=missed,
        spurious=spurious,
    )


def _tables(arrays: Arrays, sensitive: Bools, instances: Instances) -> dict[str, CountTable]:
    """The metrics of COMPARED."""
    return {
        "conll": exact_table(arrays),
        "token": token_table(arrays),
        "binary": binary_table(arrays, sensitive),
        "instance": instances.table(),
    }


def _mean_seconds(pairs: Sequence[Pair]) -> float | None:
    seconds = [p.predicted.seconds for p in pairs if p.predicted.seconds is not None]
    return sum(seconds) / len(seconds) if seconds else None


def _count_documents(pairs: Sequence[Pair]) -> int:
    named = {pair.gold.id for pair in pairs if pair.gold.named}
    return len(named) + sum(not pair.gold.named for pair in pairs)


def _identifiers(pairs: Sequence[Pair], labels: LabelSet) -> np.ndarray[tuple[int, ...], np.dtype[np.str_]]:
    """Direct, indirect or none for each gold mention: as annotated, else as its label says."""
    kinds = [
        m.identifier or (labels[m.label].identifier if m.label in labels else INDIRECT)
        for pair in pairs
        for m in pair.gold.mentions
    ]
    return np.array(kinds, dtype="U8")


def _coverage(
    pairs: Sequence[Pair],
    arrays: Arrays,
    covered: Coverage,
    kinds: np.ndarray[tuple[int, ...], np.dtype[np.str_]],
) -> dict[str, float | int]:
    """Mention recall and, as in the Text Anonymization Benchmark, entity recall."""
    sensitive = kinds != HARMLESS
    names = [
        (unit, m.entity or at) for unit, pair in enumerate(pairs) for at, m in enumerate(pair.gold.mentions)
    ]
    result: dict[str, float | int] = {
        "mentions": int(sensitive.sum()),
        "full": float(covered.full[sensitive].mean()) if sensitive.any() else 0.0,
        "any": float(covered.any[sensitive].mean()) if sensitive.any() else 0.0,
    }
    for kind in (DIRECT, INDIRECT):
        entities = entity_recall(covered.full, names, kinds == kind)
        result[f"{kind}_entities"] = entities.entities
        result[f"{kind}_recall"] = entities.recall
    entities = entity_recall(covered.full, names, sensitive)
    result |= {"entities": entities.entities, "entity_recall": entities.recall}
    result["token_precision"] = binary_table(arrays, sensitive).overall().precision
    return result


def _chains(pairs: Sequence[Pair]) -> dict[str, dict[str, float]]:
    """B-cubed where the gold has chains; on the predicted mentions, with unlinked ones as singletons."""
    if not any(m.entity for pair in pairs for m in pair.gold.mentions):
        return {}
    both = [(_chain_of(pair.gold.mentions), _chain_of(pair.predicted.mentions)) for pair in pairs]
    alone = [(gold, singletons(gold)) for gold, _ in both]
    return {
        "b_cubed": b_cubed(both)._asdict(),
        "b_cubed_by_document": b_cubed_by_document(both)._asdict(),
        "singletons": b_cubed(alone)._asdict(),
    }


def _chain_of(mentions: Sequence[Any]) -> Chains:
    return {(m.start, m.end): m.entity or (m.start, m.end) for m in mentions}


def _calibration(arrays: Arrays, right: Bools) -> Calibration | None:
    scores = arrays.predicted.score
    if not len(scores) or bool((scores == 1.0).all()):
        return None  # a system that is always sure has nothing to calibrate
    return calibrate(scores, right)


def _boundary(pairs: Sequence[Pair], arrays: Arrays, right: Bools, found: Bools) -> Boundary | None:
    scores = arrays.predicted.score
    if not len(scores) or bool((scores == 1.0).all()):
        return None
    best = _best_claims(pairs, found)
    return near_boundary(
        np.concatenate([scores, best]), np.concatenate([~right, np.ones(len(best), dtype=bool)])
    )


def _best_claims(pairs: Sequence[Pair], found: Bools) -> Floats:
    """For each missed mention the best score of a claim that touches it; 0 when there is none."""
    parts = [np.zeros(0)]
    at = 0
    for pair in pairs:
        gold = pair.gold.mentions
        is_found = found[at : at + len(gold)].tolist()
        at += len(gold)
        missed = [(m.start, m.end, 0.0) for m, hit in zip(gold, is_found, strict=True) if not hit]
        claims = [(c.start, c.end, c.score) for c in (*pair.predicted.candidates, *pair.predicted.mentions)]
        best = np.zeros(len(missed))
        left, right = overlapping(bare_layer(missed), layer := bare_layer(claims))
        np.maximum.at(best, left, layer.score[right])
        parts.append(best)
    return np.concatenate(parts)

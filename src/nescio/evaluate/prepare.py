"""From two sets of annotations to one comparison: tags converted, labels lifted, texts aligned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from nescio.core.labels import LabelSet
from nescio.evaluate.align import Pair, pair_documents
from nescio.evaluate.model import Annotation
from nescio.evaluate.tags import Conversion, check_wanted, inventory, keep_labels, lift
from nescio.packs import UNIVERSAL, Packs
from nescio.registry import Registry


@dataclass(frozen=True)
class Choices:
    """What a user may choose about the labels of a comparison."""

    tags: Mapping[str, str] = field(default_factory=dict)  # for the gold
    prediction_tags: Mapping[str, str] = field(default_factory=dict)
    own_tags: bool = False
    labels: tuple[str, ...] = ()  # only these count, on both sides
    only_gold_labels: bool = False  # predictions of other kinds do not count


@dataclass(frozen=True)
class Comparable:
    """Pairs over the same texts, and the predictions that were left out by their label."""

    pairs: list[Pair]
    labels: LabelSet
    left_out: Counter[str]


def make_comparable(
    gold: Sequence[Annotation], predicted: Sequence[Annotation], choices: Choices | None = None
) -> Comparable:
    choices = choices or Choices()
    labels = Packs.installed(aliases=Registry.installed().label_aliases).load(UNIVERSAL).labels
    gold = Conversion(labels, choices.tags, choices.own_tags).apply(gold)
    predicted = Conversion(labels, choices.prediction_tags, choices.own_tags).apply(predicted)
    gold_names = inventory(gold)
    left_out: Counter[str] = Counter()
    if choices.labels:
        wanted = check_wanted(choices.labels, labels, gold_names)
        gold, _ = keep_labels(lift(gold, wanted, labels), wanted)
        predicted, left_out = keep_labels(lift(predicted, wanted, labels), wanted)
    else:
        predicted = lift(predicted, gold_names, labels)
        if choices.only_gold_labels:
            predicted, left_out = keep_labels(predicted, gold_names)
    return Comparable(pair_documents(gold, predicted), labels, left_out)

"""What the vote found, as support for aliases; what a second pass added supports nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nescio.core.labels import TOLD_NAMES, LabelSet
from nescio.core.model import Document, Span
from nescio.second_pass.lookup import SOURCE
from nescio.text.folding import fold_words


@dataclass(slots=True)
class Found:
    """One spelling of a name with everything that was found of it."""

    words: tuple[str, ...]
    spans: Sequence[Span]
    support: Mapping[str, float]  # label -> sum of scores
    label: str  # the one with most support
    kind: str  # the root of that label
    score: float  # of the surest mention

    @classmethod
    def of(cls, words: tuple[str, ...], spans: Sequence[Span], root_of: Mapping[str, str]) -> Found:
        support: dict[str, float] = {}
        for span in spans:
            support[span.label] = support.get(span.label, 0.0) + span.score
        label = max(sorted(support), key=support.__getitem__) if len(support) > 1 else spans[0].label
        return cls(words, spans, support, label, root_of[label], max(span.score for span in spans))


class Folded(dict[str, tuple[str, ...]]):
    """Surfaces to folded words, each folded once; lives as long as one look at a document."""

    def __missing__(self, surface: str) -> tuple[str, ...]:
        self[surface] = words = fold_words(surface)
        return words


def is_added(span: Span) -> bool:
    return span.maker == SOURCE


def found_names(
    doc: Document,
    spans: Sequence[Span],
    labels: LabelSet,
    *,
    kinds: frozenset[str] = TOLD_NAMES,
    folded: Folded | None = None,
) -> list[Found]:
    """The names among the spans by folded words, in the order of the text."""
    root_of = {label: labels.root(label) for label in {span.label for span in spans}}
    folded = Folded() if folded is None else folded
    spans_of: dict[tuple[str, ...], list[Span]] = {}
    for span in spans:
        if root_of[span.label] in kinds and not is_added(span):
            words = folded[doc.text[span.start : span.end]]
            if words:
                spans_of.setdefault(words, []).append(span)
    return [Found.of(words, own, root_of) for words, own in spans_of.items()]


def by_root(support: Mapping[str, float], labels: LabelSet) -> dict[str, float]:
    """Support added up over the labels of one kind."""
    total: dict[str, float] = {}
    for label, weight in support.items():
        root = labels.root(label)
        total[root] = total.get(root, 0.0) + weight
    return total

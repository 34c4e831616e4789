"""What the vote found, as support for aliases; what a second pass added supports nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from nescio.core.labels import TOLD_NAMES, LabelSet
from nescio.core.model import Document, Span
from nescio.second_pass.lookup import SOURCE
from nescio.text.folding import fold_words


@dataclass(slots=True)
class Found:
    """One spelling of a name with everything that was found of it."""

    words: tuple[str, ...]
    spans: list[Span] = field(default_factory=list)
    support: dict[str, float] = field(default_factory=dict)  # label -> sum of scores
    label: str = ""  # the one with most support
    kind: str = ""  # the root of that label
    score: float = 0.0  # of the surest mention


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
    found: dict[tuple[str, ...], Found] = {}
    for span in spans:
        if root_of[span.label] not in kinds or is_added(span):
            continue
        words = folded[doc.text[span.start : span.end]]
        if not words:
            continue
        item = found.get(words)
        if item is None:
            item = found[words] = Found(words)
        item.spans.append(span)
        item.support[span.label] = item.support.get(span.label, 0.0) + span.score
    for item in found.values():
        support = item.support
        item.label = (
            max(sorted(support), key=support.__getitem__) if len(support) > 1 else next(iter(support))
        )
        item.kind = root_of[item.label]
        item.score = max(span.score for span in item.spans)
    return list(found.values())


def by_root(support: Mapping[str, float], labels: LabelSet) -> dict[str, float]:
    """Support added up over the labels of one kind."""
    total: dict[str, float] = {}
    for label, weight in support.items():
        root = labels.root(label)
        total[root] = total.get(root, 0.0) + weight
    return total

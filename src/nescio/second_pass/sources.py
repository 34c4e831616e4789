"""What the vote found, as support for aliases; what a second pass added supports nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from nescio.core.labels import LabelSet
from nescio.core.model import Document, Span
from nescio.second_pass.lookup import SOURCE
from nescio.text.naming import fold_words

NAMES: Final = frozenset({"PER", "ORG", "LOC"})


@dataclass(slots=True)
class Found:
    """One spelling of a name with everything that was found of it."""

    words: tuple[str, ...]
    surface: str
    spans: list[Span] = field(default_factory=list)
    support: dict[str, float] = field(default_factory=dict)  # label -> sum of scores

    @property
    def label(self) -> str:
        return max(sorted(self.support), key=lambda label: self.support[label])

    @property
    def score(self) -> float:
        return max(span.score for span in self.spans)


def is_added(span: Span) -> bool:
    return span.source.partition(":")[0] == SOURCE


def found_names(
    doc: Document, spans: Sequence[Span], labels: LabelSet, *, kinds: frozenset[str] = NAMES
) -> list[Found]:
    """The names among the spans by folded words, in the order of the text."""
    root_of = {label: labels.root(label) for label in {span.label for span in spans}}
    found: dict[tuple[str, ...], Found] = {}
    for span in spans:
        if root_of[span.label] not in kinds or is_added(span):
            continue
        surface = doc.text[span.start : span.end]
        words = fold_words(surface)
        if not words:
            continue
        item = found.get(words)
        if item is None:
            item = found[words] = Found(words, surface)
        item.spans.append(span)
        item.support[span.label] = item.support.get(span.label, 0.0) + span.score
    return list(found.values())


def by_root(support: Mapping[str, float], labels: LabelSet) -> dict[str, float]:
    """Support added up over the labels of one kind."""
    total: dict[str, float] = {}
    for label, weight in support.items():
        root = labels.root(label)
        total[root] = total.get(root, 0.0) + weight
    return total


def each(found: Sequence[Found], kind: str, labels: LabelSet) -> Iterator[Found]:
    return (item for item in found if labels.root(item.label) == kind)

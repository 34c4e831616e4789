"""Several annotators of the same documents: how far they agree about tokens and about chains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from nescio.evaluate.metrics.agreement import agreement
from nescio.evaluate.metrics.chains import Chains, b_cubed
from nescio.evaluate.model import Annotation
from nescio.text.segment import tokenize


def annotator_agreement(annotations: Sequence[Annotation]) -> dict[str, Any] | None:
    """Agreement over the tokens of the documents that have the usual number of annotators.

    None where no document has two. Annotators are told apart by name; in documents whose
    annotators have other names, by their order.
    """
    by_document: dict[str, list[Annotation]] = {}
    for item in annotations:
        if item.named:
            by_document.setdefault(item.id, []).append(item)
    shared = [sorted(views, key=lambda v: v.annotator) for views in by_document.values() if len(views) > 1]
    if not shared:
        return None
    usual = Counter(len(views) for views in shared).most_common(1)[0][0]
    common = [views for views in shared if len(views) == usual]
    answers: list[list[str]] = [[] for _ in range(usual)]
    for views in common:
        tokens = _tokens(views[0])
        for column, view in zip(answers, views, strict=True):
            column += _tags(view, tokens)
    if not answers[0]:
        return None
    found = agreement(answers)
    return {**found._asdict(), "reading": found.reading, "documents": len(common), **_chains(common)}


def _tokens(view: Annotation) -> Sequence[tuple[int, int]]:
    return tokenize(view.text or "") if view.tokens is None else view.tokens


def _tags(view: Annotation, tokens: Sequence[tuple[int, int]]) -> list[str]:
    """The label of each token; of nested mentions the longest."""
    tag_at: dict[int, str] = {}
    for mention in sorted(view.mentions, key=lambda m: m.end - m.start):
        for place in range(mention.start, mention.end):
            tag_at[place] = mention.label
    return [next((tag_at[at] for at in range(a, b) if at in tag_at), "O") for a, b in tokens]


def _chains(common: Sequence[Sequence[Annotation]]) -> dict[str, float]:
    """The mean B-cubed F1 of all pairs, on the mentions that both have."""
    if not all(any(m.entity for m in view.mentions) for views in common for view in views):
        return {}
    documents: list[tuple[Chains, Chains]] = []
    for views in common:
        for a, b in combinations(views, 2):
            left = {(m.start, m.end): m.entity or (m.start, m.end) for m in a.mentions}
            right = {(m.start, m.end): m.entity or (m.start, m.end) for m in b.mentions}
            both = left.keys() & right.keys()
            documents.append(({k: left[k] for k in both}, {k: right[k] for k in both}))
    return {"chains_f1": b_cubed(documents).f1}

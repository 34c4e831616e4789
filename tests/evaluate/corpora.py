"""Small corpora for the tests, made by hand or drawn at random."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from nescio.evaluate.detokenize import join_tokens
from nescio.evaluate.metrics.arrays import Arrays, Unit, build_arrays
from nescio.evaluate.model import Mark

LABELS = ("PER", "LOC", "ORG")


def mentions_of(tags: Sequence[str], places: Sequence[tuple[int, int]]) -> list[Mark]:
    """An independent reading of correct BIO tags."""
    found: list[Mark] = []
    for tag, (start, end) in zip(tags, places, strict=True):
        if tag.startswith("B-"):
            found.append(Mark(start, end, tag[2:]))
        elif tag.startswith("I-"):
            found[-1] = found[-1]._replace(end=end)
    return found


def arrays_of(*documents: tuple[Sequence[str], Sequence[str]]) -> Arrays:
    """Documents as pairs of gold and predicted BIO tags, over words w0 w1 w2 …"""
    units = []
    for gold, predicted in documents:
        text, places = join_tokens([f"w{n}" for n in range(len(gold))])
        tokens = np.array(places, dtype=np.int64).reshape(-1, 2)
        units.append(Unit(text, tokens, mentions_of(gold, places), mentions_of(predicted, places)))
    return build_arrays(units)


def unit(text: str, gold: Sequence[Mark], predicted: Sequence[Mark]) -> Unit:
    """A document whose tokens are the words between spaces."""
    places = []
    at = 0
    for word in text.split(" "):
        places.append((at, at + len(word)))
        at += len(word) + 1
    return Unit(text, np.array(places, dtype=np.int64).reshape(-1, 2), gold, predicted)


@st.composite
def tag_rows(draw: st.DrawFn, size: int) -> list[str]:
    tags: list[str] = []
    for _ in range(size):
        inside = [f"I-{tags[-1][2:]}"] if tags and tags[-1] != "O" else []
        tags.append(draw(st.sampled_from(["O", *(f"B-{label}" for label in LABELS), *inside, *inside])))
    return tags


@st.composite
def tagged(draw: st.DrawFn) -> list[tuple[list[str], list[str]]]:
    """A corpus: gold and predicted tags of a few documents, some of them empty."""
    sizes = draw(st.lists(st.integers(0, 12), min_size=1, max_size=5))
    return [(draw(tag_rows(size)), draw(tag_rows(size))) for size in sizes]

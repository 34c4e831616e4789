"""A whole corpus as a few arrays: one line of characters, one line of tokens, labels as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class Marked(Protocol):
    """What an array of mentions is made of."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def label(self) -> str: ...
    @property
    def score(self) -> float: ...


class Unit(NamedTuple):
    """One document as both sides see it."""

    text: str
    tokens: Ints  # one row per token: start and end
    gold: Sequence[Marked]
    predicted: Sequence[Marked]


@dataclass(frozen=True)
class Layer:
    """The mentions of one side; offsets count from the beginning of the whole corpus."""

    start: Ints
    end: Ints
    label: Ints
    score: Floats
    document: Ints
    first: Ints  # tokens, half open
    last: Ints

    def __len__(self) -> int:
        return len(self.start)

    def where(self, chosen: Bools) -> Layer:
        return Layer(
            self.start[chosen], self.end[chosen], self.label[chosen], self.score[chosen],
            self.document[chosen], self.first[chosen], self.last[chosen],
        )  # fmt: skip


@dataclass(frozen=True)
class Arrays:
    """Both sides of a corpus; label 0 is O."""

    labels: tuple[str, ...]  # without O: the label with number n is labels[n - 1]
    documents: int
    text: str
    base: Ints  # where each document begins
    token_start: Ints
    token_end: Ints
    token_document: Ints
    gold: Layer
    predicted: Layer

    @property
    def size(self) -> int:
        """How many label numbers there are, O included."""
        return len(self.labels) + 1

    @cached_property
    def gold_tags(self) -> Ints:
        return paint(self.gold, len(self.token_start))

    @cached_property
    def predicted_tags(self) -> Ints:
        return paint(self.predicted, len(self.token_start))

    @cached_property
    def content(self) -> Bools:
        """Which characters are letters or digits."""
        points = np.frombuffer(self.text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        seen = np.bincount(points) > 0
        seen[seen] = [chr(point).isalnum() for point in np.flatnonzero(seen).tolist()]
        return seen[points]


def build_arrays(units: Sequence[Unit]) -> Arrays:
    """Every offset shifted by what stands before its document; one character separates two."""
    names = sorted({m.label for unit in units for side in (unit.gold, unit.predicted) for m in side})
    number = {name: at for at, name in enumerate(names, 1)}
    lengths = np.array([len(unit.text) + 1 for unit in units], dtype=np.int64)
    base = (
        np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int64)
        if len(units)
        else np.zeros(0, np.int64)
    )
    counts = [len(unit.tokens) for unit in units]
    places = np.concatenate([np.zeros((0, 2), dtype=np.int64), *(unit.tokens for unit in units)])
    starts, ends = (places + np.repeat(base, counts)[:, None]).T

    def layer(sides: Iterable[Sequence[Marked]]) -> Layer:
        rows = [
            (m.start + shift, m.end + shift, number[m.label], m.score, document)
            for document, (shift, side) in enumerate(zip(base.tolist(), sides, strict=True))
            for m in side
        ]
        columns = np.array(rows, dtype=np.float64).reshape(-1, 5)  # exact up to 2**53
        start, end, label, document = (columns[:, at].astype(np.int64) for at in (0, 1, 2, 4))
        first = np.searchsorted(ends, start, side="right")
        last = np.maximum(np.searchsorted(starts, end, side="left"), first)
        return Layer(start, end, label, columns[:, 3], document, first, last)

    return Arrays(
        tuple(names),
        len(units),
        "\n".join([unit.text for unit in units] + [""]),
        base,
        starts,
        ends,
        np.repeat(np.arange(len(units)), counts),
        layer(unit.gold for unit in units),
        layer(unit.predicted for unit in units),
    )


def bare_layer(spans: Sequence[tuple[int, int, float]]) -> Layer:
    """Extents and scores alone, to ask what overlaps; there is one document and no label."""
    columns = np.array(spans, dtype=np.float64).reshape(-1, 3)
    start, end = columns[:, 0].astype(np.int64), columns[:, 1].astype(np.int64)
    none = np.zeros(len(columns), dtype=np.int64)
    return Layer(start, end, none, columns[:, 2], none, none, none)


def expand(first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """For every range its number and its members, one after the other."""
    lengths = np.maximum(last - first, 0)
    owner = np.repeat(np.arange(len(first)), lengths)
    offset = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return owner, first[owner] + offset


def paint(layer: Layer, tokens: int) -> Ints:
    """One label per token: of nested mentions the longest, of equal ones the first."""
    order = np.lexsort((-np.arange(len(layer)), layer.end - layer.start))
    tags = np.zeros(tokens, dtype=np.int64)
    owner, members = expand(layer.first[order], layer.last[order])
    tags[members] = layer.label[order][owner]  # numpy keeps the last of several assignments
    return tags


def overlapping(left: Layer, right: Layer) -> tuple[Ints, Ints]:
    """All pairs of mentions that share a character, as numbers into both layers."""
    order = np.lexsort((right.end, right.start))
    start, end = right.start[order], right.end[order]
    reach = np.maximum.accumulate(end) if len(end) else end
    first = np.searchsorted(reach, left.start, side="right")
    last = np.searchsorted(start, left.end, side="left")
    owner, members = expand(first, np.maximum(last, first))
    real = (end[members] > left.start[owner]) & (start[members] < left.end[owner])
    return owner[real], order[members[real]]


def tally(document: Ints, label: Ints, shape: tuple[int, int]) -> Floats:
    """How many there are of each label in each document."""
    flat = np.bincount(document * shape[1] + label, minlength=shape[0] * shape[1])
    return flat.reshape(shape).astype(np.float64)

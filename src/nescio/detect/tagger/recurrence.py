"""The recurrent layer in plain numpy: both directions at once, all sentences of a batch step by step."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nescio.detect.tagger.products import Floats, times


class LstmLayer(NamedTuple):
    """Both directions of one layer; the first axis is the direction."""

    w_in: Floats  # (2, inputs, 4 hidden), gates in the order i f g o
    w_rec: Floats  # (2, hidden, 4 hidden)
    bias: Floats  # (2, 4 hidden)


class Placement:
    """Where the step-by-step order of a batch lies in the sentence-by-sentence order.

    Sentences come longest first, so the sentences still running at a step are
    the first ones, and step `t` owns a contiguous block of rows.
    """

    def __init__(self, lengths: NDArray[np.int64]) -> None:
        running = lengths > np.arange(int(lengths[0]))[:, None]
        step, sentence = np.nonzero(running)
        starts = np.cumsum(lengths) - lengths
        self.active: list[int] = running.sum(1).tolist()
        self.ways = np.stack([starts[sentence] + step, (starts + lengths - 1)[sentence] - step])


class Recurrence:
    """One layer, its weights laid out for the steps.

    `around` are weights of inputs that few words share: they stand below those of the state, so
    that one product of a step takes both. Gates are in the order i f o g. A sigmoid is written
    with the tanh of half its argument, so weights of these gates are halved, and as
    (1 + tanh) / 2, so the state is kept doubled and what it is multiplied with is halved:
    by powers of two, which no rounding notices.
    """

    def __init__(self, layer: LstmLayer, around: Floats | None = None) -> None:
        self._size = layer.w_rec.shape[1]
        rec = layer.w_rec * 0.5
        stacked = rec if around is None else np.concatenate([rec, around], 1)
        self._w_in, self._w_rec, self._bias = map(_in_order, (layer.w_in, stacked, layer.bias))

    def share(self, inputs: Floats) -> list[Floats]:
        """Return what rows of inputs add to the gates, by direction; a word may use a row many times."""
        return [times(inputs, own) + bias for own, bias in zip(self._w_in, self._bias, strict=True)]

    def run(
        self, shared: list[Floats], owner: NDArray[np.int64], place: Placement, around: Floats | None = None
    ) -> Floats:
        """Return the joined outputs of both directions, sentence by sentence.

        `owner` tells which row of `shared` a word has.
        """
        size = self._size
        out = self._steps(shared, owner[place.ways], place, None if around is None else around[place.ways])
        joined = np.empty((len(owner), 2 * size), dtype=np.float32)
        for way, rows in enumerate(place.ways):
            joined[rows, way * size : (way + 1) * size] = out[way]
        joined *= 0.5
        return joined

    def _steps(
        self, shared: list[Floats], owner: NDArray[np.int64], place: Placement, around: Floats | None
    ) -> Floats:
        size = self._size
        width = max(2, place.active[0])  # a single row would be computed in another order of its sums
        state = np.zeros((2, width, self._w_rec.shape[1]), dtype=np.float32)
        cell = np.zeros((2, width, size), dtype=np.float32)
        room = np.empty((2 * width, 4 * size), dtype=np.float32)
        fetched = np.empty((width, 4 * size), dtype=np.float32)
        out = np.empty((2, owner.shape[1], size), dtype=np.float32)
        at = 0
        for active in place.active:
            rows, now = max(2, active), slice(at, at + active)
            if around is not None:
                state[:, :active, size:] = around[:, now]
            gates = np.matmul(state[:, :rows], self._w_rec, out=room[: 2 * rows].reshape(2, rows, -1))
            for way in (0, 1):
                np.take(shared[way], owner[way, now], axis=0, out=fetched[:active], mode="clip")
                gates[way, :active] += fetched[:active]
            _advance(gates, state[:, :rows, :size], cell[:, :rows])
            out[:, now] = state[:, :active, :size]
            at += active
        return out


def _in_order(weights: Floats) -> Floats:
    i, f, g, o = np.split(weights, 4, axis=-1)
    return np.ascontiguousarray(np.concatenate([i * 0.5, f * 0.5, o * 0.5, g], -1))


def _advance(gates: Floats, state: Floats, cell: Floats) -> None:
    """Put the next state, doubled, and cell in place of the last; the gates are used up."""
    size = state.shape[2]
    np.tanh(gates, out=gates)
    opened, fresh = gates[..., : 3 * size], gates[..., 3 * size :]
    opened += 1.0
    fresh *= opened[..., :size]
    cell *= opened[..., size : 2 * size]
    cell += fresh
    cell *= 0.5
    np.tanh(cell, out=fresh)
    np.multiply(fresh, opened[..., 2 * size :], out=state)

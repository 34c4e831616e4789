"""The recurrent layer against the same written word by word, and a sentence alone against one in a batch."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from nescio.detect.tagger.recurrence import LstmLayer, Placement, Recurrence

INPUTS, HIDDEN, AROUND = 5, 4, 3
LENGTHS = (6, 6, 4, 1)
DRAW = np.random.default_rng(7)


def draw(*shape: int) -> NDArray[np.float32]:
    return DRAW.normal(size=shape).astype(np.float32)


LAYER = LstmLayer(draw(2, INPUTS, 4 * HIDDEN), draw(2, HIDDEN, 4 * HIDDEN), draw(2, 4 * HIDDEN))
WORDS, OWNER = draw(7, INPUTS), DRAW.integers(0, 7, sum(LENGTHS))
SEEN, SEEN_WEIGHTS = draw(sum(LENGTHS), AROUND), draw(2, AROUND, 4 * HIDDEN)


def sigmoid(x: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-x))


def word_by_word(way: int, gates: NDArray[np.float32]) -> NDArray[np.float64]:
    state, cell = np.zeros(HIDDEN), np.zeros(HIDDEN)
    found = []
    for own in gates if way == 0 else gates[::-1]:
        i, f, g, o = np.split(own + state @ LAYER.w_rec[way] + LAYER.bias[way], 4)
        cell = sigmoid(f) * cell + sigmoid(i) * np.tanh(g)
        state = sigmoid(o) * np.tanh(cell)
        found.append(state)
    return np.array(found if way == 0 else found[::-1])


@pytest.mark.parametrize("seen", [False, True])
def test_both_directions_are_those_of_a_layer_written_word_by_word(seen: bool) -> None:
    layer = Recurrence(LAYER, SEEN_WEIGHTS if seen else None)
    place = Placement(np.array(LENGTHS))
    found = layer.run(layer.share(WORDS), OWNER, place, SEEN if seen else None)
    for start, length in zip(np.cumsum(LENGTHS) - LENGTHS, LENGTHS, strict=True):
        own = slice(start, start + length)
        for way in (0, 1):
            gates = WORDS[OWNER[own]] @ LAYER.w_in[way]
            gates += SEEN[own] @ SEEN_WEIGHTS[way] if seen else 0
            wanted = word_by_word(way, gates)
            assert np.abs(found[own, way * HIDDEN : (way + 1) * HIDDEN] - wanted).max() < 1e-5


def test_a_sentence_comes_out_the_same_alone_and_among_others() -> None:
    layer = Recurrence(LAYER)
    together = layer.run(layer.share(WORDS), OWNER, Placement(np.array(LENGTHS)))
    alone = layer.run(layer.share(WORDS), OWNER[6:12], Placement(np.array([6])))
    assert np.array_equal(together[6:12], alone)

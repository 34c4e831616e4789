"""Probabilities of tags against the sum over every path, and decoding under a threshold."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from numpy.typing import NDArray

from nescio.detect.tagger.crf import Chain, path_probability, posteriors, tag_shares
from nescio.detect.tagger.detector import SHIPPED
from nescio.detect.tagger.model import Dial, load_tagger
from nescio.detect.tagger.passages import lone_sentence

TAGS = 3
WORDS = ["Frau", "Wieser", "traf", "in", "Hallein", "den", "Winter", "und", "die", "Firma", "Hebbel"]


def chain_and_scores(seed: int, length: int) -> tuple[Chain, NDArray[np.float32]]:
    draw = np.random.default_rng(seed)
    values = [
        draw.normal(size=size).astype(np.float32) for size in ((TAGS, TAGS), TAGS, TAGS, (length, TAGS))
    ]
    return Chain(*values[:3]), values[3]


def every_path(chain: Chain, scores: NDArray[np.float32]) -> dict[tuple[int, ...], float]:
    weights = {}
    for path in product(range(TAGS), repeat=len(scores)):
        value = chain.first[path[0]] + chain.last[path[-1]]
        value += sum(scores[at, tag] for at, tag in enumerate(path))
        value += sum(chain.transitions[before, after] for before, after in pairwise(path))
        weights[path] = float(np.exp(value))
    whole = sum(weights.values())
    return {path: weight / whole for path, weight in weights.items()}


@pytest.mark.parametrize("seed", range(4))
def test_probabilities_are_sums_over_all_paths(seed: int) -> None:
    chain, scores = chain_and_scores(seed, 4)
    paths = every_path(chain, scores)
    [found] = posteriors([scores], chain)
    wanted = [sum(p for path, p in paths.items() if path[at] != 0) for at in range(4)]
    assert 1 - tag_shares(found)[:, 0] == pytest.approx(wanted, abs=1e-5)
    part = sum(p for path, p in paths.items() if path[1:3] == (2, 1))
    assert path_probability(found, 1, [2, 1]) == pytest.approx(part, abs=1e-5)


def test_a_lower_threshold_covers_every_word_of_a_higher_one() -> None:
    tagger = load_tagger(SHIPPED)
    thresholds = (0.9, 0.7, 0.5, 0.3, 0.1, 0.02, 0.0)
    answers = tagger.tag_at([lone_sentence(WORDS)], [Dial.even(tagger.labels, at) for at in thresholds])
    covered = [{word for m in found[0] for word in range(m.start, m.end)} for found in answers]
    assert all(before <= after for before, after in pairwise(covered))
    assert covered[-1] == set(range(len(WORDS)))
    assert all(a.end <= b.start for found in answers for a, b in pairwise(found[0]))

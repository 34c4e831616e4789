"""Decoding of tag scores: the best paths, and how probable a tag or a mention on them is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
# Probabilities are products of many numbers: in double precision they come out the same in whatever company
# a sentence is computed.
Doubles = NDArray[np.float64]
_TOGETHER = 64  # sentences that are computed at once: they fit into the cache of a processor
_POSSIBLE = -1e3  # lower scores of neighbours mean that they never stand together


class Chain(NamedTuple):
    """Scores of neighbouring tags, of first and of last tags; forbidden ones are very low."""

    transitions: Floats
    first: Floats
    last: Floats


class Posterior(NamedTuple):
    """Scaled forward and backward values of one sentence; their product is a probability."""

    forward: Doubles
    backward: Doubles
    local: Doubles  # exp of the emission over the scale of its position
    steps: Doubles  # exp of the transitions


class StepBlock(NamedTuple):
    """Groups of tags that may follow the same tags: most pairs of tags never stand together."""

    before: NDArray[np.int64]  # (groups, tags before)
    after: NDArray[np.int64]  # (groups, tags behind)
    table: Floats  # (groups, behind, before)


def step_blocks(transitions: Floats) -> list[StepBlock]:
    """Return the possible steps from tag to tag, groups of one size together."""
    groups: dict[bytes, list[int]] = {}
    possible = transitions > _POSSIBLE
    for tag, before in enumerate(possible.T):
        groups.setdefault(before.tobytes(), []).append(tag)
    sizes: dict[tuple[int, int], list[tuple[list[int], list[int]]]] = {}
    for after in groups.values():
        before = np.flatnonzero(possible[:, after[0]]).tolist() or list(range(len(transitions)))
        sizes.setdefault((len(before), len(after)), []).append((before, after))
    found = []
    for own in sizes.values():
        befores, afters = (np.array(part) for part in zip(*own, strict=True))
        table = transitions[befores[:, None, :], afters[:, :, None]]
        found.append(StepBlock(befores, afters, np.ascontiguousarray(table)))
    return found


def best_paths(scores: Sequence[Floats], chain: Chain, blocks: Sequence[StepBlock]) -> list[list[int]]:
    """Return the tag numbers of the highest-scoring path of each sentence, longest sentence first.

    `blocks` are the steps of the chain.
    """
    return [path for own in _together(scores) for path in _best_of(own, chain, blocks)]


def _together(scores: Sequence[Floats]) -> Iterator[Sequence[Floats]]:
    return (scores[first : first + _TOGETHER] for first in range(0, len(scores), _TOGETHER))


def _best_of(scores: Sequence[Floats], chain: Chain, blocks: Sequence[StepBlock]) -> list[list[int]]:
    padded, active = _pad(scores)
    best = padded[0] + chain.first
    back = np.zeros(padded.shape, dtype=np.int64)
    for at in range(1, len(padded)):
        last = best[: active[at]].copy()
        for block in blocks:
            paths = last[:, block.before][:, :, None, :] + block.table
            chosen = paths.argmax(3)
            groups = np.arange(len(block.before))[:, None]
            back[at][: active[at], block.after] = block.before[groups, chosen]
            best[: active[at], block.after] = np.take_along_axis(paths, chosen[..., None], 3)[..., 0]
        best[: active[at]] += padded[at, : active[at]]
    ends = (best + chain.last).argmax(1)
    return [_trace(back[: len(s), i], int(ends[i])) for i, s in enumerate(scores)]


def posteriors(scores: Sequence[Floats], chain: Chain) -> list[Posterior]:
    """Return forward and backward values of each sentence, longest sentence first."""
    return [found for own in _together(scores) for found in _posteriors_of(own, chain)]


def _posteriors_of(scores: Sequence[Floats], chain: Chain) -> list[Posterior]:
    padded, active = _pad(scores)
    emit = np.exp(padded - padded.max(2, keepdims=True), dtype=np.float64)
    steps = np.exp(chain.transitions, dtype=np.float64)
    forward, scale = _forward(emit, active, steps, chain)
    local = emit / scale[:, :, None]
    backward = _backward(forward, local, active, steps, chain)
    return [
        Posterior(forward[: len(s), i], backward[: len(s), i], local[: len(s), i], steps)
        for i, s in enumerate(scores)
    ]


def _pad(scores: Sequence[Floats]) -> tuple[Floats, list[int]]:
    lengths = np.array([len(s) for s in scores])
    padded = np.zeros((int(lengths[0]), len(scores), scores[0].shape[1]), dtype=np.float32)
    for i, own in enumerate(scores):
        padded[: len(own), i] = own
    return padded, [int((lengths > step).sum()) for step in range(len(padded))]


def _forward(emit: Doubles, active: Sequence[int], steps: Doubles, chain: Chain) -> tuple[Doubles, Doubles]:
    forward = np.zeros_like(emit)
    scale = np.ones(emit.shape[:2])
    for at, count in enumerate(active):
        before = np.exp(chain.first, dtype=np.float64) if at == 0 else forward[at - 1, :count] @ steps
        value = before * emit[at, :count]
        scale[at, :count] = value.sum(1)
        forward[at, :count] = value / scale[at, :count, None]
    return forward, scale


def _backward(
    forward: Doubles, local: Doubles, active: Sequence[int], steps: Doubles, chain: Chain
) -> Doubles:
    backward = np.zeros_like(forward)
    ending = np.exp(chain.last, dtype=np.float64)
    running = 0
    for at in range(len(active) - 1, -1, -1):
        fresh = slice(running, active[at])
        backward[at, fresh] = ending / (forward[at, fresh] @ ending)[:, None]
        if running:
            backward[at, :running] = (local[at + 1, :running] * backward[at + 1, :running]) @ steps.T
        running = active[at]
    return backward


def _trace(back: NDArray[np.int64], last: int) -> list[int]:
    path = [last]
    for at in range(len(back) - 1, 0, -1):
        path.append(int(back[at, path[-1]]))
    return path[::-1]


def tag_shares(found: Posterior) -> Doubles:
    """Return for each position the probability of every tag."""
    return found.forward * found.backward


def path_probability(found: Posterior, start: int, tags: Sequence[int]) -> float:
    """Return the probability that the tags stand at `start` and the following positions."""
    value = float(found.forward[start, tags[0]])
    for at, (before, after) in enumerate(pairwise(tags), start + 1):
        value *= float(found.steps[before, after] * found.local[at, after])
    return min(1.0, value * float(found.backward[start + len(tags) - 1, tags[-1]]))

"""The conditional random field in torch: the weight of all tag paths, with its own gradient."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

_TINY = 1e-30


def partition(scores: Tensor, steps: Tensor, first: Tensor, last: Tensor, lengths: Tensor) -> Tensor:
    """Return for each sentence the logarithm of the summed weight of its tag paths.

    `scores` are (sentences, length, tags), `steps` the scores of a tag behind another.
    """
    found: Tensor = _Partition.apply(scores, steps, first, last, lengths)  # type: ignore[no-untyped-call]
    return found


class _Partition(torch.autograd.Function):
    """Its gradient is how probable each tag and each step is: known at once, while torch would
    follow every small operation back.

    Values are scaled at each word so that they sum to one, as in `detect/tagger/crf.py`.
    """

    @staticmethod
    def forward(
        ctx: Any, scores: Tensor, steps: Tensor, first: Tensor, last: Tensor, lengths: Tensor
    ) -> Tensor:
        by_place = scores.transpose(0, 1)
        top = by_place.amax(2, keepdim=True)
        emit = (by_place - top).exp_()
        weights, ending = steps.exp(), last.exp()
        forward, scale = torch.empty_like(emit), torch.empty_like(top)
        before = first.exp().expand(emit.shape[1:])
        for at in range(len(emit)):
            value = before * emit[at]
            scale[at] = value.sum(1, keepdim=True).clamp_min_(_TINY)
            forward[at] = value.div_(scale[at])
            before = forward[at] @ weights
        own = torch.arange(len(lengths))
        total = (forward[lengths - 1, own] @ ending).clamp_min(_TINY)
        inside = torch.arange(len(emit))[:, None] < lengths
        ctx.save_for_backward(emit.div_(scale), forward, weights, ending / total[:, None], lengths)
        logs = (scale.log() + top).squeeze(2).masked_fill_(~inside, 0.0)
        return logs.sum(0) + total.log()

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        local, forward, weights, ending, lengths = ctx.saved_tensors
        backward = torch.zeros_like(forward)
        arriving = torch.zeros_like(forward)
        ends = (torch.arange(len(forward))[:, None] == lengths - 1)[:, :, None]
        for at in range(len(forward) - 1, -1, -1):
            if at + 1 < len(forward):
                torch.matmul(arriving[at + 1], weights.T, out=backward[at])
            backward[at] = torch.where(ends[at], ending, backward[at])
            torch.mul(local[at], backward[at], out=arriving[at])
        [gradient] = gradients
        forward = forward * gradient[:, None]
        tags = weights.shape[0]
        pairs = forward[:-1].reshape(-1, tags).T @ arriving[1:].reshape(-1, tags)
        return (forward * backward).transpose(0, 1), pairs * weights, None, None, None

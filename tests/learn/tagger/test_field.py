"""The weight of all tag paths and its gradient, against every path written out."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from nescio.learn.tagger.field import partition  # noqa: E402

TAGS = 3


def _given() -> tuple[torch.Tensor, ...]:
    torch.manual_seed(3)
    scores = torch.randn(3, 4, TAGS) * 2
    scores[0, 1, 2] = -1e4  # forbidden there
    steps = torch.randn(TAGS, TAGS)
    steps[1, 0] = -1e4
    first, last = torch.tensor([0.0, 0.0, -1e4]), torch.tensor([0.0, -1e4, 0.0])
    return scores, steps, first, last, torch.tensor([4, 1, 3])


def _written_out(
    scores: torch.Tensor, steps: torch.Tensor, first: torch.Tensor, last: torch.Tensor, lengths: torch.Tensor
) -> torch.Tensor:
    found = []
    for own, length in zip(scores, lengths.tolist(), strict=True):
        weights = []
        for path in product(range(TAGS), repeat=length):
            weight = first[path[0]] + last[path[-1]] + sum(own[at, tag] for at, tag in enumerate(path))
            weights.append(weight + sum(steps[a, b] for a, b in pairwise(path)))
        found.append(torch.logsumexp(torch.stack(weights), 0))
    return torch.stack(found)


def test_the_weight_of_all_paths_and_its_gradient_are_those_of_the_paths_written_out() -> None:
    scores, steps, first, last, lengths = _given()
    answers = []
    for way in (partition, _written_out):
        own = [value.clone().requires_grad_() for value in (scores, steps)]
        total = way(*own, first, last, lengths)
        (total * torch.tensor([1.0, -2.0, 0.5])).sum().backward()
        answers.append([total.detach(), *(value.grad for value in own)])
    for ours, wanted in zip(*answers, strict=True):
        assert torch.allclose(ours, wanted, atol=1e-5)

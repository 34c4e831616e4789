"""The instance-level definitions of the multilingual thesis (3.1.2), and MUC, by hand."""

from __future__ import annotations

import pytest

from nescio.evaluate.metrics.arrays import build_arrays
from nescio.evaluate.metrics.instances import classify_instances
from nescio.evaluate.metrics.muc import mention_confusion, muc, muc6, pair_mentions
from nescio.evaluate.model import Mark
from tests.evaluate.corpora import arrays_of, unit


@pytest.mark.parametrize(
    ("gold", "predicted", "expected"),
    [
        ("B-PER I-PER O", "B-PER I-PER O", (1, 0, 0, 0)),
        ("B-PER I-PER O", "B-LOC I-LOC O", (0, 1, 0, 0)),
        ("B-PER I-PER O", "B-PER B-LOC O", (0, 1, 0, 0)),  # one token with another class is enough
        ("B-PER I-PER O", "B-PER I-PER I-PER", (0, 0, 1, 0)),  # a token that is not its own was inserted
        ("B-PER I-PER O", "B-PER O O", (0, 0, 0, 1)),  # not all tokens were detected
        ("B-PER I-PER O", "O B-PER I-PER", (0, 0, 0, 1)),
        ("B-PER I-PER O", "O O O", (0, 0, 0, 1)),
        ("O O O", "O B-PER O", (0, 0, 1, 0)),
        ("B-PER I-PER O", "B-PER B-PER O", (1, 0, 0, 0)),  # tokens count, not pieces
        ("B-PER O B-LOC", "B-PER O O", (1, 0, 0, 1)),
        ("O O O", "O O O", (0, 0, 0, 0)),
    ],
)
def test_an_instance_is_one_of_four_kinds(
    gold: str, predicted: str, expected: tuple[int, int, int, int]
) -> None:
    found = classify_instances(arrays_of((gold.split(), predicted.split())))
    assert tuple(found.totals().values()) == expected


def test_precision_and_recall_follow_the_equations() -> None:
    arrays = arrays_of(
        (
            ["B-PER", "O", "B-LOC", "I-LOC", "O", "B-ORG", "O", "O"],
            ["B-PER", "O", "B-ORG", "I-ORG", "O", "O", "O", "B-PER"],
        )
    )
    found = classify_instances(arrays).table().overall()
    # C = 1, M = 1, S = 1, D = 1
    assert found.precision == pytest.approx(1 / 3)
    assert found.recall == pytest.approx(1 / 3)


def test_muc_gives_half_a_point_for_half_a_match() -> None:
    arrays = arrays_of(
        (
            ["B-PER", "I-PER", "O", "B-LOC", "O", "B-ORG", "O", "O"],
            ["B-PER", "O", "O", "B-ORG", "O", "O", "O", "B-PER"],
        )
    )
    pairing = pair_mentions(arrays)
    found = muc(arrays, pairing)
    assert found == (0, 1, 1, 1, 1)
    assert found.counts().precision == pytest.approx(0.5 / 3)
    assert found.counts().recall == pytest.approx(0.5 / 3)
    # MUC-6: extent right once (LOC as ORG), type right once (PER), of 2 x 3 answers.
    assert muc6(arrays, pairing).recall == pytest.approx(2 / 6)


def test_pairing_is_one_to_one_and_prefers_the_exact_partner() -> None:
    gold = [Mark(0, 9, "PER"), Mark(5, 9, "PER")]
    arrays = build_arrays([unit("Anna Maia", gold, [Mark(5, 9, "PER")])])
    pairing = pair_mentions(arrays)
    assert (pairing.left.tolist(), pairing.right.tolist()) == ([1], [0])
    assert muc(arrays, pairing) == (1, 0, 0, 1, 0)


def test_the_mention_matrix_counts_missed_and_spurious_as_none() -> None:
    arrays = arrays_of((["B-PER", "O", "B-LOC", "O"], ["B-LOC", "O", "O", "B-ORG"]))
    assert arrays.labels == ("LOC", "ORG", "PER")
    matrix = mention_confusion(arrays, pair_mentions(arrays)).tolist()
    assert matrix == [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0]]

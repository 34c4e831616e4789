"""Agreement: worked examples, the reading of Landis & Koch, and annotators of real documents."""

from __future__ import annotations

import math

import numpy as np
import pytest

from nescio.core.errors import InputError
from nescio.evaluate.annotators import annotator_agreement
from nescio.evaluate.metrics.agreement import (
    agreement,
    cohen_kappa,
    fleiss_kappa,
    landis_koch,
    pairwise_agreement,
)
from nescio.evaluate.model import Annotation, Mark

# Fleiss (1971) as worked out in many text books: 10 items, 14 raters, 5 categories, kappa 0.210.
FLEISS = [
    [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
]  # fmt: skip


def test_the_worked_example_of_fleiss() -> None:
    assert round(fleiss_kappa(np.array(FLEISS, dtype=np.float64)), 3) == 0.210


def test_the_worked_example_of_cohen() -> None:
    """50 proposals: both yes 20, both no 15, 5 and 10 otherwise: p_o 0.7, p_e 0.5, kappa 0.4."""
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert pairwise_agreement(first, second) == pytest.approx(0.7)
    assert cohen_kappa(first, second) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("kappa", "reading"),
    [
        (-0.1, "poor"), (0.0, "slight"), (0.2, "slight"), (0.3, "fair"), (0.569, "moderate"),
        (0.671, "substantial"),
        (0.8, "substantial"), (0.841, "almost perfect"), (1.0, "almost perfect"), (math.nan, "undefined"),
    ],
)  # fmt: skip
def test_the_reading_is_that_of_landis_and_koch(kappa: float, reading: str) -> None:
    assert landis_koch(kappa) == reading


def test_kappa_is_undefined_when_nobody_could_disagree() -> None:
    found = agreement(["OO", "OO"])
    assert math.isnan(found.cohen)
    assert math.isnan(found.fleiss)
    assert found.pairwise == 1.0


@pytest.mark.parametrize("answers", [["ab"], ["ab", "a"], ["", ""]])
def test_answers_that_cannot_be_compared_are_refused(answers: list[str]) -> None:
    with pytest.raises(InputError):
        agreement(answers)


def view(name: str, *mentions: Mark) -> Annotation:
    return Annotation("letter", "Anna Maia saw Rio", mentions, annotator=name)


def test_annotators_of_one_document_agree_by_its_tokens() -> None:
    first = view("a", Mark(0, 9, "PER", entity="1"), Mark(14, 17, "LOC", entity="2"))
    second = view("b", Mark(0, 9, "PER", entity="1"), Mark(14, 17, "ORG", entity="1"))
    found = annotator_agreement([first, second])
    assert found is not None
    assert (found["items"], found["annotators"], found["documents"]) == (4, 2, 1)
    assert found["pairwise"] == pytest.approx(3 / 4)
    assert found["chains_f1"] == pytest.approx(2 * 0.5 / 1.5)


def test_one_annotator_has_nobody_to_agree_with() -> None:
    assert annotator_agreement([view("a")]) is None

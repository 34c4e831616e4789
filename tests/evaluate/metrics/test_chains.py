"""B-cubed against the published example and a naive count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.evaluate.metrics.chains import Chains, b_cubed, b_cubed_by_document, singletons

# Bagga & Baldwin (1998), figures 1 to 3: 12 mentions in chains of 5, 2 and 5.
TRUTH: Chains = {n: "a" if n <= 5 else "b" if n <= 7 else "c" for n in range(1, 13)}


def test_the_first_published_response() -> None:
    """6-7 joined with 8-12: precision 76 %, recall 100 %."""
    found = b_cubed([(TRUTH, {n: "a" if n <= 5 else "c" for n in range(1, 13)})])
    assert found.precision == pytest.approx((5 + 2 * 2 / 7 + 5 * 5 / 7) / 12)
    assert round(found.precision, 2) == 0.76
    assert found.recall == 1.0


def test_the_second_published_response() -> None:
    """1-5 joined with 8-12: the worse mistake has the lower precision, 58 %."""
    found = b_cubed([(TRUTH, {n: "b" if n in (6, 7) else "a" for n in range(1, 13)})])
    assert found.precision == pytest.approx(7 / 12)
    assert round(found.precision, 2) == 0.58
    assert found.recall == 1.0


def test_linking_nothing_has_full_precision() -> None:
    found = b_cubed([(TRUTH, singletons(TRUTH))])
    assert found.precision == 1.0
    assert found.recall == pytest.approx(3 / 12)


def test_a_mention_that_only_one_side_has_earns_nothing() -> None:
    found = b_cubed([({1: "a", 2: "a"}, {1: "x", 3: "x"})])
    assert (found.precision, found.recall) == (1 / 4, 1 / 4)


def test_the_mean_of_documents_weighs_documents() -> None:
    documents: list[tuple[Chains, Chains]] = [
        ({1: "a", 2: "a"}, {1: "x", 2: "y"}), ({1: "a"}, {1: "x"}), ({}, {})
    ]  # fmt: skip
    assert b_cubed_by_document(documents).recall == pytest.approx((0.5 + 1) / 2)
    assert b_cubed(documents).recall == pytest.approx(2 / 3)


def test_no_mention_at_all_is_zero() -> None:
    assert b_cubed([]) == (0.0, 0.0, 0.0)
    assert b_cubed_by_document([({}, {})]) == (0.0, 0.0, 0.0)


chains = st.dictionaries(st.integers(0, 9), st.sampled_from("abc"), max_size=10)


@given(chains, chains)
def test_every_mention_weighs_what_the_definition_says(
    gold: dict[int, str], predicted: dict[int, str]
) -> None:
    def share(mine: dict[int, str], other: dict[int, str]) -> float:
        total = 0.0
        for mention, name in mine.items():
            chain = {m for m, n in mine.items() if n == name}
            twin = {m for m, n in other.items() if n == other.get(mention)} if mention in other else set()
            total += len(chain & twin) / len(chain)
        return total / len(mine) if mine else 0.0

    found = b_cubed([(dict(gold), dict(predicted))])
    assert found.precision == pytest.approx(share(predicted, gold), abs=1e-9)
    assert found.recall == pytest.approx(share(gold, predicted), abs=1e-9)

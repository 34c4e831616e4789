"""The kit: which part serves a label."""

from __future__ import annotations

import pytest

from tests.helpers import SUPPRESS, TAG, make_kit


@pytest.mark.parametrize(
    ("label", "method"), [("PER", TAG), ("LOC", SUPPRESS), ("CITY", SUPPRESS), ("GIVEN", TAG)]
)
def test_a_label_is_served_by_the_nearest_label_above_it(label: str, method: object) -> None:
    assert make_kit(methods={"default": TAG, "LOC": SUPPRESS}).method_for(label) is method


def test_the_lower_label_wins() -> None:
    kit = make_kit(methods={"default": TAG, "LOC": SUPPRESS, "CITY": TAG})
    assert kit.method_for("CITY") is TAG

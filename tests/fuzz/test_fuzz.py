"""The attacks of `make fuzz`, a few of each and always the same."""

from __future__ import annotations

from random import Random

import pytest

from tests.fuzz.harness import attack
from tests.fuzz.subjects import SUBJECTS


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", SUBJECTS)
def test_hostile_input_is_answered_in_a_sentence(name: str, seed: int) -> None:
    assert attack(name, Random(seed)) > 0  # noqa: S311 - it keeps no secret

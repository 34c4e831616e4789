"""Numbers that stand in texts: remembered for all texts to come, and for nothing else."""

from __future__ import annotations

import json

import pytest

from nescio.coref.ledger import Ledger
from nescio.coref.standing_numbers import StandingNumbers
from nescio.packs import load_pack
from tests.coref.test_ledger import job


@pytest.fixture
def numbers() -> StandingNumbers:
    return StandingNumbers(load_pack("en").labels)


def test_every_spelling_that_the_way_back_understands_counts(numbers: StandingNumbers) -> None:
    numbers.note("[PERSON7], Person 3, person-21 and [LOCATION5]", {})
    assert numbers.to_json({}) == {"LOC": [5], "PER": [2, 3, 7, 21]}  # PERSON2 is a part of person-21


def test_what_was_given_already_or_can_never_be_given_is_not_kept(numbers: StandingNumbers) -> None:
    numbers.note("[PERSON2] [PERSON8] [PERSON05] [PERSON12345678901234]", {"PER": 123_456_788})
    assert numbers.to_json({}) == {"PER": [123_456_789]}  # a part of the last one


def test_changes_are_told_once(numbers: StandingNumbers) -> None:
    numbers.note("[PERSON7]", {})
    assert numbers.changes({}) == {"PER": [7]}
    numbers.forget_changes()
    numbers.note("[PERSON7] [PERSON9]", {})
    assert numbers.changes({}) == {"PER": [9]}


def test_they_survive_json_without_those_that_are_passed(numbers: StandingNumbers) -> None:
    numbers.note("[PERSON4] [PERSON9]", {})
    again = StandingNumbers(load_pack("en").labels)
    again.restore(json.loads(json.dumps(numbers.to_json({"PER": 4}))))
    assert ("PER", 9) in again
    assert ("PER", 4) not in again


def test_a_ledger_tells_them_also_where_nobody_is_new() -> None:
    """A text that names nobody may be followed by one that does, in another run."""
    ledger = Ledger(load_pack("en"))
    ledger.apply([job("a", "Robert Hale")])
    ledger.forget_changes()
    ledger.apply([job("b", "[PERSON2]", label="ID")])
    assert ledger.changes()["standing"] == {"PER": [2]}
    [after] = ledger.apply([job("c", "Ana Prado")])
    assert [entity.identity.id for entity in after.entities or () if entity.identity] == ["PER-3"]

"""A learnt decision says why, in plain words and without the text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nescio.core.errors import ConfigError
from nescio.decide.entity_model import EntityModel, RoleModel, in_words
from nescio.decide.evidence.gather import EntityFacts

FACTS = frozenset({"PER|", "PER|before:counsel", "PER|w-1=en:quill", "PER|in:head"})
EVIDENCE = EntityFacts(FACTS, {"PER|before:counsel": "represented by"})
MODEL = EntityModel(
    {"PER|": 1.0, "PER|before:counsel": -3.0, "PER|w-1=en:quill": -2.0, "PER|in:head": -0.5}, 0.5, 0.3
)


def test_weights_become_a_probability() -> None:
    assert MODEL.probability(EVIDENCE) == pytest.approx(1 / (1 + 2.718281828**4.0))


def test_roles_have_half_a_say_by_how_many_of_them_go() -> None:
    """Even odds of going by facts; surely a judge, of whom none goes, or as likely a party, who all go."""
    judge, party = RoleModel({"PER|before:judge": 500.0}, 0.0, 0.0, True), RoleModel({}, 0.0, 1.0, True)
    model = EntityModel({}, 0.0, 0.5, {"judge": judge, "party": party})
    nobody, somebody = EntityFacts(frozenset(), {}), EntityFacts(frozenset({"PER|before:judge"}), {})
    assert model.probability(nobody) == pytest.approx((0.5 + 0.5) / 2)
    assert model.probability(somebody) == pytest.approx((0.5 + 0.5 / 1.5) / 2)


def test_only_people_are_told_a_role_of_people() -> None:
    roles = {"judge": RoleModel({}, 0.0, 0.0, True), "court": RoleModel({}, 9.0, 0.0, False)}
    model = EntityModel({}, 0.0, 0.5, roles)
    assert (model.people, model.role(EVIDENCE)) == (["judge"], "judge")


def test_a_reason_names_the_facts_that_decided() -> None:
    assert MODEL.reason(EVIDENCE, hide=False) == "behind “represented by” (counsel); stands in the head"
    assert MODEL.reason(EVIDENCE, hide=True) == "it is PER"


def test_a_fact_of_one_kind_and_of_any_is_told_once_by_their_sum() -> None:
    model = EntityModel({"PER|large town": 0.1, "ANY|large town": 0.1, "PER|hamlet": 0.14}, 0.0, 0.5)
    facts = EntityFacts(frozenset({"PER|large town", "ANY|large town", "PER|hamlet"}), {})
    assert model.reason(facts, hide=True) == "large town"


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ("PER|namesake:party", "shares a name with a party"),
        ("STREET|after:counsel", "stands behind a counsel"),
        ("ORG|inside:school", "named like a school"),
        ("LOC|large town", "large town"),
        ("PER|w+1=de:hofer", ""),
    ],
)
def test_facts_in_words(fact: str, words: str) -> None:
    assert in_words(fact, {}) == words


def test_a_model_survives_its_file_and_a_damaged_one_is_refused() -> None:
    model = replace(MODEL, roles={"judge": RoleModel({"PER|": 0.5}, -1.0, 0.25, True)})
    assert EntityModel.from_json(model.as_json()) == model
    with pytest.raises(ConfigError, match="damaged"):
        EntityModel.from_json({"weights": []})

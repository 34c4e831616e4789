"""Rules for roles go before those for labels, and behind a user's own words."""

from __future__ import annotations

import pytest

from nescio.core.model import Decision, Document, Entity, Span
from nescio.decide.policy import DataPolicy
from nescio.decide.role_teller import teller_for
from nescio.packs import load_pack
from nescio.packs.policies import PolicyTable
from tests.learn.decisions.texts import make_text

TEXT = make_text(7)
WHO = {"party": "hide", "judge": "keep"}


def decided(roles: dict[str, str], source: str = "given") -> dict[str, Decision]:
    """What became of the people of a decision, by their true role."""
    pack = load_pack("en")
    table = PolicyTable("ours", "", "", {"default": "keep"}, roles=roles)
    entities = [
        Entity(number, item.label, tuple(Span(*place, item.label, 1.0, source) for place in item.mentions))
        for number, item in enumerate(TEXT.entities)
    ]
    policy = DataPolicy(table, pack.labels, teller=teller_for(table, pack))
    found = policy.decide(Document("d", TEXT.text, "en"), entities)
    return {item.role: decision for item, decision in zip(TEXT.entities, found, strict=True)}


@pytest.mark.parametrize("roles", [WHO, {"party": "keep", "judge": "hide"}], ids=["usual", "the other way"])
def test_a_person_goes_by_the_role(roles: dict[str, str]) -> None:
    found = decided(roles)
    for role, rule in roles.items():
        assert (found[role].hide, found[role].reason) == (rule == "hide", f"policy:ours:likely {role}")


def test_what_a_user_named_goes_by_no_role() -> None:
    assert decided(WHO, source="lists:own/hide")["party"].reason == "policy:ours"


def test_a_policy_without_roles_asks_nobody() -> None:
    assert teller_for(PolicyTable("ours", "", "", {"default": "keep"}), load_pack("en")) is None

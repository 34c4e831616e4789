"""All policies that stand in files keep the contract of policies."""

from __future__ import annotations

import pytest

from nescio.core.model import Entity, Span
from nescio.packs import load_pack
from nescio.testing import Policy, PolicyContract
from tests.contracts import build


class TestPolicies(PolicyContract):
    language = "en"
    text = "Anna, born on 4 May 1971, is 54."
    entities = (
        Entity(0, "PER", (Span(0, 4, "PER", 0.9, "t"),)),
        Entity(1, "BIRTHDATE", (Span(14, 24, "BIRTHDATE", 0.9, "t"),)),
        Entity(2, "AGE", (Span(29, 31, "AGE", 0.9, "t"),)),
    )

    @pytest.fixture(autouse=True, params=sorted(load_pack("en").policies))
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Policy:
        made: Policy = build("nescio.policies", "table", self.language, name=self.name)
        return made

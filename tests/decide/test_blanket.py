"""The blanket policy."""

from __future__ import annotations

from nescio.core.model import Decision, Document
from nescio.core.protocols import Policy
from nescio.decide.blanket import BlanketPolicy
from nescio.packs import load_pack
from nescio.testing import PolicyContract


class TestBlanket(PolicyContract):
    def make(self) -> Policy:
        return BlanketPolicy.build(load_pack("xx"), {})

    def test_everything_goes(self) -> None:
        assert self.make().decide(Document("d", self.text), self.entities) == [
            Decision(0, True, "policy:blanket"),
            Decision(1, True, "policy:blanket"),
        ]

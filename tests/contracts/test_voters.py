"""All voters keep their contract."""

from __future__ import annotations

import pytest

from nescio.testing import Voter, VoterContract
from tests.contracts import REGISTRY, build


class TestVoters(VoterContract):
    @pytest.fixture(autouse=True, params=REGISTRY.names("nescio.voters"))
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Voter:
        made: Voter = build("nescio.voters", self.name, self.language)
        return made

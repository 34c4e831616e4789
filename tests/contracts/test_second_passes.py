"""All second passes keep their contract."""

from __future__ import annotations

import pytest

from nescio.testing import SecondPass, SecondPassContract
from tests.contracts import REGISTRY, build


class TestSecondPasses(SecondPassContract):
    language = "en"

    @pytest.fixture(autouse=True, params=REGISTRY.names("nescio.second_passes"))
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> SecondPass:
        made: SecondPass = build("nescio.second_passes", self.name, self.language)
        return made

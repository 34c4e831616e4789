"""All methods keep their contract."""

from __future__ import annotations

import pytest

from nescio.testing import Method, MethodContract
from tests.contracts import REGISTRY, build


class TestMethods(MethodContract):
    @pytest.fixture(autouse=True, params=REGISTRY.names("nescio.methods"))
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Method:
        made: Method = build("nescio.methods", self.name, self.language)
        return made

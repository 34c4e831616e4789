"""All methods keep their contract."""

from __future__ import annotations

import pytest

from nescio.core.keys import Key
from nescio.core.options import declared_options
from nescio.testing import Method, MethodContract
from tests.contracts import REGISTRY, build

KEY = Key(bytes(32))


class TestMethods(MethodContract):
    @pytest.fixture(autouse=True, params=REGISTRY.names("nescio.methods"))
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Method:
        declared = declared_options(REGISTRY.find("nescio.methods", self.name)) or {}
        keyed = {"key": KEY} if "key" in declared else {}
        made: Method = build("nescio.methods", self.name, self.language, **keyed)
        return made

"""All linkers keep their contract."""

from __future__ import annotations

import pytest

from nescio.testing import Linker, LinkerContract
from tests.contracts import REGISTRY, build


class TestLinkers(LinkerContract):
    language = "en"

    @pytest.fixture(autouse=True, params=REGISTRY.names("nescio.linkers"))
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Linker:
        made: Linker = build("nescio.linkers", self.name, self.language)
        return made

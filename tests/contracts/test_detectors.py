"""Detectors that need no model of somebody else keep their contract."""

from __future__ import annotations

import pytest

from nescio.testing import Detector, DetectorContract
from tests.contracts import build


class TestDetectors(DetectorContract):
    language = "en"
    text = "Anna Miller of Boston wrote to anna@example.org."

    @pytest.fixture(autouse=True, params=["lists", "nome", "patterns", "tagger"])
    def _choose(self, request: pytest.FixtureRequest) -> None:
        self.name: str = request.param

    def make(self) -> Detector:
        made: Detector = build("nescio.detectors", self.name, self.language)
        return made


class TestInformation(DetectorContract):
    language = "en"
    text = "The sousaphone hangs in the hall."

    def make(self) -> Detector:
        made: Detector = build("nescio.detectors", "information", self.language)
        return made

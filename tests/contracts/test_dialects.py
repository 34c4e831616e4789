"""The dialect of the thesis keeps its contract."""

from __future__ import annotations

from nescio.testing import Dialect, DialectContract
from tests.contracts import REGISTRY


class TestThesis(DialectContract):
    section = {"methods": {"PERZ": "TAG"}}  # noqa: RUF012 - nobody changes it
    data = {"text": "Zephyrine met Otto.", "language": "en", "method": "TAG"}  # noqa: RUF012

    def make(self) -> Dialect:
        return REGISTRY.dialect("thesis")

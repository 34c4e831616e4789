"""The shipped knowledge base keeps its contract."""

from __future__ import annotations

from nescio.testing import KnowledgeBase, KnowledgeBaseContract
from tests.contracts import build


class TestShipped(KnowledgeBaseContract):
    language = "en"
    term = "Lisbon"

    def make(self) -> KnowledgeBase:
        made: KnowledgeBase = build("nescio.knowledge", "shipped", self.language)
        return made

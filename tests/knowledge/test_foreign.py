"""Knowledge bases of somebody else: two verbs are enough to stand among the stores."""

from __future__ import annotations

import pytest

from nescio.core.errors import ConfigError, PluginError
from nescio.core.protocols import Entry, KnowledgeBase
from nescio.knowledge.base import PROPERTIES
from nescio.knowledge.cues import Mentioned
from nescio.knowledge.foreign import ForeignStore, NamedBase
from nescio.knowledge.loading import build_shipped, load_base, load_linker
from nescio.packs import load_pack

PORT = Entry(1, "h1", "Quexport", "city", "DE", 20_000)
COAST = Entry(2, "h2", "Quexcoast", "region", "DE")


class Harbours:
    """Knows one town and the region it lies in."""

    def find(self, term: str, language: str, *, label: str | None = None) -> list[Entry]:
        return [PORT] if term == "Quexport" and label in (None, "LOC") else []

    def parents(self, entry: Entry) -> list[Entry]:
        return [COAST] if entry == PORT else []


class Broken(Harbours):
    def find(self, term: str, language: str, *, label: str | None = None) -> list[Entry]:
        raise ZeroDivisionError(term)


class Silent(Harbours):
    def find(self, term: str, language: str, *, label: str | None = None) -> list[Entry]:
        return None  # type: ignore[return-value] # what a careless base does


def test_a_foreign_base_answers_beside_the_shipped_one() -> None:
    base = load_base(load_pack("de"), [Harbours()])
    assert base.find("Quexport", "de") == [PORT]
    assert [entry.type for entry in base.find("Lisbon", "en")][:1] == ["city"]
    assert base.parents(PORT) == [COAST]
    assert base.find("Quexport", "de", parent="region") == [PORT]
    assert base.labels(PORT) == {"": ["Quexport"]}


def test_a_foreign_base_tells_the_type_of_a_name() -> None:
    pack = load_pack("de")
    linker = load_linker(pack, load_base(pack, [Harbours()]))
    [link] = linker.link([Mentioned("Quexport", "LOC")])
    assert (link.type, link.entry, link.reason) == ("city", PORT, "name")


def test_what_it_cannot_know_it_does_not_claim() -> None:
    store = ForeignStore(Harbours())
    assert store.get("h1") is None
    store.find("Quexport", "de")
    assert store.get("h1") == PORT
    assert (store.counts(), store.size()) == ({}, 0)
    assert store.statements(PORT, ("part_of",)) == {}
    assert store.statements(PORT) == {PROPERTIES[0]: ["h2"]}
    with pytest.raises(ConfigError, match="'Harbours' cannot be written to"):
        store.add([])
    store.close()


@pytest.mark.parametrize(
    ("base", "message"),
    [
        (Broken(), r"The knowledge base 'Broken' failed: ZeroDivisionError at test_foreign\.py:\d+\."),
        (Silent(), r"The knowledge base 'Silent' failed: TypeError at foreign\.py:\d+\."),
    ],
)
def test_a_failure_bears_the_name_of_the_base_and_no_text(base: KnowledgeBase, message: str) -> None:
    with pytest.raises(PluginError, match=message) as caught:
        load_base(load_pack("de"), [base]).find("Quexport", "de")
    assert "Quexport" not in str(caught.value)


def test_a_base_of_a_configuration_fails_under_the_name_that_stands_there() -> None:
    base = NamedBase(Broken(), "quays")
    with pytest.raises(PluginError, match="The knowledge base 'quays' failed: ZeroDivisionError at"):
        load_base(load_pack("de"), [base]).find("Quexport", "de")


def test_the_shipped_base_is_a_part_with_the_two_verbs() -> None:
    base: KnowledgeBase = build_shipped(load_pack("en"), {})
    [first, *_] = base.find("Portugal", "en", label="LOC")
    assert (first.type, first.country) == ("country", "PT")
    assert base.find("Portugal", "en", label="PER") == []
    assert base.parents(first) == []
    with pytest.raises(ConfigError, match="no option 'size'"):
        build_shipped(load_pack("en"), {"size": 3})

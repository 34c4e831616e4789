"""The ladder of types."""

from __future__ import annotations

import pytest

from nescio.packs import load_pack
from nescio.replace.generalities.ladder import Ladder
from nescio.replace.sources import load_sources


@pytest.mark.parametrize(("anonymity", "type"), [(1, "continent"), (100, "territory"), (10**9, "place")])
def test_the_lowest_type_with_enough_entities_below_is_taken(anonymity: int, type: str) -> None:
    sources = load_sources(load_pack("en"), {})
    assert Ladder(sources.types, sources.base, anonymity).climb("continent") == type

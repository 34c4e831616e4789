"""Tables of files as typed values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from nescio.core.errors import ConfigError
from nescio.packs.shape import KEY, shaped


@dataclass(frozen=True)
class Inner:
    word: str
    weight: float = 1.0


@dataclass(frozen=True)
class Outer:
    name: str
    size: int = 0
    words: frozenset[str] = frozenset()
    pairs: tuple[tuple[str, int], ...] = ()
    table: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    inner: Inner | None = None
    more: tuple[Inner, ...] = field(default=(), metadata={KEY: "item"})


def test_a_table_takes_the_declared_shape() -> None:
    raw: dict[str, Any] = {
        "name": "x", "words": ["a", "a"], "pairs": [["b", 1]], "table": {"k": ["v"]},
        "inner": {"word": "w", "weight": 2}, "item": [{"word": "z"}],
    }  # fmt: skip
    value = shaped(Outer, raw, "de/x.toml")
    assert value == Outer(
        "x", 0, frozenset("a"), (("b", 1),), {"k": ("v",)}, Inner("w", 2), (Inner("z"),)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({}, "de/x.toml lacks the key 'name'"),
        ({"name": "x", "sizes": 1}, "de/x.toml has the key 'sizes'. Did you mean 'size'"),
        ({"name": 1}, "'name' must be a string, not of type int"),
        ({"name": "x", "size": True}, "'size' must be a whole number, not of type bool"),
        ({"name": "x", "pairs": [["b"]]}, "an entry of 'pairs' has 2 parts, not 1"),
        ({"name": "x", "table": {"k": "v"}}, "'table.k' must be a list, not of type str"),
        ({"name": "x", "inner": {"weight": 1}}, "lacks the key 'inner.word'"),
        ({"name": "x", "item": {"word": "z"}}, "'item' must be a list, not of type dict"),
        ({"name": "x", "more": []}, "has the key 'more'"),
    ],
)
def test_what_does_not_fit_is_named(raw: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        shaped(Outer, raw, "de/x.toml")
    assert message in str(caught.value)

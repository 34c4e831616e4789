"""Tagging."""

from __future__ import annotations

from typing import Any

import pytest

from nescio.core.errors import ConfigError
from nescio.core.model import Document
from nescio.core.protocols import Method
from nescio.core.scene import Context
from nescio.packs import load_pack
from nescio.replace.tag import TagMethod
from nescio.testing import MethodContract


class TestTag(MethodContract):
    def make(self) -> Method:
        return TagMethod.build(load_pack("en"), {})

    @pytest.mark.parametrize(
        ("options", "tag"),
        [
            ({}, "[PESSOA5]"),
            ({"open": "[**", "close": "**]"}, "[**PESSOA5**]"),
            ({"open": "", "close": ""}, "PESSOA5"),
            ({"close": ">"}, "[PESSOA5>"),
        ],
    )
    def test_any_delimiters_are_possible(self, options: dict[str, str], tag: str) -> None:
        context = Context(Document("d", self.text), 5, "PESSOA")
        [mention] = self.entity.mentions
        assert TagMethod.build(load_pack("pt"), options).replace(mention, self.entity, context) == tag


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opne": "<"}, "'tag' has no option 'opne'. Did you mean 'open'"),
        ({"open": None}, "'open' of 'tag' must be a string"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        TagMethod.build(load_pack("xx"), options)

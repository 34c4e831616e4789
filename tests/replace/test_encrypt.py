"""Encryption of surfaces."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import ConfigError
from nescio.core.model import Document, Entity, Span
from nescio.core.protocols import Method
from nescio.core.scene import Context
from nescio.packs import load_pack
from nescio.replace.encrypt import EncryptMethod, open_tokens
from nescio.testing import MethodContract
from tests.replace.keyed import KEY, OTHER, solve_keyed


class TestEncrypt(MethodContract):
    def make(self) -> Method:
        return EncryptMethod.build(load_pack("en"), {"key": KEY})


@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("en", "[Ada Bright|PER|1] of [Leeds|CITY] met [Ada|PER|1]."),
        ("de", "[Jürgen Groß|PER] aus [Köln|CITY]."),
        ("pt", "[João Conceição|PER] de [Évora|CITY]."),
        ("es", "[Íñigo Peña|PER] de [León|CITY]."),
    ],
)
def test_the_key_alone_leads_back(language: str, marked: str) -> None:
    text, done = solve_keyed(marked, language, "encrypt")
    assert not any(word in text for word in ("Ada", "Groß", "João", "Peña"))
    assert open_tokens(text, KEY).text == done.document.text
    again = open_tokens(text, OTHER)
    assert (again.text, again.opened, again.foreign) == (text, 0, text.count(":"))


@given(st.text(st.characters(), min_size=1))
def test_every_surface_comes_back(surface: str) -> None:
    span = Span(0, len(surface), "PER", 1.0, "t")
    context = Context(Document("d", surface), 1, "PERSON")
    token = EncryptMethod(KEY).replace(span, Entity(0, "PER", (span,)), context)
    assert open_tokens(f"<{token}>", KEY) == (f"<{surface}>", 1, 0)


def test_a_token_that_was_changed_is_not_opened() -> None:
    text, _ = solve_keyed("[Ada Bright|PER]", "en", "encrypt")
    for place in range(len("[PERSON:"), len(text) - 2):
        other = "A" if text[place] != "A" else "B"
        forged = text[:place] + other + text[place + 1 :]
        assert open_tokens(forged, KEY) == (forged, 0, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [({}, "The method 'encrypt' needs a key"), ({"key": KEY, "open": "<"}, "'encrypt' has no option 'open'")],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        EncryptMethod.build(load_pack("xx"), options)

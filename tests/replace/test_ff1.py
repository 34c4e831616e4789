"""Numbers in their own form by format-preserving encryption."""

from __future__ import annotations

from typing import Any

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import ConfigError
from nescio.core.protocols import Method
from nescio.packs import load_pack
from nescio.replace.ff1 import FF1Method
from nescio.testing import MethodContract
from tests.replace.keyed import KEY, OTHER, solve_keyed

METHOD = FF1Method(KEY, tables=True)


class TestFF1(MethodContract):
    def make(self) -> Method:
        return FF1Method.build(load_pack("en"), {"key": KEY})


@pytest.mark.parametrize(
    ("language", "marked", "pattern"),
    [
        ("en", "Card [4929 1234 5678 1234|CARD].", r"Card \d{4} \d{4} \d{4} \d{4}\."),
        ("de", "Wagen [HH-KV 4711|PLATE].", r"Wagen [A-Z]{2}-[A-Z]{2} \d{4}\."),
        ("pt", "NIF [123456789|TAX_ID].", r"NIF \d{9}\."),
        ("es", "DNI [12345678Z|NATIONAL_ID].", r"DNI \d{8}[A-Z]\."),
        ("es", "Hola [Íñigo|PER].", r"Hola \[PERSONA1\]\."),
    ],
)
def test_the_form_stays(language: str, marked: str, pattern: str) -> None:
    text, done = solve_keyed(marked, language, "ff1")
    assert regex.fullmatch(pattern, text)
    assert text != done.document.text
    if "[" not in text:
        assert METHOD.decrypted(text.partition(" ")[2]) == done.document.text.partition(" ")[2]
    assert text not in (solve_keyed(marked, language, "ff1", key=OTHER)[0],) or "[" in text


@given(st.from_regex(r"[A-Za-z0-9 .-]{1,40}", fullmatch=True))
def test_what_is_encrypted_is_decrypted(surface: str) -> None:
    answer = METHOD.encrypted(surface)
    if answer is None:
        assert not any(map(str.isalnum, surface))
    else:
        assert METHOD.decrypted(answer) == surface
        assert regex.sub(r"\d", "0", regex.sub("[a-z]", "a", regex.sub("[A-Z]", "A", answer))) == regex.sub(
            r"\d", "0", regex.sub("[a-z]", "a", regex.sub("[A-Z]", "A", surface))
        )


def test_no_two_values_of_a_small_domain_become_one_and_none_stays() -> None:
    marked = " ".join(f"[{number:03}|CODE]" for number in range(1000))
    text, done = solve_keyed(marked, "en", "ff1")
    answers = text.split()
    assert len(set(answers)) == 1000
    assert not any(new == old for new, old in zip(answers, done.document.text.split(), strict=True))


@pytest.mark.parametrize("value", ["4321", "99999", "ABCD", "X 4711"])
def test_small_domains_are_refused_on_request(value: str) -> None:
    assert solve_keyed(f"PIN [{value}|SECRET].", "de", "ff1", small="refuse")[0] == "PIN [GEHEIMNIS1]."


def test_what_is_large_enough_is_not_refused() -> None:
    text, _ = solve_keyed("PIN [100000|SECRET].", "de", "ff1", small="refuse")
    assert regex.fullmatch(r"PIN \d{6}\.", text)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "The method 'ff1' needs a key"),
        ({"key": KEY, "small": "maybe"}, "'small' of 'ff1' cannot have this value"),
        ({"key": KEY, "radix": 10}, "'ff1' has no option 'radix'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        FF1Method.build(load_pack("xx"), options)

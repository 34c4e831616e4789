"""Keyed hashes."""

from __future__ import annotations

from typing import Any

import pytest
import regex

from nescio.api import Anonymizer
from nescio.core.errors import ConfigError
from nescio.core.model import Document, Job
from nescio.core.protocols import Method
from nescio.packs import load_pack
from nescio.replace.hashing import HashMethod
from nescio.testing import MethodContract
from tests.replace.keyed import KEY, OTHER, solve_keyed


class TestHash(MethodContract):
    def make(self) -> Method:
        return HashMethod.build(load_pack("en"), {"key": KEY})


@pytest.mark.parametrize(
    ("language", "marked", "pattern"),
    [
        ("en", "[Ada Bright|PER|1] met [Cy Low|PER]. [Ada|PER|1] left.", r"\[PERSON-(\w{10})\]"),
        ("de", "[Ada Bright|PER|1] traf [Cy Low|PER]. [Ada|PER|1] ging.", r"\[PERSON-(\w{10})\]"),
        ("pt", "[Ada Bright|PER|1] viu [Cy Low|PER]. [Ada|PER|1] saiu.", r"\[PESSOA-(\w{10})\]"),
        ("es", "[Ada Bright|PER|1] vio a [Cy Low|PER]. [Ada|PER|1] salió.", r"\[PERSONA-(\w{10})\]"),
    ],
)
def test_all_forms_of_a_name_have_one_code_in_all_languages(language: str, marked: str, pattern: str) -> None:
    text, _ = solve_keyed(marked, language, "hash")
    first, second, again = regex.findall(pattern, text)
    assert first == again != second
    english, _ = solve_keyed("[ada bright|PER] slept.", "en", "hash")
    assert f"-{first}]" in english
    other, _ = solve_keyed(marked, language, "hash", key=OTHER)
    assert first not in other


def test_ten_thousand_names_have_ten_thousand_codes() -> None:
    marked = " ".join(f"[N{number}|CODE]" for number in range(10_000))
    text, _ = solve_keyed(marked, "en", "hash", open="", close="")
    assert len(set(text.split())) == 10_000


def test_a_job_never_names_a_key() -> None:
    options = {"replace": {"default": "hash", "options": {"hash": {"key": "/somewhere/key"}}}}
    [done] = Anonymizer("en", key=KEY).run([Job(Document("d", "Ada left.", "en"), options=options)])
    assert done.failure is not None
    assert "must not set 'replace.options.hash.key'" in done.failure.reason
    assert "somewhere" not in done.failure.reason


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "The method 'hash' needs a key: --key FILE"),
        ({"key": "my secret"}, "The method 'hash' needs a key: --key FILE"),
        ({"key": KEY, "length": 4}, "'length' of 'hash' must be from 8 to 51"),
        ({"key": KEY, "size": 4}, "'hash' has no option 'size'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message) as refused:
        HashMethod.build(load_pack("xx"), options)
    assert "my secret" not in str(refused.value)

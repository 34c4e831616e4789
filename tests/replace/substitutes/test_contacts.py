"""Addresses and user names follow the new names of the people who are in them."""

from __future__ import annotations

import pytest
import regex

from nescio.text.folding import fold
from tests.replace.test_substitute import solve


@pytest.mark.parametrize(
    ("language", "marked", "pattern"),
    [
        (
            "en",
            "[Robert Hale|PER|1]: [robert.hale@corp.test|EMAIL|2]",
            r"(\w+) (\w+): (?i:\1)\.(?i:\2)@example\.org",
        ),
        (
            "en",
            "[rhale@corp.test|EMAIL|2] is [Robert Hale|PER|1]",
            r"(\w)(\w+)@example\.org is (?i:\1)\w+ (?i:\2)",
        ),
        ("de", "[Jana Herzog|PER|1] [@jana_herzog87|USERNAME|2]", r"(\w+) (\w+) @(?i:\1)_(?i:\2)"),
        (
            "de",
            "[Jörn Löwenthal|PER|1] [joern.loewenthal@x.test|EMAIL|2]",
            r"(\w+) (\w+) (?i:\1)\.(?i:\2)@example\.org",
        ),
        ("pt", "[Rui Prado|PER|1] [pradorui|USERNAME|2]", r"(\w+) (\w+) (?i:\2\1)"),
        ("es", "[Paco Mora|PER|1] [paco-mora@x.test|EMAIL|2]", r"(\w+) (\w+) (?i:\1)-(?i:\2)@example\.org"),
    ],
)
def test_an_account_follows_its_owner(language: str, marked: str, pattern: str) -> None:
    text, _ = solve(marked, language)
    plain = "".join(fold(char) if char.isalpha() else char for char in text)
    assert regex.fullmatch(pattern, plain), text


def test_two_accounts_of_one_person_stay_two() -> None:
    text, _ = solve("[Ann Hale|PER|1] [a.hale@x.test|EMAIL|2] [a.hale@y.test|EMAIL|3]", "en")
    _, _, first, second = text.split()
    assert first != second


def test_the_accounts_of_nobody_are_drawn() -> None:
    text, _ = solve("[kegelstern|USERNAME|1] [@stern87|USERNAME|3] [info@firma.test|EMAIL|2]", "de")
    assert regex.fullmatch(r"[a-z]+ @[a-z]+\d\d [a-z]+@example\.org", text), text


def test_an_initial_in_an_address_follows_the_given_name() -> None:
    text, _ = solve("[Robert Hale|PER|1], [r.hale@corp.test|EMAIL|2]", "en")
    assert regex.fullmatch(r"(\w)(\w+) (\w+), (?i:\1)\.(?i:\3)@example\.org", text), text


@pytest.mark.parametrize("lead", ["https://www.", "http://", "www.", ""])
def test_a_web_address_keeps_how_it_begins(lead: str) -> None:
    text, _ = solve(f"See [{lead}kegelstern.test/a?b=1|URL].", "en")
    assert regex.fullmatch(rf"See {regex.escape(lead)}\w+\.example\.org\.", text), text

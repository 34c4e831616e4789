"""A family of five in the world of a key: three documents in each language, as a person has read them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.replace.keyed import OTHER, solve_keyed

WORLD: dict[str, Any] = tomllib.loads(Path(__file__).with_name("world.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", WORLD["family"])
def test_the_family_is_as_it_was_read(language: str) -> None:
    family = WORLD["family"][language]
    found = [solve_keyed(text, language, "pseudonym")[0] for text in family["before"]]
    assert found == family["after"]


@pytest.mark.parametrize("language", WORLD["family"])
def test_another_key_has_another_family(language: str) -> None:
    family = WORLD["family"][language]
    own = {word.strip(".,:;()") for text in family["after"] for word in text.split() if word[0].isupper()}
    names = {word for word in own if word not in " ".join(family["before"])}
    other = " ".join(solve_keyed(text, language, "pseudonym", key=OTHER)[0] for text in family["before"])
    kept = {word for word in names if f" {word} " in other}
    assert len(kept) <= len(names) // 4  # months, streets and such are of short lists

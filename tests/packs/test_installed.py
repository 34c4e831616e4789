"""The installed languages as one object."""

from __future__ import annotations

import pytest

from nescio.core.errors import ConfigError
from nescio.packs import Pack, Packs, load_pack

PACKS = Packs.installed()


def test_a_language_is_loaded_once() -> None:
    assert PACKS.load("de") is PACKS.load("de")
    assert PACKS.load("de") == load_pack("de")
    assert load_pack("de") is not load_pack("de")


def test_packs_know_their_languages() -> None:
    assert {"de", "en", "es", "pt"} <= set(PACKS.languages)
    assert "xx" in PACKS
    assert "xx" not in PACKS.languages
    assert "ger" not in PACKS
    assert set(PACKS) == {*PACKS.languages, "xx"}


def test_words_are_lent_through_the_same_object() -> None:
    german = PACKS.load("de")
    assert german.other("en") is PACKS.load("en")
    assert german.other("de") is german
    assert german.lent["university"] == PACKS.load("en").types.of_word("university")
    assert "lender" not in PACKS.load("en").lent


def test_a_pack_that_stands_alone_cannot_lend() -> None:
    alone = Pack("xx", load_pack("xx").folders)
    with pytest.raises(ConfigError, match="'xx' stands alone; it cannot ask for 'en'"):
        alone.other("en")

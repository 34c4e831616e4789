"""What stands between two names says whether they are of one."""

from __future__ import annotations

import pytest

from nescio.coref.aliases import AliasWords
from nescio.packs import load_pack


@pytest.mark.parametrize(
    ("language", "between", "joins"),
    [
        ("en", ", known as ", True),
        ("en", " (a.k.a. ", True),
        ("en", ", called the ", True),
        ("en", ". He called ", False),
        ("en", ", who called ", False),
        ("de", " (geb. ", True),
        ("de", ", genannt „", True),
        ("de", ". Genannt ", False),
        ("de", "\n\ngenannt ", False),
        ("pt", ", conhecida por ", True),
        ("pt", ", vulgo o ", True),
        ("pt", " e ", False),
        ("es", ", alias «", True),
        ("es", ", a quien todos llaman la ", True),
        ("es", " llamó a ", False),
    ],
)
def test_a_phrase_joins_two_names(language: str, between: str, joins: bool) -> None:
    assert AliasWords(load_pack(language).naming).join(between) == joins

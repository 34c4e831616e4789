"""What the pseudonyms of every key depend on does not change by the way.

Whoever means to change it says so in the changelog: the same key then has another world, and texts that were
pseudonymised before do not fit those that come.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import nescio
from tests.replace.keyed import solve_keyed

LANGUAGES = Path(nescio.__file__).parent / "languages"
DIGESTS = {
    "de/surrogates/pseudonyms.toml": "355e6bac3e274bb3",
    "en/surrogates/pseudonyms.toml": "1cf78f8062df4d91",
    "es/surrogates/pseudonyms.toml": "4909ffbe9ad9401d",
    "pt/surrogates/pseudonyms.toml": "d0b4bf5661480ddf",
    "xx/surrogates/countries.toml": "9ba2f09a412a6dd0",
    "xx/surrogates/regions.tsv": "22c5b555b2b61ea0",
    "xx/surrogates/letters.tsv": "7fb6a696c19ff64d",
}


@pytest.mark.parametrize("file", DIGESTS)
def test_lists_and_tables_are_as_they_were(file: str) -> None:
    assert hashlib.sha256((LANGUAGES / file).read_bytes()).hexdigest()[:16] == DIGESTS[file]


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        (
            "de",
            "Anna Müller; Jonas Rehm; Bożena Wierzchowska",
            "Regina Hiller; Edmond Feunnernonnheim; Ottilie Rebemonkamp von Bluggirzathuber",
        ),
        (
            "en",
            "Mary Smith; Kofi Okonkwo; Bjarte Sæther",
            "Jeevika Decker; Creernackyn Wessgate Smailkyard; Frairabron Snaiggatworth Smurtimman",
        ),
        (
            "es",
            "Lucía García; Ximena Brasa; Iker Etxeberria",
            "Magali Batista; Mayte Rierbeviega; Isidro Cruchezula Jerbindero",
        ),
        (
            "pt",
            "Ana Silva; Inês Sottomayor; Piotr Kowalczyk",
            "Janete Cera; Mariana Balseiro; Cundilingo Trainodosa Lantabonso",
        ),
    ],
)
def test_a_key_has_the_pseudonyms_that_it_had(language: str, old: str, new: str) -> None:
    marked = "; ".join(f"[{name}|PER]" for name in old.split("; "))
    assert solve_keyed(marked, language, "pseudonym")[0] == new

"""The names of keyed worlds."""

from __future__ import annotations

from pathlib import Path

import pytest

import nescio
from nescio.core.errors import ConfigError
from nescio.packs import load_pack
from nescio.packs.pseudonyms import LETTERS, TOTAL, read_letters, read_world_names


@pytest.mark.parametrize("language", ["de", "en", "es", "pt"])
def test_every_language_has_them(language: str) -> None:
    pack = load_pack(language)
    assert len(pack.pseudonyms.stocks.family.common.split()) > 50
    assert all(sum(row) == TOTAL for row in pack.pseudonyms.letters.shares)
    assert len(pack.pseudonyms.letters.shares) == len(LETTERS) + 1


def test_a_language_without_them_says_what_is_missing(tmp_path: Path) -> None:
    universal = Path(nescio.__file__).parent / "languages" / "xx" / "surrogates"
    names = read_world_names([universal, tmp_path])
    with pytest.raises(ConfigError, match=r"needs the names of a language.*pseudonyms\.toml"):
        _ = names.stocks


def test_shares_that_are_not_whole_are_refused(tmp_path: Path) -> None:
    cells = "\t".join("1" * (len(LETTERS) + 2))
    rows = "\n".join(f"{before}\t{cells}" for before in (" ", "^", *LETTERS))
    (tmp_path / "letters.tsv").write_text(rows)
    with pytest.raises(ConfigError, match="shares of 4096"):
        read_letters(tmp_path / "letters.tsv")

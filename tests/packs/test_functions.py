"""The words around the head of a function."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.packs import load_pack
from nescio.packs.functions import FILE, FunctionWords, read_functions


def folder(tmp_path: Path, content: str) -> Path:
    path = tmp_path / FILE
    path.write_text(content, encoding="utf-8")
    return path


def test_words_of_two_folders_are_joined_and_folded(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    one = folder(tmp_path, 'before = ["Técnico"]\n')
    two = folder(tmp_path / "other", 'before = ["Senior"]\nlinks = ["of"]\n')
    words = read_functions([one, two, tmp_path / "missing.toml"])
    assert words == FunctionWords(before=frozenset({"tecnico", "senior"}), links=frozenset({"of"}))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('befor = ["a"]\n', "befor"),
        ("before = 3\n", "'before' is a list of strings"),
        ("links = [1]\n", "'links'"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        read_functions([folder(tmp_path, content)])


@pytest.mark.parametrize("language", ["en", "de", "pt", "es"])
def test_every_language_says_what_joins_a_field(language: str) -> None:
    assert load_pack(language).function_words.links

"""The kinds of words of a language: what is wrong in the file is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.packs.word_kinds import WordKinds, read_word_kinds

HEAD = 'forms = ["s", "p"]\n'


def test_a_language_without_the_file_has_no_kinds(tmp_path: Path) -> None:
    assert read_word_kinds(tmp_path / "groups.toml") == WordKinds()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[[kind]]\nname = "law"\nwords = [["judge"]]\n', "'law' needs all forms"),
        ('[[kind]]\nname = "law"\nwords = []\ngeneral = ["lawyer"]\n', "'law' needs all forms"),
        ('[endings]\ns = "x"\n', "no form 'x'"),
        ('tail = "x"\n', "tail"),
    ],
)
def test_a_slip_is_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "groups.toml"
    path.write_text(HEAD + content, encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        read_word_kinds(path)

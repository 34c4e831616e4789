"""The files about the habits of courts."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.packs import languages, load_pack
from nescio.packs.habits import read_habits

WHOLE = 'person = "{letter}"\norganization = "x"\ncompany = "x"\nbirth = "{year}"\nother = "x"\n'


def test_every_language_has_the_universal_habits() -> None:
    for language in languages():
        assert {"initials", "french"} <= set(load_pack(language).habits)
    assert "german" in load_pack("de").habits


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a = 1", "must be a table"),
        (
            f"[a]\n{WHOLE.replace('{letter}', '{letters}')}",
            "'person' has a field that is unknown. Did you mean",
        ),
        (f"[a]\n{WHOLE.replace('{letter}', '{letter')}", "the braces of 'person' are not closed"),
        (f'[a]\n{WHOLE}letters = ""', "'letters' and 'other' must not be empty"),
        ('[a]\nperson = "x"', "lacks the key 'organization'"),
    ],
)
def test_a_habit_that_cannot_be_written_is_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "habits.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        read_habits([path])

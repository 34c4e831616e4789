"""The files about headings of columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.packs import languages, load_pack
from nescio.packs.columns import heading_key, heading_words, read_columns

LABELS = load_pack("xx").labels


def test_every_language_has_headings_for_names_of_people() -> None:
    for language in languages():
        assert {"GIVEN", "FAMILY", "PER", "BIRTHDATE"} <= set(load_pack(language).columns.anywhere.values())


def test_words_of_headings_are_found_whatever_joins_them() -> None:
    assert (
        heading_words("patientLastName") == heading_words("patient_last-name") == ["patient", "last", "name"]
    )
    assert heading_key("Straße") == "strasse"


@pytest.mark.parametrize(
    "content", ["[elsewhere]\n", "anywhere = 1\n", "[whole]\nPER = 'x'\n", "[whole]\nXYZ = []\n"]
)
def test_what_is_no_such_file_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "columns.toml").write_text(content)
    with pytest.raises(ConfigError):
        read_columns([tmp_path / "columns.toml"], LABELS)

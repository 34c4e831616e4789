"""The tables about names: each language has them, and mistakes in them are said."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.packs import languages, load_pack
from nescio.packs.naming import read_naming


@pytest.mark.parametrize("language", languages())
def test_every_language_has_titles_heads_states_and_common_words(language: str) -> None:
    naming = load_pack(language).naming
    for key in (
        "person.titles_m",
        "person.titles_f",
        "organization.heads",
        "place.state_forms",
        "determiners",
    ):
        assert naming[key], key
    assert len(naming.state_of) > 250
    assert len(naming.frequency_of) > 20_000
    assert naming.adjectives
    assert naming.stands_for


STATES = [
    ("en", "republic of turkey", "TR"), ("en", "french republic", "FR"), ("en", "the netherlands", "NL"),
    ("en", "federal republic of germany", "DE"), ("en", "german democratic republic", None),
    ("de", "republik lettland", "LV"), ("de", "bundesrepublik deutschland", "DE"),
    ("pt", "republica federativa do brasil", "BR"), ("es", "reino de espana", "ES"),
    ("es", "estados unidos de america", "US"), ("en", "camford", None),
]  # fmt: skip


@pytest.mark.parametrize(("language", "name", "state"), STATES)
def test_states_are_known_by_long_and_short_names(language: str, name: str, state: str | None) -> None:
    assert load_pack(language).naming.state_named(name.split()) == state


def _folder(tmp_path: Path, content: str) -> Path:
    (tmp_path / "naming").mkdir()
    (tmp_path / "naming" / "names.toml").write_text(content, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "content", ["[people]\nx = []", "[person]\ntitels = []", "determinators = []", "= 1"]
)
def test_unknown_keys_are_errors(tmp_path: Path, content: str) -> None:
    with pytest.raises(ConfigError, match=r"naming/names\.toml"):
        read_naming([_folder(tmp_path, content) / "naming"])


@pytest.mark.parametrize(
    "content", ['quotes = ["«"]', "quotes = 1", "written_out = 1", "[written_out]\nch = 'k'"]
)
def test_marks_and_spellings_of_another_shape_are_errors(tmp_path: Path, content: str) -> None:
    with pytest.raises(ConfigError, match=r"naming/names\.toml: '(quotes|written_out)'"):
        read_naming([_folder(tmp_path, content) / "naming"])


def test_a_language_adds_marks_and_spellings_to_those_of_all(tmp_path: Path) -> None:
    own = _folder(tmp_path, 'quotes = ["„“"]\ntitle_marks = ["º"]\n[written_out]\n"ø" = "o"')
    every = load_pack("xx").naming
    naming = read_naming([*(folder / "naming" for folder in load_pack("xx").folders), own / "naming"])
    assert naming.quotes == (*every.quotes, "„“")
    assert naming.title_marks == (*every.title_marks, "º")
    assert naming.written_out == {**every.written_out, "ø": "o"}


def test_a_folder_without_tables_gives_empty_ones(tmp_path: Path) -> None:
    assert read_naming([tmp_path / "naming"]).state_named(["x"]) is None


@pytest.mark.parametrize("code", languages())
def test_what_stands_between_a_role_and_a_name_is_a_title(code: str) -> None:
    naming = load_pack(code).naming
    titles = naming["person.titles"] | naming["person.titles_m"] | naming["person.titles_f"]
    assert naming["person.role_titles"] - titles == set()
    assert set(load_pack(code).roles.titles) == naming["person.role_titles"]

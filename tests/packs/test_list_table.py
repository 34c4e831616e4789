"""Lists as tables: built, written, mapped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from nescio.core.errors import ConfigError
from nescio.packs import load_pack, pack_folders
from nescio.packs.list_table import FILE, build_table, load_table, print_of, prints_of, save_table
from nescio.packs.lists import WordList, describe_lists, read_lists

Write = Callable[[str, str], Path]
LIST = '[[list]]\nfile = "towns.txt"\nlabel = "CITY"\nsource = "me"\nendings = ["s"]\n'


@pytest.fixture
def folder(write: Write, tmp_path: Path) -> Path:
    write("towns.txt", "Aalby\nPort of Zenn\nZFK\n")
    write("lists.toml", LIST)
    return tmp_path


def test_a_folder_without_lists_has_no_table(tmp_path: Path) -> None:
    assert load_table(tmp_path) is None


def test_a_table_knows_capitals_acronyms_and_endings(folder: Path) -> None:
    table = load_table(folder)
    assert table is not None
    rows = sorted(
        zip(table.capitals.tolist(), table.acronyms.tolist(), table.inflected.tolist(), strict=True)
    )
    assert rows == [(1, 0, False), (1, 0, True), (1, 0, True), (1, 1, False), (5, 0, False), (5, 0, True)]


def test_a_table_that_was_written_is_mapped_and_the_same(folder: Path) -> None:
    built = load_table(folder)
    assert built is not None
    save_table(built, folder)
    mapped = load_table(folder)
    assert mapped is not None
    assert not mapped.index.keys.flags.owndata
    assert np.array_equal(mapped.index.keys, built.index.keys)
    assert np.array_equal(mapped.index.prefixes, built.index.prefixes)
    assert np.array_equal(mapped.capitals, built.capitals)
    assert list(mapped.lists) == describe_lists(folder)[0]


def test_a_table_that_is_mapped_survives_a_new_one(folder: Path) -> None:
    built = load_table(folder)
    assert built is not None
    path = save_table(built, folder)
    mapped = load_table(folder)
    assert mapped is not None
    place = path.stat().st_ino
    (folder / "towns.txt").write_text("Neuzenn\n", encoding="utf-8")
    save_table(build_table(read_lists(folder)[0]), folder)
    assert path.stat().st_ino != place  # another file, not the same one written over
    assert np.array_equal(mapped.index.keys, built.index.keys)
    assert sorted(item.name for item in folder.iterdir()) == [FILE, "lists.toml", "towns.txt"]


@pytest.mark.parametrize("edited", ["towns.txt", "lists.toml"])
def test_an_edited_list_counts_although_a_compiled_file_is_there(folder: Path, edited: str) -> None:
    table = load_table(folder)
    assert table is not None
    save_table(table, folder)
    before = prints_of(folder, table.lists)
    with (folder / edited).open("a", encoding="utf-8") as file:
        file.write("Neuzenn\n" if edited == "towns.txt" else LIST)
    again = load_table(folder)
    assert again is not None
    assert len(again.index) > len(table.index)
    assert prints_of(folder, again.lists) != before


@pytest.mark.parametrize("data", [b"", b"x", b"NESCIO-LISTS" + b"\0" * 8, b"other" * 20])
def test_a_damaged_compiled_file_is_not_used(folder: Path, data: bytes) -> None:
    (folder / FILE).write_bytes(data)
    table = load_table(folder)
    assert table is not None
    assert len(table.index) == 6


def test_a_truncated_compiled_file_is_not_used(folder: Path) -> None:
    table = load_table(folder)
    assert table is not None
    path = save_table(table, folder)
    path.write_bytes(path.read_bytes()[:-8])
    again = load_table(folder)
    assert again is not None
    assert len(again.index) == 6


def test_an_entry_with_too_many_words_is_refused() -> None:
    with pytest.raises(ConfigError, match="17 words; 16 are possible"):
        build_table([WordList("a.txt", "CITY", "me", ("x " * 17,))])


def test_spaces_do_not_change_the_print_of_a_spelling() -> None:
    assert print_of("Port  Zenn") == print_of("Port\nZenn") != print_of("port zenn")


@pytest.mark.parametrize("code", sorted(pack_folders()))
def test_the_compiled_file_of_a_language_is_up_to_date(code: str) -> None:
    """Run `make resources` (or python -m tools.compile.lists --tables) after editing a list."""
    folder = load_pack(code).folders[-1] / "lists"
    if (folder / FILE).is_file():
        table = load_table(folder)
        assert table is not None
        assert not table.index.keys.flags.owndata

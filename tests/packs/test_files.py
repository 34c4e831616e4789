"""Files of packs: lines, rows and TOML, and what is said of broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.packs.files import read_lines, read_rows, read_toml


def table(folder: Path, text: str) -> Path:
    path = folder / "types.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_remarks_and_empty_lines_are_no_rows(tmp_path: Path) -> None:
    path = table(tmp_path, "# what it is\n\na\tb\nc\td\te\n")
    assert list(read_rows(path, columns=2, more=True)) == [["a", "b"], ["c", "d", "e"]]


def test_a_missing_table_has_no_rows(tmp_path: Path) -> None:
    assert list(read_rows(tmp_path / "none.tsv", columns=2)) == []


@pytest.mark.parametrize("line", ["a", "a\tb\tc"])
def test_a_row_of_another_width_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(ConfigError, match=r"types\.tsv, line 2: 2 columns"):
        list(read_rows(table(tmp_path, f"# head\n{line}\n"), columns=2))


def test_lines_that_are_not_utf_8_are_named(tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    path.write_bytes(b"# ok\nfine\nMu\xdfe\n")
    with pytest.raises(ConfigError, match=r"names\.txt is not written in UTF-8 \(line 3\)"):
        read_lines(path)


def test_a_byte_order_mark_is_no_part_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    path.write_bytes("\ufeff# head\n\n  \nÖse\n".encode())
    assert read_lines(path) == [(4, "Öse")]


def test_toml_that_is_wrong_is_named_by_pack_folder_and_file(tmp_path: Path) -> None:
    path = tmp_path / "de" / "naming" / "names.toml"
    assert read_toml(path) == {}
    path.parent.mkdir(parents=True)
    path.write_text("= 5")
    with pytest.raises(ConfigError, match=r"^de/naming/names\.toml is not TOML in UTF-8"):
        read_toml(path)
    with pytest.raises(ConfigError, match=r"^Policy 'x' is not TOML in UTF-8"):
        read_toml(path, where="Policy 'x'")

"""Tables of language data, and what a broken line says."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.packs.files import read_rows


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

"""The table of trust is read with its shared weights, and a bad line is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.packs import load_pack
from nescio.packs.trust import read_trust


def test_what_counts_for_every_label_is_added_to_its_own(tmp_path: Path) -> None:
    path = tmp_path / "trust.tsv"
    path.write_text(
        "# remark\n*\tclaim\t1.5\nPER\tclaim\t-1\nPER\tveto\t-2\nLOC\talone\t1\n", encoding="utf-8"
    )
    table = read_trust(path)
    assert table.of_label("PER") == {"claim": 0.5, "veto": -2.0}
    assert table.of_label("LOC") == {"claim": 1.5, "alone": 1.0}
    assert table.of_label("DATE") == {}


@pytest.mark.parametrize("line", ["PER", "PER\tclaim", "PER\tclaim\tmuch", "PER\tclaim\t1\t2"])
def test_a_bad_line_is_named_by_file_and_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "trust.tsv"
    path.write_text(f"# remark\n{line}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"trust\.tsv, line 2: a label, a sign and a number"):
        read_trust(path)


def test_the_shipped_table_speaks_of_known_labels() -> None:
    pack = load_pack("en")
    assert pack.trust.of_label("PER")
    assert all(label in pack.labels for label in pack.trust.weights)

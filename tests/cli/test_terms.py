"""`nescio terms` and `nescio anonymize --terms`: the list goes out, is edited, and comes back."""

from __future__ import annotations

import json
import stat
from pathlib import Path

from tests.cli.program import call, refused

TEXT = "The applicant, Zoe Harrow, met Judge Ida Wren. Later Zoe Harrow left.\n"


def test_the_list_goes_out_is_edited_and_comes_back(tmp_path: Path) -> None:
    source, listed = tmp_path / "d.txt", tmp_path / "list.csv"
    source.write_text(TEXT, encoding="utf-8")
    assert call("terms", source, "-l", "en", "-o", listed).code == 0
    assert stat.S_IMODE(listed.stat().st_mode) == 0o600
    edited = listed.read_text(encoding="utf-8-sig").replace("Z.H.", "Ms. Q")
    listed.write_text(edited + "x,Nobody Else,PER,1,N.E.,,\n", encoding="utf-8")
    done = call("anonymize", source, "-l", "en", "--policy", "learnt", "-m", "initials", "--terms", listed)
    assert done.text == "The applicant, Ms. Q, met Judge Ida Wren. Later Ms. Q left.\n"
    assert "1 term of the list stood in no text" in done.err


def test_nomes_rule_lists_capitalised_words(tmp_path: Path) -> None:
    source, titles = tmp_path / "d.txt", tmp_path / "titles.txt"
    source.write_text("The Child Guidelines apply to Squire Orr.\n", encoding="utf-8")
    titles.write_text("Squire\n", encoding="utf-8")
    done = call("terms", source, "-l", "en", "--rule", "nome", "--title-list", titles, "--json")
    assert sorted(row["text"] for row in json.loads(done.out)) == ["Orr", "The Child Guidelines"]


def test_a_wrong_wish_is_one_sentence(tmp_path: Path) -> None:
    source = tmp_path / "d.txt"
    source.write_text(TEXT, encoding="utf-8")
    refused("terms", source, "--rule", "magic", code=2, saying="--rule cannot be")
    refused("terms", source, "--title-list", source, code=2, saying="--rule nome")
    refused("anonymize", source, "--terms", tmp_path / "none.csv", code=1, saying="cannot be read")

"""Everything that a training writes is known before it begins."""

from __future__ import annotations

from pathlib import Path

from nescio.learn.tagger.places import branch_of, files_of


def test_every_branch_has_files_of_its_own() -> None:
    out = Path("run")
    places = files_of(out, stages=1, branches=2)
    assert len(places) == len(set(places))
    assert {branch_of(out, 0) / "last.pt", branch_of(out, 1) / "log.jsonl", out / "last.pt"} <= set(places)
    assert {place for place in files_of(out, stages=1, branches=0) if "branch" in str(place)} == set()

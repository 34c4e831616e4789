"""The report of a call over files names outcomes and reasons, and no word of a text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.run.anonymize import FileRun
from nescio.run.file_report import FileReport, check_report
from nescio.run.opening import Terms, open_anonymizer
from nescio.run.wish import Wish


def reported(folder: Path) -> FileReport:
    (folder / "in").mkdir()
    for name, text in {
        "a.csv": "surname,x\nZorva,1\n",
        "b.rtf": "no rich text",
        "c.txt": "Zorva.",
        "d.xyz": "?",
    }.items():
        (folder / "in" / name).write_text(text)
    anonymizer = open_anonymizer("en", policy="listed", terms=Terms(hide=["Zorva"]))
    run = FileRun(anonymizer, Wish(str(folder / "out")), paths=[str(folder / "in")], show=lambda _: None)
    report = FileReport(run.found)
    for outcome in run.outcomes():
        report.add(outcome)
    return report


def test_every_file_is_in_the_report_with_its_outcome(tmp_path: Path) -> None:
    report = reported(tmp_path)
    report.write(tmp_path / "report.json")
    content = json.loads((tmp_path / "report.json").read_text())
    assert content["files"] == {"refused": 1, "written": 2}
    assert content["left out"] == 1
    assert sum(content["replaced"].values()) == 2
    outcomes = {row["file"]: (row["outcome"], row.get("format", "")) for row in content["each"]}
    assert outcomes == {"a.csv": ("written", "csv"), "b.rtf": ("refused", ""), "c.txt": ("written", "txt")}
    assert "Zorva" not in json.dumps(content)


def test_the_page_says_the_same_and_escapes_names(tmp_path: Path) -> None:
    report = reported(tmp_path)
    report.write(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert "1 refused, 2 written" in page
    assert "This is no rich text" in page
    assert "Zorva" not in page


def test_a_report_is_json_or_a_page() -> None:
    check_report(Path("x.html"))
    with pytest.raises(ConfigError, match="--report"):
        check_report(Path("x.pdf"))

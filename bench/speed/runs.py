"""Whole commands as the command line calls them, for `linear.py`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from nescio.api import Anonymizer
from nescio.evaluate.runs import make_request, run_request
from nescio.run.anonymize import FileRun
from nescio.run.coref_lines import coref_lines
from nescio.run.lines import LineRun, detect_lines
from nescio.run.restore import RestoreRun
from nescio.run.wish import Wish


def folder(anonymizer: Anonymizer, place: Path, name: str, *, ledger: bool = False) -> None:
    book = place / f"{name}.json" if ledger else None
    wish = Wish(str(place / name), solutions=place / f"{name}.jsonl", ledger=book)
    run = FileRun(anonymizer, wish, paths=[str(place / "in")], show=lambda data: None)
    _refuse(outcome.failure for outcome in run.outcomes())


def lines(anonymizer: Anonymizer, path: Path) -> None:
    _refuse(answer.failure for answer in LineRun(anonymizer, Wish(), path=path).answers())


def detect(anonymizer: Anonymizer, path: Path) -> None:
    _refuse(answer.failure for answer in detect_lines(path, anonymizer))


def restore(place: Path) -> None:
    run = RestoreRun(
        [str(place / "out")], place / "out.jsonl", output=str(place / "back"), show=lambda data: None
    )
    _refuse(outcome.failure for outcome in run.outcomes())


def write_gold(anonymizer: Anonymizer, path: Path, place: Path) -> Path:
    """The lines with the spans that are found in them, as a gold standard."""
    texts = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    gold = place / "gold.jsonl"
    with gold.open("w", encoding="utf-8") as file:
        for row, answer in zip(texts, detect_lines(path, anonymizer), strict=True):
            spans = [span[:3] for span in answer.content["spans"]]
            file.write(json.dumps({**row, "spans": spans}) + "\n")
    return gold


def coref(path: Path, language: str) -> None:
    _refuse(answer.failure for answer in coref_lines(path, language))


def evaluate(gold: Path) -> None:
    run_request(make_request(gold, predictions=(gold,)))


def _refuse(failures: Iterable[str | None]) -> None:
    for failure in failures:
        if failure is not None:
            raise SystemExit(failure)

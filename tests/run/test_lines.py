"""The line protocol as values, for any face."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

from nescio.run.lines import LineRun, detect_lines, restore_lines
from nescio.run.opening import open_anonymizer
from nescio.run.wish import Wish
from nescio.solutions.tables import Tables
from tests.cli.program import CONFIG, HIDDEN, TEXT

LINES = (
    b"\n".join(json.dumps(item).encode() for item in ({"id": 7, "text": TEXT}, {"text": " "}, [1])) + b"\n"
)
STDIN = Path("-")


def given() -> BytesIO:
    return BytesIO(LINES)


def test_every_line_has_its_answer_and_what_is_done_is_counted(tmp_path: Path) -> None:
    anonymizer = open_anonymizer("en", config=Path(CONFIG))
    keys = tmp_path / "keys.jsonl"
    run = LineRun(anonymizer, Wish(solutions=keys), path=STDIN, stdin=given)
    answers = list(run.answers())
    assert [answer.number for answer in answers] == [1, 2, 3]
    assert answers[0].content == {"id": 7, "language": "en", "text": HIDDEN}
    assert [answer.failure for answer in answers[1:]] == ["The text is empty.", "A line is a JSON object."]
    assert (run.tally.done, run.tally.bad, run.tally.replaced["EMAIL"]) == (1, 2, 2)
    back = json.dumps(answers[0].content).encode()
    [restored] = restore_lines(STDIN, Tables.read(keys), stdin=lambda: BytesIO(back))
    assert restored.content == {"id": 7, "text": TEXT}


def test_tables_are_kept_when_a_run_is_broken_off(tmp_path: Path) -> None:
    anonymizer = open_anonymizer("en", config=Path(CONFIG))
    keys = tmp_path / "keys.jsonl"
    answers = LineRun(anonymizer, Wish(solutions=keys), path=STDIN, stdin=given).answers()
    next(answers)
    assert Tables.read(keys).named(7) is not None  # before anybody has seen an answer
    answers.close()
    assert Tables.read(keys).named(7) is not None


def test_detection_answers_with_spans() -> None:
    anonymizer = open_anonymizer("en", config=Path(CONFIG))
    first, *others = detect_lines(STDIN, anonymizer, stdin=given)
    assert [span[2] for span in first.content["spans"]] == ["EMAIL", "EMAIL"]
    assert all(other.failure for other in others)

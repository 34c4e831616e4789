"""`nescio coref`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from nescio.cli.app import app

LINE = {
    "id": 7,
    "text": "Emma Stone met Paul Stone. Stone left; Mr. Stone came.",
    "language": "en",
    "spans": [[0, 10, "PER"], [15, 25, "PER"], [27, 32, "PERZ"], [39, 48, "PER"], [0, 10, "PER"]],
}


def run(*lines: object) -> tuple[int, list[Any]]:
    given = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    result = CliRunner().invoke(app, ["coref", "--jsonl", "-"], input=given)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_every_index_is_in_exactly_one_entity() -> None:
    code, [answer] = run(LINE)
    assert code == 0
    assert answer == {"id": 7, "entities": [[0, 4], [1, 3], [2]], "ambiguous": [2]}


def test_an_unknown_label_says_nothing_about_the_class() -> None:
    line = {
        "id": "x",
        "text": "Ana Prado. Prado.",
        "language": "pt",
        "spans": [[0, 9, "FOO"], [11, 16, "OTHER"]],
    }
    assert run(line) == (0, [{"id": "x", "entities": [[0, 1]], "ambiguous": []}])


@pytest.mark.parametrize(
    "wrong",
    [
        "no json",
        {"id": 1, "text": "x", "language": "qq", "spans": []},
        {"id": 1, "language": "en", "spans": []},
        {"id": 1, "text": "x", "language": "en", "spans": [[0, 9, "PER"]]},
        {"id": 1, "text": "x", "language": "en", "spans": [[1, 0, "PER"]]},
        {"id": 1, "text": "x", "language": "en", "spans": [[0, 1]]},
        {"id": 1, "text": "x", "language": "en", "span": []},
    ],
)
def test_a_bad_line_is_said_and_the_others_go_on(wrong: object) -> None:
    code, [first, second] = run(wrong, LINE)
    assert code == 1
    assert "error" in first
    assert second["id"] == 7

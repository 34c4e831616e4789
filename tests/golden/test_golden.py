"""Whole jobs, JSON in and JSON out, one per language; `pytest --renew-golden` writes them again.

Review the difference by eye before you keep it. The jobs name their detectors and linker, so
that they tell about the pipeline and the format; what the lists of a language find is told by
the cases of its pack.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nescio.api import Anonymizer
from nescio.formats.job import read_job, write_job
from nescio.registry import Registry

FOLDER = Path(__file__).parent
NAMES = sorted(path.name.removesuffix(".in.json") for path in FOLDER.glob("*.in.json"))


def without_times(job: dict[str, Any]) -> dict[str, Any]:
    """The job with every duration set to zero."""
    masked: dict[str, Any] = json.loads(json.dumps(job))
    if "notes" in masked:
        masked["notes"] = [[stage, code, count, 0] for stage, code, count, _ in masked["notes"]]
    else:
        masked["ner"]["ner_time"] = masked["anonymizer"]["anon_time"] = 0
    return masked


@pytest.mark.parametrize("name", NAMES)
def test_job_comes_out_as_it_did(name: str, request: pytest.FixtureRequest) -> None:
    dialects = Registry.installed().dialects
    given = read_job(json.loads((FOLDER / f"{name}.in.json").read_text(encoding="utf-8")), dialects)
    [done] = Anonymizer().run([given])
    assert done.failure is None, done.failure
    result = without_times(write_job(done, dialects))
    place = FOLDER / f"{name}.out.json"
    if request.config.getoption("--renew-golden"):
        place.write_text(_show(result) + "\n", encoding="utf-8")
    assert result == json.loads(place.read_text(encoding="utf-8"))


def test_there_is_a_job_for_each_language() -> None:
    results = [json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.out.json")]
    assert {result["language"] for result in results} == {"de", "en", "es", "pt"}
    assert len(results) == len(NAMES)


def _show(value: Any, margin: str = "") -> str:
    """JSON in which a value without further layers is one line, so that a difference can be read."""
    inner = margin + "  "
    if isinstance(value, list) and any(isinstance(item, list | dict) for item in value):
        rows = [f"{inner}{_show(item, inner)}" for item in value]
        return "[\n" + ",\n".join(rows) + f"\n{margin}]"
    if isinstance(value, dict) and any(isinstance(item, list | dict) for item in value.values()):
        rows = [f"{inner}{json.dumps(key)}: {_show(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{margin}}}"
    return json.dumps(value, ensure_ascii=False)

"""Solving marked sentences with a method that has a key."""

from __future__ import annotations

from typing import Any, Final

from nescio import pipeline
from nescio.api import Anonymizer
from nescio.core.keys import Key
from nescio.core.model import Job
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table
from tests.replace.test_substitute import job_of

KEY: Final = Key(bytes(range(32)))
OTHER: Final = Key(bytes(32))


def solve_keyed(
    marked: str, language: str, method: str, *, key: Key | None = KEY, **options: Any
) -> tuple[str, Job]:
    """The output, and the job; the way back by position is tried each time."""
    own = {
        "detect": {"detectors": []},
        "replace": {"default": method, "options": {method: options} if options else {}},
    }
    [done] = pipeline.run(
        [job_of(marked, language)], Anonymizer(language, options=own, key=key).kit(language)
    )
    assert done.failure is None, done.failure
    assert done.solution is not None
    assert reidentify(done.solution.text, make_table(done), by="position").text == done.document.text
    return done.solution.text, done

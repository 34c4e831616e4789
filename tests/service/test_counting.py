"""Places in jobs, there and back in every way of counting."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.service.counting import job_in, job_out

TEXT, OUTPUT = "ü😀 Anna \ud800 x", "😀ü A. x"
SPAN = [3, 7, "PER", 0.9, "tagger"]
JOB: dict[str, Any] = {
    "text": TEXT,
    "candidates": [SPAN, [0, 1, "LOC", 0.5, "x"]],
    "voted": [SPAN],
    "spans": [SPAN],
    "entities": [{"id": 0, "label": "PER", "mentions": [SPAN]}],
    "decisions": [[0, True, "policy"], [0, True, "part", [SPAN]]],
    "solution": {"text": OUTPUT, "replacements": [[3, 7, "A.", 0, "PER", "tag", 3, None]]},
    "edits": [
        {"kind": "span_resized", "place": (3, 7), "to": [2, 7]},
        {"kind": "entities_merged", "places": [[3, 7], [0, 1]]},
    ],
    "ner": {"entries": [{"begin": 3, "end": 7, "uid": 0}]},
    "notes": [["detect", "x", 3, 7]],
}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("unit", ["codepoints", "utf16", "bytes"])
def test_there_and_back_is_the_same_job(unit: str) -> None:
    assert _plain(job_in(job_out(JOB, unit), unit)) == _plain(JOB)


def test_every_place_is_counted_and_nothing_else() -> None:
    found = job_out(JOB, "utf16")
    assert found["voted"][0][:2] == found["entities"][0]["mentions"][0][:2] == [4, 8]
    assert found["decisions"][1][3][0][:2] == [4, 8]
    assert found["solution"]["replacements"][0] == [4, 8, "A.", 0, "PER", "tag", 4, None]
    assert (found["edits"][0]["place"], found["edits"][0]["to"]) == ([4, 8], [3, 8])
    assert found["edits"][1]["places"] == [[4, 8], [0, 1]]
    assert found["ner"]["entries"] == [{"begin": 4, "end": 8, "uid": 0}]
    assert found["notes"] == JOB["notes"]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(sorted(JOB)), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(ANYTHING, st.sampled_from(sorted(JOB)))
def test_what_is_no_job_is_left_for_the_reader_to_refuse(value: Any, key: str) -> None:
    job_in(
        {**JOB, "text": "xxxx", "solution": {"text": "xxxx"}, **dict.fromkeys(JOB, None), key: value}, "bytes"
    )
    job_in({"text": "xxxx", key: value}, "utf16")
    job_in(value, "bytes")

"""Jobs over HTTP: in at any stage, out with the next layers, in either form."""

from __future__ import annotations

from typing import Any

import pytest

import nescio
from nescio.core.codec import job_from_json, job_to_json
from tests.cli.program import CONFIG
from tests.service.serving import Guarded, Served

TEXT = "Grüße 😀 an anna@example.org, IP 10.1.2.3."
STAGES = ("detect", "vote", "second_pass", "coref", "decide", "replace")


def _without_times(job: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in job.items() if key != "notes"}


@pytest.mark.parametrize("stop", STAGES)
def test_a_job_leaves_after_any_stage_with_the_library_s_layers(server: Served, stop: str) -> None:
    job = {"text": TEXT, "language": "en", "schema": 2}
    [own] = nescio.load(config=CONFIG).run([job_from_json(job)], stop=stop)
    answer = server.post(f"/v1/jobs?stop={stop}", job)
    assert _without_times(answer.json()) == _without_times(job_to_json(own))


@pytest.mark.parametrize("unit", ["codepoints", "utf16", "bytes"])
def test_a_job_goes_on_where_it_left_however_offsets_are_counted(server: Served, unit: str) -> None:
    job = {"text": TEXT, "language": "en", "schema": 2}
    whole = server.post("/v1/jobs", job).json()
    edit = {"kind": "decision_overridden", "by": "x", "reason": "y"}
    for stop in STAGES:
        job = server.post(f"/v1/jobs?stop={stop}&offsets={unit}", job).json()
    again = server.post(f"/v1/jobs?offsets={unit}", job).json()
    assert again["solution"]["text"] == whole["solution"]["text"]
    back = server.post(f"/v1/jobs?offsets={unit}&start=replace&stop=replace", job).json()
    assert back["solution"]["text"] == whole["solution"]["text"]
    assert edit["kind"] not in str(back)


def test_places_in_edits_are_counted_as_asked(server: Served) -> None:
    found = server.post(
        "/v1/jobs?stop=second_pass&offsets=bytes", {"text": TEXT, "schema": 2, "language": "en"}
    )
    job = found.json()
    start, end = job["spans"][0][:2]
    assert TEXT.encode()[start:end] == b"anna@example.org"
    job["edits"] = [{"kind": "span_removed", "place": [start, end], "by": "ben", "why": "public"}]
    done = server.post("/v1/jobs?offsets=bytes", job)
    assert "anna@example.org" in done.json()["solution"]["text"], done.text


def test_the_job_of_the_thesis_comes_back_in_its_form(server: Served) -> None:
    answer = server.post("/v1/jobs", {"text": TEXT, "language": "en", "method": "TAG"}).json()
    assert answer["anonymizer"]["output"] == "Grüße 😀 an [EMAIL1], IP [IP1]."
    assert answer["ner"]["entries"][0]["surface"] == "anna@example.org"
    own = server.post("/v1/jobs?form=thesis&offsets=utf16", {"text": TEXT, "language": "en"}).json()
    assert own["ner"]["entries"][0]["begin"] == len("Grüße 😀 an ") + 1


def test_the_recognizer_of_the_thesis_answers_entries_alone(server: Served) -> None:
    answer = server.post("/v1/ner", {"text": TEXT, "language": "en", "classifier": "any"}).json()
    assert [entry["surface"] for entry in answer["ner"]["entries"]] == ["anna@example.org", "10.1.2.3"]
    assert "anonymizer" not in answer


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/jobs", {"text": 1}),
        ("/v1/jobs", []),
        ("/v1/jobs", {"text": "x", "spans": [[0, 9, "PER"]]}),
        ("/v1/jobs", {"text": "x", "spans": [["a", None, "PER"]]}),
        ("/v1/jobs?offsets=bytes", {"text": "ü", "spans": [[1, 2, "PER"]]}),
        ("/v1/jobs?start=replace", {"text": "x"}),
        ("/v1/jobs?stop=nowhere", {"text": "x"}),
        ("/v1/jobs", {"text": "x", "options": {"job": {"allow": ["detect"]}}}),
        ("/v1/ner", {"text": None}),
        ("/v1/ner", "x"),
    ],
)
def test_what_is_no_job_is_refused(server: Served, path: str, body: Any) -> None:
    answer = server.post(path, body)
    assert answer.status_code == 422
    assert sorted(answer.json()) == ["code", "possible", "sentence"]


def test_a_scope_does_not_grow_through_a_job(guarded: Guarded) -> None:
    server, finder, bound = guarded.server, guarded.keys["finder"], guarded.keys["bound"]
    job = {"text": TEXT, "language": "en"}
    assert server.post("/v1/jobs", job, finder).status_code == 403
    assert server.post("/v1/jobs?stop=decide", job, finder).status_code == 200
    assert server.post("/v1/jobs?background=true", job, finder).status_code == 403
    assert server.post("/v1/anonymize", job, finder).status_code == 403
    # The policy of a key goes before what its owner asks for, in whatever way.
    for asked in ({**job, "options": {"decide": {"policy": "blanket"}}}, {**job, "policy": "blanket"}):
        assert server.post("/v1/anonymize", asked, bound).json()["text"] == TEXT
    job_options = {**job, "schema": 2, "options": {"decide": {"policy": "blanket"}}}
    assert server.post("/v1/jobs", job_options, bound).json()["solution"]["text"] == TEXT


@pytest.mark.parametrize(
    "options",
    [
        {"detect": {"detectors": ["remote"], "options": {"remote": {"url": "http://127.0.0.1:1"}}}},
        {"detect": {"options": {"patterns": {"files": ["/etc/passwd"]}}}},
        {"detect": {"options": {"patterns": {"rules": [{"regex": "(a+)+$", "label": "PER"}]}}}},
        {"replace": {"options": {"pseudonym": {"key": "/etc/passwd"}}}},
        {"knowledge": {"postgres": "postgresql://elsewhere"}},
        {"decide": {"policy": "/etc/passwd"}},
        {"replace": {"default": "os:system"}},
    ],
)
def test_no_file_address_code_or_pattern_comes_in_with_options(server: Served, options: Any) -> None:
    asked = {"text": TEXT, "language": "en", "options": options}
    line = {"content-type": "application/x-ndjson"}
    answers = [
        server.post("/v1/anonymize", asked),
        server.post("/v1/jobs", {**asked, "schema": 2}),
        server.post("/v1/batch", asked, line),
    ]
    assert [answer.status_code for answer in answers] == [422, 422, 200]
    assert "error" in answers[2].json()

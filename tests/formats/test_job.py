"""Jobs as files: nescio's form or the thesis's, written as they came."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from nescio.core.codec import job_from_json
from nescio.core.errors import JobError
from nescio.core.model import Document, Entity, Job, Span
from nescio.formats.job import JobFormat, write_job
from nescio.packs import load_pack
from nescio.registry import Registry
from tests.helpers import job_with, solve

TEXT = "Zephyrine met Otto."
THESIS: dict[str, Any] = {
    "text": TEXT,
    "language": "en",
    "ner": {"entries": [{"entity_class": "PERZ", "begin": 0, "end": 9, "uid": 4, "surface": "Zephyrine"}]},
}


DIALECTS = Registry.installed().dialects
FORMAT = JobFormat.build(load_pack("xx"), {"dialects": DIALECTS})


def read(content: object, name: str = "a.json") -> Job:
    [job] = FORMAT.read(json.dumps(content).encode(), name=name)
    return job


def test_a_job_by_hand_is_read_and_named_after_its_file() -> None:
    assert read({"text": TEXT}).document == Document("a.json", TEXT, "xx")
    assert read({"text": TEXT, "id": "7"}).document.id == "7"


def test_a_job_of_the_thesis_is_told_by_its_keys() -> None:
    assert read(THESIS).voted == (Span(0, 9, "PERZ", 1.0, "given"),)


def test_a_job_of_schema_1_may_have_the_keys_of_the_thesis_beside_its_own() -> None:
    both = {**THESIS, "schema": 1, "spans": [[14, 18, "PER"]]}
    assert read(both).voted == (Span(14, 18, "PER", 1.0, "given"),)


def test_a_finished_job_is_written_in_nescio_s_form() -> None:
    done = solve(job_with(TEXT, "Zephyrine"))
    content = json.loads(FORMAT.write([done], b""))
    assert content["solution"]["text"] == "[PERSON1] met Otto."
    assert DIALECTS["thesis"].reads_job(content) is False
    assert job_from_json(content) == done


def test_a_job_of_the_thesis_is_written_as_it_came() -> None:
    done = solve(replace(read(THESIS), voted=None, spans=(Span(0, 9, "PER", 1.0, "given"),)))
    content = json.loads(FORMAT.write([done], b""))
    assert content["anonymizer"]["output"] == "[PERSON1] met Otto."
    assert "schema" not in content


def test_any_job_is_written_in_the_form_that_is_asked_for() -> None:
    done = solve(job_with(TEXT, "Zephyrine"))
    assert write_job(done, DIALECTS, "thesis")["anonymizer"]["output"] == "[PERSON1] met Otto."


def test_a_job_that_began_with_its_entities_is_written_too() -> None:
    entities = (Entity(0, "PER", (Span(0, 9, "PER", 1.0, "given"),)),)
    done = solve(Job(Document("d", TEXT), entities=entities))
    content = write_job(done, DIALECTS, "thesis")
    assert content["coref"] == [[0]]
    assert content["anonymizer"]["tableofsolutions"]["0"]["original"] == "Zephyrine"
    assert job_from_json(write_job(done, DIALECTS)) == done


def test_letters_are_written_as_they_are() -> None:
    assert "João 😀".encode() in FORMAT.write([Job(Document("d", "João 😀"))], b"")


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"\xff\xfe", b'{"text": "\xe9"}', b"[" * 100_000, b"1" * 10_000,
        b'{"text": "a", "text": "b"}', b'{"text": "a", "options": {"a": NaN}}',
        b'{"text": "a", "options": {"a": 1e999}}',
    ],
    ids=["empty", "half", "binary", "latin-1", "nested", "long number", "key twice", "NaN", "infinity"],
)  # fmt: skip
def test_what_is_not_json_is_refused(data: bytes) -> None:
    with pytest.raises(JobError, match=r"not JSON in UTF-8|is a JSON object|cannot be used: "):
        FORMAT.read(data, name="a.json")


@pytest.mark.parametrize("content", [[], 5, None, "text", {}, {"schema": 1}, {"text": None, "ner": {}}])
def test_what_is_not_a_job_is_refused(content: object) -> None:
    with pytest.raises(JobError):
        read(content)

"""Jobs as JSON: what is refused, and how it is said."""

from __future__ import annotations

from typing import Any

import pytest

from nescio.core.codec import job_from_json, job_to_json, spans_from_json
from nescio.core.errors import JobError
from nescio.core.model import SCHEMA, Document, Job, Span

TEXT = "Mira Solberg met Otto Quill."
ENTITY = {"id": 0, "label": "PER", "mentions": [[0, 12, "PER"]]}
SOLUTION = {"text": "[PERSON1] met Otto Quill.", "replacements": [[0, 12, "[PERSON1]", 0, "PER", "tag", 0]]}


def job(**keys: Any) -> dict[str, Any]:
    return {"text": TEXT, **keys}


def test_a_text_is_enough_for_a_job() -> None:
    assert job_from_json({"text": TEXT}) == Job(Document("", TEXT, "xx"))


def test_a_layer_that_was_not_computed_is_left_out() -> None:
    data = job_to_json(Job(Document("a", TEXT), spans=()))
    assert data["spans"] == []
    assert "candidates" not in data
    assert data["schema"] == SCHEMA


def test_a_span_by_hand_gets_a_score_and_a_source() -> None:
    made = job_from_json(job(spans=[[0, 4, "PER"], [5, 12, "PER", 0.5], [13, 16, "MISC", 1, "me"]]))
    assert made.voted == (
        Span(0, 4, "PER", 1.0, "given"),
        Span(5, 12, "PER", 0.5, "given"),
        Span(13, 16, "MISC", 1.0, "me"),
    )


MALFORMED: list[tuple[object, str]] = [
    ([], "A job is a JSON object, not a list"),
    (None, "A job is a JSON object, not a NoneType"),
    ({}, "lacks the key 'text'"),
    ({"text": 5}, "'text' in the job must be of type str"),
    (job(txt="x"), "an unknown key. Did you mean 'text'? Known: "),
    (job(language=None), "'language' in the job must be of type str"),
    (job(schema=99), "schema 99, this version reads schema 2"),
    (job(schema=True), "'schema' in the job must be of type int"),
    (job(options=[]), "'options' in the job must be of type dict"),
    (job(spans={}), "'spans' in the job must be of type list"),
    (job(spans=[[0, 4]]), "A span is [start, end, label]"),
    (job(spans=["PER"]), "A span is [start, end, label]"),
    (job(spans=[[0, 4, "PER", 1.0, "a", "b"]]), "A span is [start, end, label]"),
    (job(spans=[[0, 99, "PER"]]), f"0 <= start < end <= {len(TEXT)}"),
    (job(spans=[[-1, 4, "PER"]]), "0 <= start < end"),
    (job(spans=[[4, 4, "PER"]]), "0 <= start < end"),
    (job(spans=[[5, 4, "PER"]]), "0 <= start < end"),
    (job(spans=[[0.0, 4, "PER"]]), "whole numbers"),
    (job(spans=[[False, 4, "PER"]]), "whole numbers"),
    (job(spans=[[0, 4, 7]]), "are strings"),
    (job(spans=[[0, 4, "PER", 1.5]]), "from 0 to 1"),
    (job(spans=[[0, 4, "PER", float("nan")]]), "from 0 to 1"),
    (job(spans=[[0, 4, "PER", True]]), "from 0 to 1"),
    (job(spans=[[0, 12, "PER"], [5, 16, "PER"]]), "overlap at position 5"),
    (job(candidates=[[0, 99, "PER"]]), "0 <= start < end"),
    (job(entities=[5]), "A entity is a JSON object"),
    (job(entities=[{"id": 0, "label": "PER"}]), "entity lacks the key 'mentions'"),
    (job(entities=[{**ENTITY, "mentions": []}]), "at least one span"),
    (job(entities=[{**ENTITY, "id": "0"}]), "'id' in the entity must be of type int"),
    (job(entities=[{**ENTITY, "sex": "f"}]), "The entity has an unknown key"),
    (job(entities=[ENTITY, ENTITY]), "Two entities have the same 'id'"),
    (job(entities=[ENTITY, {**ENTITY, "id": 1}]), "overlap at position 0"),
    (job(entities=[ENTITY], decisions=[[1, True, "me"]]), "entity 1, which is not in 'entities'"),
    (job(decisions=[[0, True]]), "A decision is"),
    (job(decisions=[[0, 1, "me"]]), "A decision is [entity number, true or false, reason]"),
    (job(solution=[]), "'solution' in the job must be of type dict"),
    (job(solution={"text": ""}), "solution lacks the key 'replacements'"),
    (job(solution={**SOLUTION, "table": 1}), "The solution has an unknown key"),
    (job(solution={**SOLUTION, "replacements": [[0, 4]]}), "A replacement is"),
    (job(solution={**SOLUTION, "replacements": [[0, 12, "[X]", 0, "PER", "tag", 0]]}), "at its place"),
    (job(solution={**SOLUTION, "replacements": [[0, 99, "[PERSON1]", 0, "PER", "tag", 0]]}), "at its place"),
    (job(notes=[["a", "b"]]), "A note is"),
    (job(notes=[["a", "b", "c", "d"]]), "A note is"),
    (job(notes=["abcd"]), "A note is"),
]


@pytest.mark.parametrize(("data", "message"), MALFORMED, ids=[message for _, message in MALFORMED])
def test_a_malformed_job_is_refused_by_the_name_of_the_wrong_key(data: object, message: str) -> None:
    with pytest.raises(JobError) as caught:
        job_from_json(data)
    assert message in str(caught.value)
    assert "Solberg" not in str(caught.value)
    assert "Quill" not in str(caught.value)


def test_a_whole_job_written_by_hand_is_accepted() -> None:
    made = job_from_json(job(entities=[ENTITY], decisions=[[0, True, "me"]], solution=SOLUTION))
    assert made.solution is not None
    assert made.solution.replacements[0].out_end == len("[PERSON1]")


def test_given_spans_come_back_in_order() -> None:
    assert [span[:3] for span in spans_from_json([[5, 12, "ORG"], [0, 4, "PER"]], 20)] == [
        (0, 4, "PER"),
        (5, 12, "ORG"),
    ]


@pytest.mark.parametrize("items", [None, {}, "spans", [[0, 4, "PER"], [3, 5, "PER"]], [[0, 21, "PER"]]])
def test_given_spans_are_checked(items: object) -> None:
    with pytest.raises(JobError):
        spans_from_json(items, 20)

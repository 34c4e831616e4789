"""A person's edits: they lie over the layers, and the job runs again from the right stage."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import nescio
from nescio import pipeline
from nescio.core.edits import (
    DecisionOverridden,
    Edit,
    EntitiesMerged,
    EntitySplit,
    Place,
    ReplacementOverridden,
    SpanAdded,
    SpanRemoved,
    SpanResized,
    edit_from_json,
    edited_spans,
    revise,
)
from nescio.core.errors import JobError
from nescio.core.model import Document, Job, Span
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table

TEXT = "Zoraida Quist met Ida. Zoraida left; Ottokar stayed."
FOUND = {"Zoraida Quist": (0, 13), "Ida": (18, 21), "Zoraida": (23, 30)}
OPTIONS = {"detect": {"detectors": []}, "second_pass": {"enabled": False}, "coref": {"default": "surface"}}


def place(word: str, after: int = 0) -> Place:
    start = TEXT.index(word, after)
    return Place(start, start + len(word))


@pytest.fixture(scope="module")
def anonymizer() -> nescio.Anonymizer:
    return nescio.load("en", options=OPTIONS)


@pytest.fixture(scope="module")
def done(anonymizer: nescio.Anonymizer) -> Job:
    spans = tuple(Span(start, end, "PER", 0.9, "t") for start, end in FOUND.values())
    [job] = anonymizer.run([Job(Document("d", TEXT, "en"), voted=spans)])
    assert job.solution is not None
    assert job.solution.text == "[PERSON1] met [PERSON2]. [PERSON3] left; Ottokar stayed."
    return job


EDITED: list[tuple[Sequence[Edit], str, str]] = [
    (
        [SpanAdded(place("Ottokar"), "PERSON", by="rev", why="a cousin")],
        "coref",
        "[PERSON1] met [PERSON2]. [PERSON3] left; [PERSON4] stayed.",
    ),
    ([SpanRemoved(place("Ida"), by="rev")], "coref", "[PERSON1] met Ida. [PERSON2] left; Ottokar stayed."),
    (
        [SpanResized(Place(0, 13), Place(0, 7), by="rev")],
        "coref",
        "[PERSON1] Quist met [PERSON2]. [PERSON1] left; Ottokar stayed.",
    ),
    (
        [SpanResized(Place(0, 13), Place(0, 13), "ORG", by="rev")],
        "coref",
        "[ORGANIZATION1] met [PERSON1]. [PERSON2] left; Ottokar stayed.",
    ),
    (
        [EntitiesMerged((Place(0, 13), Place(23, 30)), by="rev")],
        "decide",
        "[PERSON1] met [PERSON2]. [PERSON1] left; Ottokar stayed.",
    ),
    (
        [DecisionOverridden(place("Ida"), hide=False, by="rev", why="a public figure")],
        "replace",
        "[PERSON1] met Ida. [PERSON2] left; Ottokar stayed.",
    ),
    (
        [ReplacementOverridden(place("Ida"), "my friend", by="rev")],
        "replace",
        "[PERSON1] met my friend. [PERSON3] left; Ottokar stayed.",
    ),
    (
        [
            SpanAdded(place("Ottokar"), "PER", by="rev"),
            EntitiesMerged((Place(18, 21), place("Ottokar")), by="rev"),
            ReplacementOverridden(place("Ottokar"), "N.N.", by="rev"),
        ],
        "coref",
        "[PERSON1] met N.N. [PERSON3] left; N.N. stayed.",
    ),
]


@pytest.mark.parametrize(("edits", "entry", "text"), EDITED, ids=[str(n) for n in range(len(EDITED))])
def test_an_edited_job_runs_again_from_the_stage_that_reads_the_edit(
    anonymizer: nescio.Anonymizer, done: Job, edits: Sequence[Edit], entry: str, text: str
) -> None:
    revised = revise(done, edits)
    assert pipeline.entry_of(revised) == entry
    [again] = anonymizer.run([revised])
    assert again.solution is not None
    assert again.solution.text == text
    assert reidentify(text, make_table(again)).text == TEXT


def test_what_the_stages_said_stays_as_it_was(anonymizer: nescio.Anonymizer, done: Job) -> None:
    [again] = anonymizer.run([revise(done, [SpanRemoved(place("Ida"), by="rev")])])
    assert (again.voted, again.spans) == (done.voted, done.spans)
    assert len(edited_spans(again)) == len(done.spans or ()) - 1


def test_a_split_makes_an_entity_of_its_own(anonymizer: nescio.Anonymizer, done: Job) -> None:
    merged = revise(done, [EntitiesMerged((Place(0, 13), Place(23, 30)), by="rev")])
    [one] = anonymizer.run([merged])
    [two] = anonymizer.run([revise(one, [EntitySplit((Place(23, 30),), by="rev", why="her aunt")])])
    assert two.solution is not None
    assert two.solution.text == "[PERSON1] met [PERSON2]. [PERSON3] left; Ottokar stayed."
    assert [edit.by for edit in two.edits] == ["rev", "rev"]


WRONG: list[tuple[Edit, str]] = [
    (SpanAdded(Place(40, 99), "PER", by="x"), "not in the text"),
    (SpanRemoved(Place(1, 2), by="x"), "the span 1 to 2, which is not there"),
    (EntitiesMerged((Place(0, 13), Place(1, 2)), by="x"), "in no entity"),
    (EntitiesMerged((Place(0, 13), Place(0, 13)), by="x"), "one already"),
    (EntitySplit((Place(0, 13),), by="x"), "leave at least one"),
    (EntitySplit((Place(0, 13), Place(18, 21)), by="x"), "mentions of one entity"),
    (DecisionOverridden(Place(2, 3), hide=True, by="x"), "in no entity"),
]


@pytest.mark.parametrize(("edit", "message"), WRONG, ids=[message for _, message in WRONG])
def test_an_edit_about_nothing_is_refused_at_once(done: Job, edit: Edit, message: str) -> None:
    with pytest.raises(JobError, match=message):
        revise(done, [edit])


MALFORMED: list[tuple[object, str]] = [
    (1, "JSON object with its 'kind'"),
    ({"kind": "span_lost"}, "no edit of that kind"),
    ({"kind": "span_removed", "by": "x"}, "needs the keys"),
    ({"kind": "span_removed", "by": "x", "place": [1]}, r"\[start, end\]"),
    ({"kind": "span_removed", "by": 1, "place": [1, 2]}, "'by' in the edit"),
    ({"kind": "span_removed", "by": "x", "place": [1, 2], "label": "PER"}, "has no such key"),
]


@pytest.mark.parametrize(("raw", "message"), MALFORMED, ids=[message for _, message in MALFORMED])
def test_a_malformed_edit_is_refused(raw: object, message: str) -> None:
    with pytest.raises(JobError, match=message):
        edit_from_json(raw)

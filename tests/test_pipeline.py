"""The pipeline: where a job enters, what a failure leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from nescio import pipeline
from nescio.core.errors import InputError, JobError
from nescio.core.model import Decision, Document, Entity, Job, Note, Solution, Span
from tests.helpers import TAG, job_with, make_kit, solve, span_of

NAME = "Zephyrine"
TEXT = f"Today {NAME} met Otto and {NAME}."


class Finder:
    """Claims the words it was given; raises what it was given where its word is in the text."""

    name = "finder"
    labels = frozenset({"PER"})

    def __init__(self, *words: str, error: Exception | None = None, breaks_on: str = "\0") -> None:
        self._words, self._error, self._breaks_on = words, error, breaks_on
        self.batches: list[int] = []

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        self.batches.append(len(docs))
        if self._error is not None and any(self._breaks_on in doc.text for doc in docs):
            raise self._error
        return [[span_of(d.text, w, source=self.name) for w in self._words if w in d.text] for d in docs]


def texts(jobs: Sequence[Job]) -> list[str | None]:
    return [job.solution.text if job.solution else None for job in jobs]


def documents(*contents: str) -> list[Job]:
    return [Job(Document(str(number), text)) for number, text in enumerate(contents)]


def test_a_batch_goes_through_all_stages_in_order() -> None:
    finder = Finder("Otto", "Ida")
    jobs = pipeline.run(documents("Otto left.", "", "Ida left."), make_kit(detectors=[finder]))
    assert texts(jobs) == ["[PERSON1] left.", "", "[PERSON1] left."]
    assert finder.batches == [3]
    assert [note.stage for note in jobs[0].notes] == list(pipeline.STAGES)
    assert [job.document.id for job in jobs] == ["0", "1", "2"]


def test_no_jobs_are_no_work() -> None:
    assert pipeline.run([], make_kit()) == []


@pytest.mark.parametrize("stop", list(pipeline.STAGES))
def test_a_run_stops_after_the_stage_that_was_named(stop: str) -> None:
    [job] = pipeline.run(documents("Otto left."), make_kit(detectors=[Finder("Otto")]), stop=stop)
    assert job.notes[-1].stage == stop
    assert (job.solution is not None) == (stop == "replace")


SPAN = Span(6, 6 + len(NAME), "PER", 1.0, "given")
ENTITY = Entity(0, "PER", (SPAN,))


@pytest.mark.parametrize(
    ("layers", "stage"),
    [
        ({}, "detect"),
        ({"candidates": ()}, "vote"),
        ({"candidates": (), "voted": ()}, "second_pass"),
        ({"candidates": (), "voted": (), "spans": ()}, "coref"),
        ({"entities": ()}, "decide"),
        ({"entities": (), "decisions": ()}, "replace"),
    ],
)
def test_a_job_enters_after_the_work_that_it_brings(layers: dict[str, object], stage: str) -> None:
    [job] = pipeline.run([Job(Document("d", TEXT), **layers)], make_kit())  # type: ignore[arg-type]  # any layer
    assert job.notes[0].stage == stage
    assert job.solution == Solution(TEXT)


def test_jobs_at_different_stages_run_in_one_batch() -> None:
    given = job_with("Ida and Otto left.", "Ida")
    jobs = pipeline.run([given, *documents("Ida and Otto left.")], make_kit(detectors=[Finder("Otto")]))
    assert texts(jobs) == ["[PERSON1] and Otto left.", "Ida and [PERSON1] left."]


def test_a_reviewer_edits_the_spans_and_runs_again_from_coref() -> None:
    done = solve(job_with(TEXT, NAME))
    edited = replace(done, spans=(*(done.spans or ()), span_of(TEXT, "Otto")))
    [again] = pipeline.run([edited], make_kit(), start="coref")
    # The second mention was in no span: what is left of a hidden name goes too.
    assert texts([again]) == ["Today [PERSON1] met [PERSON2] and [PERSON1]."]


def test_a_reviewer_edits_a_decision_and_runs_again_from_replace() -> None:
    done = solve(job_with(TEXT, NAME, "Otto"))
    [again] = pipeline.run(
        [replace(done, decisions=(Decision(0, False, "me"), Decision(1, True, "me")))], make_kit()
    )
    assert texts([again]) == [f"Today {NAME} met [PERSON1] and {NAME}."]


@pytest.mark.parametrize("start", ["vote", "second_pass", "coref", "decide", "replace"])
def test_a_stage_without_the_layer_before_it_gives_no_solution(start: str) -> None:
    """A missing layer must not pass for an empty one: the text would come out as it went in."""
    [job] = pipeline.run(documents(TEXT), make_kit(), start=start)
    assert job.solution is None
    assert job.failure is not None
    assert job.failure.stage == start
    assert "cannot enter at this stage" in job.failure.code


@pytest.mark.parametrize(
    "layers",
    [
        {"decisions": ()},
        {"entities": (ENTITY,), "decisions": ()},
        {
            "entities": (ENTITY, Entity(1, "PER", (SPAN._replace(start=8),))),
            "decisions": (Decision(0, True, ""),),
        },
    ],
    ids=["decisions about nothing", "nothing decided", "one undecided"],
)
def test_an_entity_without_a_decision_gives_no_solution(layers: dict[str, object]) -> None:
    [job] = pipeline.run([Job(Document("d", TEXT), **layers)], make_kit())  # type: ignore[arg-type]  # any layer
    assert job.solution is None
    assert job.failure is not None


@pytest.mark.parametrize(("start", "stop"), [("detekt", "replace"), (None, "replaced"), ("write", "write")])
def test_an_unknown_stage_is_refused_with_those_that_exist(start: str | None, stop: str) -> None:
    with pytest.raises(JobError, match=r"There is no stage .* Known: coref, decide, detect, replace"):
        pipeline.run([], make_kit(), start=start, stop=stop)


# Failures


def test_a_failing_detector_leaves_a_note_and_no_solution_and_the_others_go_on() -> None:
    finder = Finder("Otto", error=ValueError(f"cannot read {TEXT}"), breaks_on=NAME)
    jobs = pipeline.run(documents("Otto came.", TEXT, "Otto left."), make_kit(detectors=[finder]))
    assert texts(jobs) == ["[PERSON1] came.", None, "[PERSON1] left."]
    failure = jobs[1].failure
    assert failure is not None
    assert failure.stage == "detect"
    assert failure.reason.startswith("The Finder failed: ValueError at test_pipeline.py:")
    assert NAME not in repr(jobs)


def test_our_own_errors_are_told_in_full() -> None:
    finder = Finder(error=InputError("The detector 'x' does not answer."), breaks_on="")
    [job] = pipeline.run(documents("Otto"), make_kit(detectors=[finder]))
    assert job.notes == (Note("detect", "failed: The detector 'x' does not answer."),)


def test_a_failed_job_is_not_taken_up_again() -> None:
    failed = Job(Document("d", TEXT), spans=(), notes=(Note("detect", "failed: X at y.py:1"),))
    assert pipeline.run([failed], make_kit()) == [failed]


class Sloppy:
    """A detector whose answers break the rules."""

    name = "sloppy"
    labels = frozenset({"PER"})

    def __init__(self, answers: list[list[Span]]) -> None:
        self._answers = answers

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        return self._answers


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ([], "ValueError"),
        ([[], []], "ValueError"),
        ([[Span(-3, 4, "PER", 1.0, "sloppy")]], "claims -3 to 4 in a text of"),
        ([[Span(0, 400, "PER", 1.0, "sloppy")]], "claims 0 to 400 in a text of"),
        ([[Span(4, 4, "PER", 1.0, "sloppy")]], "claims 4 to 4"),
        ([[Span(0, 4, "WEAPON", 1.0, "sloppy")]], "The Sloppy failed: ValueError"),
    ],
)
def test_a_detector_that_breaks_the_rules_fails_and_does_no_harm(
    answers: list[list[Span]], reason: str
) -> None:
    [job] = pipeline.run(documents(TEXT), make_kit(detectors=[Sloppy(answers)]))
    assert job.solution is None
    assert job.failure is not None
    assert reason in job.failure.code
    assert NAME not in job.failure.code


class OverlappingVoter:
    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        return [Span(0, 12, "PER", 1.0, "bad"), Span(2, 4, "LOC", 1.0, "bad")]


def test_overlapping_spans_never_reach_the_text() -> None:
    """The end of the outer span would be left in the text."""
    [job] = pipeline.run(documents(TEXT), make_kit(voter=OverlappingVoter()))
    assert job.solution is None
    assert job.failure is not None
    assert job.failure.stage == "vote"
    assert job.failure.reason.startswith("The OverlappingVoter failed: ValueError at ")


class Surprise:
    name = "surprise"
    reversible = False

    def replace(self, mention: Span, entity: Entity, context: object) -> str:
        raise KeyError(NAME)


def test_a_failing_method_leaves_no_half_of_a_solution() -> None:
    job = job_with(TEXT, "Otto", (NAME, "LOC"))
    [done] = pipeline.run([job], make_kit(methods={"default": TAG, "LOC": Surprise()}))
    assert done.solution is None
    assert done.failure is not None
    assert done.failure.stage == "replace"
    assert NAME not in repr(done)

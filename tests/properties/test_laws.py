"""Laws that hold for every text and every set of spans."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nescio import pipeline
from nescio.core.codec import job_from_json, job_to_json
from nescio.core.edits import (
    DecisionOverridden,
    EntitiesMerged,
    EntitySplit,
    Place,
    ReplacementOverridden,
    SpanAdded,
    SpanRemoved,
    SpanResized,
)
from nescio.core.identity import Identity, KeptPerson, KeptThing, Surrogate
from nescio.core.labels import OUTSIDE, TOLD_NAMES
from nescio.core.model import Decision, Document, Entity, Job, Note, Span
from nescio.core.protocols import Method
from nescio.formats.job import JobFormat
from nescio.replace.suppress import SuppressMethod
from nescio.replace.tag import TagMethod
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table, table_from_json, table_to_json
from nescio.text.folding import compose, fold
from nescio.text.occurrences import occurrences
from nescio.text.word_matcher import Words
from nescio.vote.cascade import CascadeVoter
from nescio.vote.stage import unvetoed
from tests.helpers import LABELS, SUPPRESS, TAG, make_kit, solve

NAMES = ("PER", "GIVEN", "LOC", "CITY", "ORG", "DATE")
# What looks like a placeholder, or would run into one, next to plain and hard characters.
PIECES = (
    "[PERSON1]", "[PERSON2]", "[LOCATION1]", "PERSON1", "PERSON", "ORGANIZATION1", "[...]", "[", "]", "[...",
    "...]", "1", "2", "10", "0", "PER", "SON1", " ", "\r\n", "Ana", "Lima", "Ana Lima", "é", "e\u0301",
    "\u200b", "😀", "\u202eabc", "\ud800",
)  # fmt: skip


def texts() -> st.SearchStrategy[str]:
    pieces = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
    return st.one_of(pieces, pieces, st.text(st.characters(), max_size=25))


@st.composite
def span_sets(draw: st.DrawFn, text: str) -> tuple[Span, ...]:
    """Any spans that do not overlap; often the repeated words of the text."""
    cuts = draw(st.lists(st.integers(0, len(text)), max_size=12, unique=True).map(sorted))
    pairs = list(pairwise(cuts))
    kept = draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    return tuple(
        Span(start, end, draw(st.sampled_from(NAMES)), 1.0, "given")
        for (start, end), keep in zip(pairs, kept, strict=True)
        if keep
    )


@st.composite
def jobs_after_the_vote(draw: st.DrawFn) -> Job:
    text = draw(texts())
    return Job(Document("d", text), spans=draw(span_sets(text)))


def adjacent(*parts: tuple[str, str | None]) -> Job:
    """A job from pieces of text and their labels, for examples that must always be tried."""
    text, spans = "", []
    for piece, label in parts:
        if label is not None:
            spans.append(Span(len(text), len(text) + len(piece), label, 1.0, "given"))
        text += piece
    return Job(Document("d", text), spans=tuple(spans))


DELIMITERS = st.sampled_from(
    [("[", "]"), ("", ""), ("<<", ">>"), ("[**", "**]"), ("1", "1"), ("", "."), ("aa", "aa")]
)


@given(
    jobs_after_the_vote(),
    st.sampled_from([{"default": TAG}, {"default": SUPPRESS}, {"default": TAG, "PER": SUPPRESS}]),
)
def test_text_outside_the_replaced_spans_is_identical(job: Job, methods: Mapping[str, Method]) -> None:
    done = solve(job, make_kit(methods=methods))
    assert done.solution is not None
    text, output = job.document.text, done.solution.text
    read = written = 0
    for row in done.solution.replacements:
        assert output[written : row.out_start] == text[read : row.start]
        assert output[row.out_start : row.out_end] == row.text
        read, written = row.end, row.out_end
    assert output[written:] == text[read:]
    assert [(row.start, row.end) for row in done.solution.replacements] == [s[:2] for s in job.spans or ()]


@pytest.mark.parametrize("by", ["position", "placeholder", "order", "auto"])
@given(job=jobs_after_the_vote(), delimiters=DELIMITERS)
@example(
    job=adjacent(("Ana", "PER"), ("2", None), *[(f"B{i} ", "PER") for i in range(20)]), delimiters=("", "")
)
@example(
    job=adjacent(("[PERSON1]", None), ("Ana", "PER"), ("[PERSON2][PERSON3]", None)), delimiters=("[", "]")
)
@example(
    job=adjacent(("".join(f"[PERSON{i}]" for i in range(1, 40)), None), ("Ana", "PER"), (" Bo", "PER")),
    delimiters=("[", "]"),
)
@example(job=adjacent(("PERSON", None), ("Ana", "PER"), ("0", None), ("Bo", "PER")), delimiters=("", ""))
def test_tags_lead_back_to_the_very_same_text(by: str, job: Job, delimiters: tuple[str, str]) -> None:
    done = solve(job, make_kit(methods={"default": TagMethod(*delimiters)}))
    assert done.solution is not None
    restored = reidentify(done.solution.text, make_table(done), by=by)
    assert restored.text == job.document.text
    assert restored.complete


@pytest.mark.parametrize("by", ["position", "order", "auto"])
@given(job=jobs_after_the_vote())
@example(job=adjacent(("[...]", None), ("Ana", "PER"), ("[...]", None), ("Bo", "LOC"), ("...]", None)))
def test_suppression_leads_back_to_the_very_same_text(by: str, job: Job) -> None:
    done = solve(job, make_kit(methods={"default": SUPPRESS}))
    assert done.solution is not None
    restored = reidentify(done.solution.text, make_table(done), by=by)
    assert restored.text == job.document.text
    assert restored.complete


@given(job=jobs_after_the_vote(), mark=st.sampled_from(["*", "**", "aba", "█", "1", "[PERSON1]"]))
def test_any_mark_by_order_leads_back_or_says_that_it_cannot(job: Job, mark: str) -> None:
    done = solve(job, make_kit(methods={"default": TAG, "PER": SuppressMethod(mark)}))
    assert done.solution is not None
    restored = reidentify(done.solution.text, make_table(done), by="order")
    assert not restored.complete or restored.text == job.document.text


@given(jobs_after_the_vote())
def test_a_table_survives_json(job: Job) -> None:
    table = make_table(solve(job))
    assert table_from_json(json.loads(json.dumps(table_to_json(table)))) == table


@given(jobs_after_the_vote())
def test_one_entity_has_one_tag_and_two_entities_have_two(job: Job) -> None:
    done = solve(job)
    assert done.solution is not None
    pairs = {(row.entity, row.text) for row in done.solution.replacements}
    assert len(pairs) == len({entity for entity, _ in pairs}) == len({text for _, text in pairs})


# Jobs and JSON


WHOLE = st.integers(-(2**63), 2**63 - 1)
COUNTS = st.integers(-(2**53), 2**53)  # what a note may count: every program can read it
JSON = st.recursive(
    st.none()
    | st.booleans()
    | WHOLE
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
WORDS = st.text(max_size=8)
SCORES = st.floats(0, 1)
NEW_WORDS = st.dictionaries(WORDS, WORDS, max_size=2)
KEPT = st.builds(KeptPerson, WORDS, NEW_WORDS, NEW_WORDS) | st.builds(
    KeptThing, WORDS, st.builds(Surrogate, WORDS, WORDS, WORDS, WORDS, st.booleans()), st.tuples(WORDS)
)
IDENTITIES = st.none() | st.builds(
    Identity, st.integers(1, 9).map(lambda number: f"PER-{number}"), st.lists(KEPT, max_size=2).map(tuple)
)
PLACES = st.builds(Place, st.integers(0, 5), st.integers(5, 9))
SIGNED = {"by": WORDS, "why": WORDS}
EDITS = st.one_of(
    st.builds(SpanAdded, PLACES, WORDS, **SIGNED),
    st.builds(SpanRemoved, PLACES, **SIGNED),
    st.builds(SpanResized, PLACES, PLACES, WORDS, **SIGNED),
    st.builds(EntitiesMerged, st.tuples(PLACES, PLACES), **SIGNED),
    st.builds(EntitySplit, st.tuples(PLACES), **SIGNED),
    st.builds(DecisionOverridden, PLACES, st.booleans(), **SIGNED),
    st.builds(ReplacementOverridden, PLACES, WORDS, **SIGNED),
)


@st.composite
def finished_jobs(draw: st.DrawFn) -> Job:
    """A job that stands at any stage; its layers fit each other as a run leaves them."""
    text = draw(texts())
    meta = draw(st.dictionaries(WORDS, JSON, max_size=2))
    spans = tuple(s._replace(score=draw(SCORES), source=draw(WORDS)) for s in draw(span_sets(text)))
    job = Job(
        Document(draw(WORDS), text, draw(WORDS), meta), options=draw(st.dictionaries(WORDS, JSON, max_size=2))
    )
    job = _with(
        job,
        edits=tuple(draw(st.lists(EDITS, max_size=2))),
        taken=tuple(draw(st.lists(KEPT, max_size=2))),
        notes=tuple(draw(st.lists(st.builds(Note, WORDS, WORDS, COUNTS, SCORES), max_size=2))),
    )
    stage = draw(st.integers(0, 6))
    layers = {"candidates": spans, "voted": spans, "spans": spans}
    if stage >= 4:
        layers = _later_layers(draw, text, spans, layers)
    return _with(job, **dict(list(layers.items())[:stage]))


def _later_layers(
    draw: st.DrawFn, text: str, spans: tuple[Span, ...], layers: dict[str, Any]
) -> dict[str, Any]:
    entities = tuple(
        Entity(number, span.label, (span,), draw(st.dictionaries(WORDS, WORDS, max_size=1)), draw(IDENTITIES))
        for number, span in enumerate(spans)
    )
    decisions = tuple(
        Decision(entity.id, draw(st.booleans()), draw(WORDS), draw(st.sampled_from((None, entity.mentions))))
        for entity in entities
    )
    solved = solve(Job(Document("d", text), entities=entities, decisions=decisions)).solution
    return {**layers, "entities": entities, "decisions": decisions, "solution": solved}


def _with(job: Job, **layers: Any) -> Job:
    from dataclasses import replace

    return replace(job, **layers)


@given(finished_jobs())
def test_job_to_json_to_job_is_the_identity(job: Job) -> None:
    assert job_from_json(json.loads(json.dumps(job_to_json(job)))) == job


@given(finished_jobs())
def test_a_job_file_comes_back_whole(job: Job) -> None:
    job = _with(job, document=Document("id", job.document.text, job.document.language, job.document.meta))
    [back] = JobFormat({}).read(JobFormat({}).write([job], b""), name="other")
    assert back == job


# The vote


@st.composite
def claims_about_a_text(draw: st.DrawFn) -> tuple[str, list[Span]]:
    text = draw(st.text("ab 1.é\u0301-", min_size=1, max_size=20))
    claim = st.builds(
        lambda edges, label, score, source: Span(min(edges), max(edges), label, score, source),
        st.lists(st.integers(0, len(text)), min_size=2, max_size=2, unique=True),
        st.sampled_from(NAMES),
        st.sampled_from([0.4, 0.41, 0.8, 1.0]),
        st.sampled_from(["first:a", "first:b", "second:c", "third", ""]),
    )
    return text, draw(st.lists(claim, max_size=8))


def vote(text: str, claims: list[Span]) -> list[Span]:
    return CascadeVoter(["first", "second"], LABELS).vote(Document("d", text), claims)


@given(claims_about_a_text())
def test_winners_are_sorted_never_overlap_and_lie_in_the_text(case: tuple[str, list[Span]]) -> None:
    text, claims = case
    winners = vote(text, claims)
    ends = [0, *(end for span in winners for end in span[:2]), len(text)]
    assert ends == sorted(ends)
    assert all(span.start < span.end for span in winners)


@given(claims_about_a_text(), st.randoms(use_true_random=False))
def test_winners_do_not_depend_on_the_order_of_claims(case: tuple[str, list[Span]], random: Any) -> None:
    text, claims = case
    shuffled = list(claims)
    random.shuffle(shuffled)
    assert vote(text, shuffled) == vote(text, claims)


@given(claims_about_a_text())
def test_every_claimed_letter_and_digit_stays_covered_and_nothing_else_is(
    case: tuple[str, list[Span]],
) -> None:
    text, claims = case
    claimed = {i for span in claims for i in range(span.start, span.end)}
    covered = {i for span in vote(text, claims) for i in range(span.start, span.end)}
    assert {i for i in claimed if text[i].isalnum()} <= covered <= claimed


@given(claims_about_a_text())
def test_winners_vote_for_themselves(case: tuple[str, list[Span]]) -> None:
    text, claims = case
    winners = vote(text, claims)
    assert vote(text, winners) == winners


@given(claims_about_a_text(), st.sets(st.integers(0, 7)))
def test_a_veto_takes_out_exactly_the_claims_inside_it(
    case: tuple[str, list[Span]], vetoing: set[int]
) -> None:
    _, spans = case
    claims = [s._replace(label="O") if i in vetoing else s for i, s in enumerate(spans)]
    vetoes = [claim for claim in claims if claim.label in OUTSIDE]
    expected = [
        claim
        for claim in claims
        if claim not in vetoes
        and not (
            LABELS.root(claim.label) in TOLD_NAMES
            and any(v.start <= claim.start and claim.end <= v.end for v in vetoes)
        )
    ]
    assert unvetoed(claims, LABELS) == expected


# The text layer


@given(texts())
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(texts())
def test_folding_is_blind_to_case_and_stable(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(texts() | st.text("aeX\u0301\u0323\u0327 ", max_size=12))
def test_the_words_of_a_text_lie_side_by_side_and_are_never_empty(text: str) -> None:
    words = Words(text)
    assert len(words.spans) == len(words.folded)
    ends = [0, *(edge for span in words.spans for edge in span), len(text)]
    assert ends == sorted(ends)
    assert all(words.surface(index) for index in range(len(words.spans)))


@given(texts() | st.text("aeX\u0301\u0323\u0327 ", max_size=12))
def test_composing_keeps_the_order_of_characters(text: str) -> None:
    composed, origins = compose(text)
    if origins is None:
        assert composed == text
    else:
        assert len(origins) == len(composed) + 1
        assert origins == sorted(origins)
        assert origins[-1] == len(text)


@given(texts(), st.lists(st.sampled_from(PIECES) | st.text(max_size=2), max_size=5))
def test_occurrences_are_the_leftmost_and_longest(text: str, strings: list[str]) -> None:
    found, position = [], 0
    patterns = sorted(filter(None, strings), key=len, reverse=True)
    while position < len(text):
        hit = next((item for item in patterns if text.startswith(item, position)), None)
        if hit is not None:
            found.append((position, hit))
        position += len(hit) if hit else 1
    assert [tuple(item) for item in occurrences(strings, text)] == found


@given(jobs_after_the_vote())
def test_reprs_and_notes_hold_no_source_text(job: Job) -> None:
    name = "Quexandra"
    text = f"{name} {job.document.text} {name}"
    spans = (
        Span(0, len(name), "PER", 1.0, "given"),
        Span(len(text) - len(name), len(text), "PER", 1.0, "given"),
    )
    [done] = pipeline.run([Job(Document("d", text, meta={"title": name}), spans=spans)], make_kit())
    table = make_table(done)
    restored = reidentify(done.solution.text if done.solution else "", table)
    assert restored.text == text
    for value in (
        done,
        done.document,
        done.solution,
        done.entities,
        done.notes,
        table,
        table.entries,
        restored,
    ):
        assert name not in repr(value)

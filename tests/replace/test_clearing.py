"""No hidden name stands in an output, whatever the text, the spans and the method."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nescio import pipeline
from nescio.core.edits import SpanRemoved
from nescio.core.model import Decision, Document, Entity, Job, Span
from nescio.replace.clearing import AS_WORD, BY_DECISION, CLEARED
from nescio.replace.leftovers import HiddenNames
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table
from tests.replace.test_substitute import job_of, kit

METHODS = ("tag", "suppress", "substitute", "generalize")


def solved(marked: str, language: str, method: str) -> Job:
    [done] = pipeline.run([job_of(marked, language)], kit(language, method))
    assert done.failure is None, done.failure
    return done


def text_of(job: Job) -> str:
    assert job.solution is not None
    return job.solution.text


def counts(job: Job) -> dict[str, int]:
    return {note.code: note.count for note in job.notes if note.stage == "replace" and note.code != "done"}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("language", "marked", "left"),
    [
        ("de", "Patientin: [Herzog, Jana|PER|1]. Frau Herzog kam.", "herzog"),
        ("de", "Patient: [Graf, Peter|PER|1]. Herr Graf ging.", "graf,"),
        ("de", "[König, Maria|PER|1] sagte aus. KÖNIG unterschrieb.", "könig"),
        ("de", "[Prinz, Sebastian|PER|1] fehlt. Sebastian auch.", "sebastian"),
        ("de", "[Richter, Anna|PER|1]: richter_anna_03.mp3", "anna"),
        ("es", "[CONDE RUIZ, LUIS|PER|1]. El señor Conde vino.", "conde"),
        ("es", "[Rey Ortega, Inés|PER|1]. Rey firmó.", "ortega"),
        ("es", "[Javier Montalvo|PER|1]: hola\njavier: qué tal", "javier"),
        ("pt", "[Conde, Rui|PER|1]. O senhor Conde saiu.", "conde"),
        ("pt", "[Barão Lima, Ana|PER|1] assinou. #anabarao", "barao"),
        ("pt", "[Odília Brasa|PER|1] veio. BRASA, ODILIA", "brasa"),
        ("en", "[Bishop, Christian|PER|1] came. Bishop sat.", "bishop"),
        ("en", "[King, Maureen|PER|1]. maureen_king@example.net", "maureen"),
        ("en", "[Young, Stephen|PER|1]. Mr Young left.", "young"),
    ],
)
def test_nothing_of_a_hidden_name_is_left(language: str, marked: str, left: str, method: str) -> None:
    done = solved(marked, language, method)
    assert left not in text_of(done).lower()
    restored = reidentify(text_of(done), make_table(done), by="position")
    assert restored.text == done.document.text


def test_what_was_left_stands_in_the_notes_without_text() -> None:
    done = solved("[Odília Brasa|PER|1] veio com brasa e BRASA.", "pt", "substitute")
    assert counts(done) == {CLEARED: 1, AS_WORD: 1}


def test_what_a_policy_leaves_in_the_text_stays_and_is_said() -> None:
    job = job_of("[Anna Reichwein|PER|1] leitet die [Reichwein GmbH|ORG|2].", "de")
    assert job.decisions is not None
    kept = (job.decisions[0], Decision(1, False, "test"))
    [done] = pipeline.run([Job(job.document, entities=job.entities, decisions=kept)], kit("de", "tag"))
    assert text_of(done) == "[PERSON1] leitet die Reichwein GmbH."
    assert counts(done) == {BY_DECISION: 1}


def test_what_a_person_took_out_stays() -> None:
    text = "Reichwein kam. Reichwein ging."
    spans = (Span(0, 9, "PER", 0.9, "given"), Span(15, 24, "PER", 0.9, "given"))
    edit = SpanRemoved(by="me", why="another one", place=(15, 24))  # type: ignore[arg-type]
    job = Job(Document("d", text, "de"), spans=spans, edits=(edit,))
    [done] = pipeline.run([job], kit("de", "tag"), start="coref")
    assert text_of(done) == "[PERSON1] kam. Reichwein ging."


NAMES = ("Zorbek Anaval", "Anaval", "Zorbek", "Quilmo Treska", "zorbek", "TRESKA")
PIECES = (*NAMES, " ", ", ", "\n", "_", "@", "7", ".", "und ", "Haus ", "s ", "-", "'s ", "banaval")


@st.composite
def marked_texts(draw: st.DrawFn) -> tuple[str, tuple[Entity, ...]]:
    """Any pieces, of which some names are mentions of one of three people."""
    text, spans = "", {0: [], 1: [], 2: []}  # type: ignore[var-annotated]
    for piece in draw(st.lists(st.sampled_from(PIECES), max_size=12)):
        owner = draw(st.sampled_from((None, None, 0, 1, 2)))
        if piece in NAMES and owner is not None:
            spans[owner].append(Span(len(text), len(text) + len(piece), "PER", 1.0, "given"))
        text += piece
    found = [tuple(own) for own in spans.values() if own]
    return text, tuple(Entity(n, "PER", own) for n, own in enumerate(found))


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=60)
@given(marked_texts())
def test_no_hidden_surface_or_part_stands_in_any_output(
    method: str, marked: tuple[str, tuple[Entity, ...]]
) -> None:
    text, entities = marked
    decisions = tuple(Decision(entity.id, True, "test") for entity in entities)
    job = Job(Document("d", text, "de"), entities=entities, decisions=decisions)
    [done] = pipeline.run([job], kit("de", method))
    assert done.solution is not None, done.failure
    own = kit("de", method)
    names = HiddenNames(text, entities, labels=own.tags.labels, words=own.words)
    assert [item for item in names.find(done.solution.text) if not item.is_word and not item.is_inside] == []
    read = written = 0  # everything outside the replacements is as it was
    for row in done.solution.replacements:
        assert done.solution.text[written : row.out_start] == text[read : row.start]
        read, written = row.end, row.out_end
    assert done.solution.text[written:] == text[read:]
    assert {span[:2] for entity in entities for span in entity.mentions} <= {
        (row.start, row.end) for row in done.solution.replacements
    }


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("language", ["en", "de", "pt", "es"])
def test_looking_around_changes_alone_finds_what_looking_at_all_finds(
    language: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked = " ".join(
        f"[Odilia Brasum|PER|1] {filler} brasum, B-r-a-s-u-m, odilia_brasum.md, [Otto Graf|PER|2]: Graf Otto."
        for filler in ("said it", "kam an.", "veio com", "vino a casa;") * 5
    )
    near = solved(marked, language, method)
    monkeypatch.setattr(HiddenNames, "most_words", 10_000)
    whole = solved(marked, language, method)
    assert counts(near)[CLEARED] > 0
    assert (near.solution, counts(near)) == (whole.solution, counts(whole))

"""Numbers of placeholders: what already stands in a text is never taken for one of ours."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nescio.core.identity import Identity
from nescio.core.labels import Label, LabelSet, TagTable
from nescio.core.model import Decision, Document, Entity, Job, Span
from nescio.core.scene import Context
from nescio.packs import load_pack
from nescio.replace.numbers import FARTHER
from nescio.replace.substitute import SubstituteMethod
from nescio.replace.tag import TagMethod
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table
from tests.helpers import SUPPRESS, TAG, job_with, make_kit, solve

DELIMITERS = (
    ("[", "]"),
    ("", ""),
    ("<", ">"),
    ("[**", "**]"),
    ("{{", "}}"),
    ("", "."),
    ("1", "1"),
    ("", "0"),
)
WORDS = (
    "PERSON",
    "person",
    "Person",
    "PERſON",
    "GIVEN_NAME",
    "given name",
    "CITY",
    "cıty",
    "DATE",
    "LOCATION",
)
HOLE = "◦"


@st.composite
def placeholders(draw: st.DrawFn) -> str:
    """What looks like a placeholder, whole, half, in another case or with a blank in it."""
    opening, closing = draw(st.sampled_from(DELIMITERS))
    blank = draw(st.sampled_from(["", "", " ", "_", "-", "\u00a0", "  ", "\t"]))
    number = draw(st.integers(1, 12) | st.integers(95, 105) | st.sampled_from([FARTHER + 1, 10**30]))
    whole = f"{opening}{draw(st.sampled_from(WORDS))}{blank}{number}{closing}"
    return whole[draw(st.integers(0, 1)) : len(whole) - draw(st.integers(0, 1))]


@st.composite
def marked_jobs(draw: st.DrawFn) -> Job:
    """Any text with any placeholders in it, and any mentions that do not overlap."""
    word = st.sampled_from(["Ida", "Otto", " ", "1", "0", "12", "é", "\ud800", "[", "]"])
    text = "".join(draw(st.lists(placeholders() | word, max_size=16)))
    cuts = draw(st.lists(st.integers(0, len(text)), max_size=14, unique=True).map(sorted))
    label = st.sampled_from(["PER", "PER", "PER", "GIVEN", "CITY", "DATE", "LOC"])
    spans = [Span(start, end, draw(label), 1.0, "given") for start, end in pairwise(cuts)]
    return Job(
        Document("d", text), spans=tuple(draw(st.lists(st.sampled_from(spans), unique=True))) if spans else ()
    )


def numbered(*pieces: str | tuple[str]) -> Job:
    """A job from pieces of text; those in parentheses are people."""
    text, spans = "", []
    for piece in pieces:
        if isinstance(piece, tuple):
            spans.append(Span(len(text), len(text) + len(piece[0]), "PER", 1.0, "given"))
        text += piece[0] if isinstance(piece, tuple) else piece
    return Job(Document("d", text), spans=tuple(spans))


MANY = "".join(f"[PERSON{number}] " for number in range(1, 300))


@given(marked_jobs(), st.sampled_from(DELIMITERS))
@example(numbered(MANY, ("Ida",), " met ", ("Otto",)), ("[", "]"))
@example(numbered("[person 1] [ PERSON-2 ] ", ("Ida",)), ("[", "]"))
@example(numbered("PERSON10 ", ("Ida",)), ("", ""))
@example(numbered("PERſON1 ", ("Ida",)), ("", ""))
@example(numbered(*((f"N{number}",) for number in range(12)), "2"), ("", ""))
def test_what_stands_in_the_text_is_never_taken_for_a_placeholder(
    job: Job, delimiters: tuple[str, str]
) -> None:
    done = solve(job, make_kit(methods={"default": TagMethod(*delimiters)}))
    assert done.solution is not None
    rows, output, table = done.solution.replacements, done.solution.text, make_table(done)
    pairs = {(row.entity, row.text) for row in rows}
    assert len(pairs) == len({entity for entity, _ in pairs}) == len({text for _, text in pairs})
    for by in ("position", "placeholder", "auto"):
        restored = reidentify(output, table, by=by)
        assert (restored.text, restored.complete) == (job.document.text, True)
    if pairs:
        lost = min(text for _, text in pairs)
        expected = _with_holes(job.document.text, [(r.start, r.end) for r in rows if r.text == lost])
        edited = _with_holes(output, [(r.out_start, r.out_end) for r in rows if r.text == lost])
        if len(pairs) > 1:
            restored = reidentify(edited, table, by="placeholder")
            assert (restored.text, restored.lost, restored.altered) == (expected, (lost,), ())


def _with_holes(text: str, places: list[tuple[int, int]]) -> str:
    for start, end in reversed(places):
        text = text[:start] + HOLE + text[end:]
    return text


def test_a_number_behind_a_mention_is_no_placeholder() -> None:
    done = solve(job_with("Person Ida1 left.", "Ida"))
    assert done.solution is not None
    assert done.solution.text == "Person [PERSON1]1 left."


def identified(text: str, *identities: tuple[str, str, str]) -> Job:
    """A job whose entities are those of a ledger: name, label, identity (or none)."""
    entities = []
    for number, (name, label, identity) in enumerate(identities):
        span = Span(text.index(name), text.index(name) + len(name), label, 1.0, "t")
        entities.append(Entity(number, label, (span,), identity=Identity(identity) if identity else None))
    decisions = tuple(Decision(entity.id, True, "") for entity in entities)
    return Job(Document("d", text), entities=tuple(entities), decisions=decisions)


def test_the_number_of_an_identity_that_stands_in_a_text_is_not_that_of_another_identity() -> None:
    done = solve(identified("[PERSON1] Ida", ("Ida", "PER", "PER-1")))
    assert done.solution is not None
    assert done.solution.text == f"[PERSON1] [PERSON{FARTHER + 1}]"
    twice = f"[PERSON1] PERSON{FARTHER + 1} Ida Otto"
    again = solve(identified(twice, ("Ida", "PER", "PER-1"), ("Otto", "PER", "PER-2")))
    assert again.solution is not None
    assert again.solution.text == f"[PERSON1] PERSON{FARTHER + 1} [PERSON{2 * FARTHER + 1}] [PERSON2]"


def test_identities_of_two_kinds_that_are_called_alike_have_two_placeholders() -> None:
    labels = LabelSet([Label("PER", None, "direct", "NAME"), Label("ORG", None, "indirect", "Name")])
    kit = replace(make_kit(), tags=TagTable(labels))
    done = solve(identified("Ida Zenn", ("Ida", "PER", "PER-3"), ("Zenn", "ORG", "ORG-3")), kit)
    assert done.solution is not None
    assert done.solution.text == f"[NAME3] [Name{FARTHER + 3}]"


def test_a_label_that_ends_with_a_digit_does_not_run_into_another() -> None:
    labels = LabelSet([Label("PER", None, "direct", "ID"), Label("ORG", None, "indirect", "ID2")])
    kit = replace(make_kit(), tags=TagTable(labels))
    names = [f"N{chr(97 + number)}" for number in range(24)]
    done = solve(job_with("Zenn " + " ".join(names), ("Zenn", "ORG"), *names), kit)
    assert done.solution is not None
    assert len({row.text for row in done.solution.replacements}) == 25


class Rows:
    """A method of somebody else, whose placeholders have a form of their own."""

    name, reversible = "rows", True

    def __init__(self, kinds: int) -> None:
        self._kinds = kinds

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        return f"({context.number % self._kinds:06d})"


def test_a_row_of_foreign_placeholders_is_leapt_over() -> None:
    text = "".join(f"({number:06d})" for number in range(5000)) + "Ida"
    done = solve(job_with(text, "Ida"), make_kit(methods={"default": Rows(10**6)}))
    assert done.solution is not None
    [row] = done.solution.replacements
    assert row.text not in text


@pytest.mark.parametrize("kinds", [1, 2])
def test_entities_that_a_method_cannot_tell_apart_are_tagged(kinds: int) -> None:
    job = job_with("Ida Otto Una (000000)(000001)", "Ida", "Otto", "Una")
    done = solve(job, make_kit(methods={"default": Rows(kinds)}))
    assert done.solution is not None
    assert all(row.text.startswith("[PERSON") for row in done.solution.replacements)
    assert len({row.text for row in done.solution.replacements}) == 3


def test_a_mark_that_looks_like_a_tag_takes_its_number() -> None:
    from nescio.replace.suppress import SuppressMethod

    kit = make_kit(methods={"default": TAG, "CITY": SuppressMethod("[PERSON1]")})
    done = solve(job_with("Aalby Ida", "Ida", ("Aalby", "CITY")), kit)
    assert done.solution is not None
    tags = [row.text for row in done.solution.replacements]
    assert tags[0] == "[PERSON1]" != tags[1]


def test_the_tag_for_what_has_no_substitute_is_not_one_of_the_text() -> None:
    pack = load_pack("en")
    kit = make_kit(methods={"default": SubstituteMethod.build(pack, {"seed": "s"}), "PER": SUPPRESS})
    kit = replace(kit, tags=TagTable(pack.labels))
    text = "".join(f"[CODE{number}] " for number in range(1, 12)) + "the second one"
    done = solve(identified(text, ("the second one", "CODE", "")), kit)
    assert done.solution is not None
    assert done.solution.replacements[0].text == "[CODE12]"

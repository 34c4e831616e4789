"""Marked text: what is marked is what was written, and every slip is named with its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import InputError
from nescio.evaluate.model import Annotation
from nescio.evaluate.read.files import read_annotations
from nescio.evaluate.read.marked import is_marked, read_marked

Write = Callable[[str, str], Path]
TWO = """### a-1 | en | letter

Dear ⟦PER#p1|Ann⟧,
⟦PER#p2|Tom
Hale⟧ of ⟦LOC#l1|Leeds⟧ asked for ⟦PER#p1|Ann Bell⟧.

### a-2 | pt | nota curta
Sem nomes.
"""


def read(content: str) -> list[Annotation]:
    return read_marked(content.split("\n"), "a.txt")


def surfaces(item: Annotation) -> list[tuple[str, str, str, int]]:
    return [((item.text or "")[m.start : m.end], m.label, m.entity, m.line) for m in item.mentions]


def test_documents_come_with_their_heading_their_text_and_their_entities() -> None:
    first, second = read(TWO)
    assert (first.id, first.language, first.genre, first.line) == ("a-1", "en", "letter", 1)
    assert first.text == "Dear Ann,\nTom\nHale of Leeds asked for Ann Bell."
    assert surfaces(first) == [
        ("Ann", "PER", "p1", 3), ("Tom\nHale", "PER", "p2", 4),
        ("Leeds", "LOC", "l1", 5), ("Ann Bell", "PER", "p1", 5),
    ]  # fmt: skip
    assert (second.id, second.genre, second.text, second.mentions) == ("a-2", "nota curta", "Sem nomes.", ())


def test_windows_line_ends_change_nothing() -> None:
    assert [item.text for item in read(TWO.replace("\n", "\r\n"))] == [item.text for item in read(TWO)]


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ("Dear Ann\n", 1, "begins with a line"),
        ("\n\n⟦PER#p1|Ann⟧\n### a | en | x\n", 3, "begins with a line"),
        ("### a | en\nx", 1, "with all three"),
        ("### a |  | letter\nx", 1, "with all three"),
        ("### a | en | x\n\nDear ⟦PER#p1|Ann\n", 3, "a mark is"),
        ("### a | en | x\nDear\n⟦PER|Ann⟧\n", 3, "a mark is"),
        ("### a | en | x\n⟦PER#p1|Tom\nHale⟧ saw\nAnn⟧\n", 4, "a mark is"),
        ("### a | en | x\n⟦ORG#o1|Bank of ⟦LOC#l1|Leeds⟧⟧\n", 2, "a mark is"),
        ("### a | en | x\n⟦PER#p1|⟧\n", 2, "a mark is"),
    ],
)
def test_a_slip_is_named_with_file_and_line_and_without_text(content: str, line: int, words: str) -> None:
    with pytest.raises(InputError) as error:
        read(content)
    assert str(error.value).startswith(f"a.txt:{line}: ")
    assert words in str(error.value)
    assert "Ann" not in str(error.value)


@given(st.lists(st.tuples(st.text("ab \n", max_size=6), st.text("xyÄ ", min_size=1, max_size=5))))
def test_marks_taken_out_leave_the_text_and_offsets_find_the_surfaces(parts: list[tuple[str, str]]) -> None:
    marked = "".join(f"{before}⟦PER#p{n}|{name}⟧" for n, (before, name) in enumerate(parts))
    plain = "".join(before + name for before, name in parts)
    [item] = read(f"### a | en | x\n|{marked}|\n")
    assert item.text == f"|{plain}|"
    assert [surface for surface, *_ in surfaces(item)] == [name for _, name in parts]


def test_a_folder_takes_marked_texts_and_leaves_other_texts_alone(write: Write) -> None:
    path = write("a.txt", TWO)
    write("notes.txt", "Only a note.")
    write("b.txt", "Ann of Leeds.")
    write("b.ann", "T1\tPER 0 3\tAnn\n")
    assert [item.id for item in read_annotations(path.parent)] == ["a-1", "a-2", "b"]


def test_a_marked_text_whose_heading_is_broken_is_refused_not_left_out(write: Write) -> None:
    path = write("a.txt", TWO.replace("### a-1", "##a-1"))
    with pytest.raises(InputError, match=r"a\.txt:1: a document of marked text begins"):
        read_annotations(path.parent)


def test_two_documents_with_one_id_are_refused(write: Write) -> None:
    with pytest.raises(InputError, match="two documents with this id"):
        read_annotations(write("a.txt", TWO.replace("a-2", "a-1")))


@pytest.mark.parametrize(
    ("content", "marked"),
    [(TWO, True), ("\ufeff\n" + TWO, True), ("x ⟦PER#p|y⟧", True), ("Some text. ### no heading", False)],
)
def test_the_content_tells_whether_a_text_is_marked(content: str, marked: bool) -> None:
    assert is_marked(content.encode()) is marked

"""Lists of terms: what is ticked goes, as the list says; what is not stays; files come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError, InputError
from nescio.core.model import Document, Job
from nescio.run.opening import open_anonymizer
from nescio.run.term_files import read_terms, write_terms
from nescio.run.terms import ListedAnonymizer, Term, TermList, list_terms

TEXT = "The applicant, Zoe Harrow, met Judge Ida Wren. Zoe Harrow and her friend Max Tolland left by tram 9."
TERMS = [
    Term("Zoe Harrow", "PER", 2, True, "Ms. A"),
    Term("Ida Wren", "PER", 1, False, ""),
    Term("tram 9", "MISC", 1, True, "=cmd"),
]


def anonymized(listed: TermList | None) -> tuple[str, list[Job]]:
    anonymizer = open_anonymizer("en", policy="learnt", methods=["initials"], listed=listed)
    jobs = anonymizer.run([Job(Document("d", TEXT, "en"))])
    assert jobs[0].solution is not None
    return jobs[0].solution.text, jobs


def test_terms_are_listed_with_counts_checks_and_replacements() -> None:
    rows = {term.text: term for term in list_terms(anonymized(None)[1])}
    harrow, wren = rows["Zoe Harrow"], rows["Ida Wren"]
    assert (harrow.number, harrow.hide, harrow.replacement) == (2, True, "Z.H.")
    assert (wren.hide, wren.replacement) == (False, "")


def test_the_edited_list_decides_and_names_the_replacement() -> None:
    listed = TermList.of(enumerate([*TERMS, Term("Max Tolland", "PER", 1, False, "")], 2))
    text, _ = anonymized(listed)
    assert text.count("Ms. A") == 2
    assert "Ida Wren" in text
    assert "Max Tolland" in text
    assert "tram 9" not in text


def test_terms_that_no_text_has_are_counted() -> None:
    anonymizer = open_anonymizer("en", listed=TermList.of([(2, Term("Nobody Here", "PER", 1, True, ""))]))
    anonymizer.run([Job(Document("d", TEXT, "en"))])
    assert isinstance(anonymizer, ListedAnonymizer)
    assert anonymizer.unmet == 1


def test_two_terms_with_one_replacement_clash_unless_it_is_an_omission_mark() -> None:
    text = "The applicants Sam Rudd and Sue Reed live at 4 Mill Lane, Tolva; phone 020 7946 0101."
    anonymizer = open_anonymizer("en", policy="blanket", methods=["suppress"])
    rows = list_terms(anonymizer.run([Job(Document("d", text, "en"))]))
    assert not any(term.clash for term in rows)


@pytest.mark.parametrize("suffix", ["csv", "xlsx"])
def test_a_list_comes_back_from_its_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"list.{suffix}"
    data = write_terms(TERMS, path)
    path.write_bytes(data)
    found = read_terms(path)
    assert [(t.text, t.hide, t.replacement) for t in found.rows.values()] == [
        (t.text, t.hide, t.replacement) for t in TERMS
    ]
    assert b"\n=cmd" not in data
    assert b",=cmd" not in data


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "first row"),
        ("name\nZoe\n", "first row"),
        ("check,term\n", "empty"),
        ("check,term\nx,Zoe\n,zoe\n", "Row 3 .* row 2"),
        ("check,term\nperhaps,Zoe\n", "Row 2"),
        ("check,term\nx,\n", "no word"),
    ],
)
def test_a_wrong_list_is_refused_by_its_row_without_its_words(
    tmp_path: Path, content: str, words: str
) -> None:
    path = tmp_path / "list.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=words) as refused:
        read_terms(path)
    assert "Zoe" not in str(refused.value)


@pytest.mark.parametrize("data", [b"PK\x03\x04 not a workbook", b"\xff\xfe\x00"])
def test_a_damaged_list_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"damaged|neither"):
        read_terms(path)


def test_another_suffix_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"\.csv or \.xlsx"):
        write_terms(TERMS, tmp_path / "list.pdf")

"""Tracked changes of Word, accepted: the text is what it would be, and nothing of the rest is left."""
# ruff: noqa: E501
# The XML of a document is easier to read in long lines.

from __future__ import annotations

import io
import zipfile

import pytest

from nescio.formats.document import Wishes
from nescio.formats.docx import DocxFormat
from tests.formats.hiding import hide, text_of
from tests.formats.planted_docx import paragraph, run, small_docx

DOCX = DocxFormat(Wishes(accept_changes=True))
BY = "w:id='1' w:author='Zorva'"


def deleted(text: str) -> str:
    return f"<w:del {BY}><w:r><w:delText>{text}</w:delText></w:r></w:del>"


def inserted(text: str) -> str:
    return f"<w:ins {BY}>{run(text)}</w:ins>"


def ended(*runs: str, mark: str = "del") -> str:
    """A paragraph whose end was deleted."""
    return paragraph(f"<w:pPr><w:rPr><w:{mark} {BY}/></w:rPr></w:pPr>", *runs)


def row(text: str, mark: str = "") -> str:
    return f"<w:tr><w:trPr>{mark}</w:trPr><w:tc>{paragraph(run(text))}</w:tc></w:tr>"


MOVED = (
    f"<w:moveFromRangeStart {BY} w:name='m1'/><w:moveFrom {BY}>{run('old place')}</w:moveFrom><w:moveFromRangeEnd w:id='1'/>",
    f"<w:moveToRangeStart {BY} w:name='m1'/><w:moveTo {BY}>{run('new place')}</w:moveTo><w:moveToRangeEnd w:id='1'/>",
)
CASES = {
    "deletion and insertion": (paragraph(run("a "), deleted("b"), inserted("c")), "a c"),
    "insertion within a deletion": (f"<w:p><w:ins {BY}>{deleted('b')}{run('c')}</w:ins></w:p>", "c"),
    "move": (paragraph(*MOVED), "new place"),
    "end of a paragraph": (ended(run("one ")) + paragraph(run("two")), "one two"),
    "a whole paragraph": (ended(deleted("gone")) + paragraph(run("two")), "two"),
    "three paragraphs in one": (ended(run("one ")) + ended(run("two ")) + paragraph(run("three")), "one two three"),
    "a paragraph moved away": (ended(MOVED[0], mark="moveFrom") + paragraph(MOVED[1]), "new place"),
    "an inserted end stays": (ended(run("one"), mark="ins") + paragraph(run("two")), "one\ntwo"),
    "a row": (f"<w:tbl>{row('gone', f'<w:del {BY}/>')}{row('kept', f'<w:ins {BY}/>')}</w:tbl>", "kept"),
    "a table": (f"<w:tbl>{row('gone', f'<w:del {BY}/>')}</w:tbl>{paragraph(run('kept'))}", "kept"),
    "looks": (f"<w:p><w:r><w:rPr><w:b/><w:rPrChange {BY}><w:rPr/></w:rPrChange></w:rPr><w:t>x</w:t></w:r></w:p>", "x"),
    "a box": (f"<w:p><w:r><w:pict><w:txbxContent>{paragraph(deleted('b'), inserted('c'))}</w:txbxContent></w:pict></w:r></w:p>", "c"),
    "a code of a field": (f"<w:p><w:del {BY}><w:r><w:delInstrText>AUTHOR</w:delInstrText></w:r></w:del>{run('x')}</w:p>", "x"),
    "two changes of one id": (paragraph(inserted("a"), deleted("b"), inserted("c")), "ac"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "text"), CASES.values(), ids=CASES.keys())
def test_accepted_changes_are_what_they_say(body: str, text: str) -> None:
    data = small_docx(body)
    assert text_of(DOCX, data) == text
    written, _ = hide(DOCX, data, "Nobodyhere")
    assert text_of(DocxFormat(Wishes()), written) == text
    with zipfile.ZipFile(io.BytesIO(written)) as archive:
        document = archive.read("word/document.xml").decode()
    assert "Zorva" not in document
    assert "gone" not in document


def test_without_the_wish_they_stay() -> None:
    data = small_docx(paragraph(deleted("b"), inserted("c")))
    made = DocxFormat(Wishes())
    assert hide(made, data, "Nobodyhere")[0] == data


def test_the_ledger_says_that_they_were_accepted() -> None:
    parts = DOCX.inspect(small_docx(paragraph(deleted("b"), inserted("c")))).parts
    assert [part.why for part in parts if part.name.endswith("tracked changes")] == ["they were accepted"]

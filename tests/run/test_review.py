"""Word in, Word out: proposals can be accepted, rejected, sealed and learnt from; others' work stays."""

# ruff: noqa: E501
# The XML and Basic of LibreOffice are easier to read in long lines.

from __future__ import annotations

import io
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from nescio.core.errors import InputError
from nescio.core.model import Document, Job
from nescio.formats.document import Wishes
from nescio.formats.docx import DocxFormat
from nescio.formats.office.proposals import AUTHOR, WordReview
from nescio.run.opening import open_anonymizer
from nescio.run.review import decided, propose, read_reviews, seal
from tests.formats.planted_docx import paragraph, run, small_docx

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MINE = (
    '<w:ins w:id="7" w:author="Kim Selby"><w:r><w:t>Quite so.</w:t></w:r></w:ins>'
    '<w:del w:id="8" w:author="Kim Selby"><w:r><w:delText>Old words</w:delText></w:r></w:del>'
)
PARAGRAPHS = (
    "The case was heard by Judge Ida Wren in the county court.",
    paragraph(run("The applicant, Zoe Har"), run("row, lives in Mirow; the witness Max Tolland agreed.")),
    paragraph(run("Zoe Harrow was represented by counsel, Mr Tarn. "), MINE),
)


@pytest.fixture(scope="module")
def original() -> bytes:
    return small_docx(*PARAGRAPHS)


@pytest.fixture(scope="module")
def review(original: bytes) -> bytes:
    return propose(original, open_anonymizer("en", policy="learnt", methods=["initials"]))[0]


def body(data: bytes) -> etree._Element:
    return etree.fromstring(zipfile.ZipFile(io.BytesIO(data)).read("word/document.xml"))


def rejected(data: bytes, name: str = "") -> bytes:
    """What a word processor makes of it when proposals are rejected: all, or those that delete a name."""
    tree = body(data)
    for change in list(tree.iter(f"{W}del")):
        text = "".join(node.text or "" for node in change.iter(f"{W}delText"))
        if change.get(f"{W}author") != AUTHOR or (name and name not in text):
            continue
        after = change.getnext()
        if after is not None and after.tag == f"{W}ins":
            after.getparent().remove(after)
        for node in change.iter(f"{W}delText"):
            node.tag = f"{W}t"
        for child in list(change):
            change.addprevious(child)
        change.getparent().remove(change)
    return with_part(data, "word/document.xml", etree.tostring(tree))


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    source, file = zipfile.ZipFile(io.BytesIO(data)), io.BytesIO()
    with zipfile.ZipFile(file, "w") as target:
        for item in source.namelist():
            target.writestr(item, content if item == name else source.read(item))
    return file.getvalue()


def test_what_stands_in_the_copy_is_the_direct_output(original: bytes, review: bytes) -> None:
    text = WordReview(original).text
    [job] = open_anonymizer("en", policy="learnt", methods=["initials"]).run([Job(Document("d", text, "en"))])
    assert job.solution is not None
    assert WordReview(review).text == job.solution.text
    assert "Harrow" not in job.solution.text
    assert "Ida Wren" in job.solution.text


def test_rejected_everything_is_the_original(original: bytes, review: bytes) -> None:
    assert WordReview(rejected(review)).text == WordReview(original).text


def test_revisions_of_others_stay_as_they_are(original: bytes, review: bytes) -> None:
    def foreign(data: bytes) -> list[bytes]:
        changes = body(data).iter(f"{W}ins", f"{W}del")
        return [etree.tostring(node, method="c14n") for node in changes if node.get(f"{W}author") != AUTHOR]

    assert foreign(review) == foreign(original)
    assert len(foreign(original)) == 2


def test_every_change_has_its_reason_and_probability_in_a_comment(review: bytes) -> None:
    comments = zipfile.ZipFile(io.BytesIO(review)).read("word/comments.xml").decode()
    changes = [node for node in body(review).iter(f"{W}ins") if node.get(f"{W}author") == AUTHOR]
    assert comments.count("policy:learnt ") == len(changes) >= 3
    assert "Harrow" not in comments


def test_sealing_leaves_no_name_no_history_and_no_mark(review: bytes) -> None:
    sealed, number = seal(review)
    assert number >= 3
    whole = b"".join(
        zipfile.ZipFile(io.BytesIO(sealed)).read(n) for n in zipfile.ZipFile(io.BytesIO(sealed)).namelist()
    )
    for gone in (b"Harrow", b"Tolland", b"nescio", b"Kim Selby", b"Old words", b"w:del "):
        assert gone not in whole
    assert WordReview(sealed).mark is None
    assert "Quite so." in WordReview(sealed).text


def test_a_deletion_or_comment_that_holds_a_hidden_name_is_refused(original: bytes) -> None:
    told = paragraph(run("The applicant, Zoe Harrow, came."), MINE.replace("Old words", "as Zoe Harrow said"))
    copy, _ = propose(small_docx(told), open_anonymizer("en", policy="learnt", methods=["initials"]))
    with pytest.raises(InputError, match="still holds a hidden name"):
        seal(copy)


def test_what_was_rejected_stays_and_is_learnt(review: bytes) -> None:
    changed = rejected(review, "Tolland")
    found = {
        found: item.hide
        for item in decided(changed, "r").entities
        for found in _forms(changed, item.mentions)
    }
    assert found["Max Tolland"] is False
    assert found["Zoe Harrow"] is True
    assert "Max Tolland" in WordReview(seal(changed)[0]).text


def _forms(data: bytes, mentions: tuple[tuple[int, int], ...]) -> list[str]:
    text = decided(data, "r").text
    return [text[start:end] for start, end in mentions]


def test_a_review_copy_is_refused_by_what_publishes_and_proposed_only_once(review: bytes) -> None:
    with pytest.raises(InputError, match="not for publication"):
        DocxFormat(Wishes()).read(review, name="r")
    with pytest.raises(InputError, match="already"):
        propose(review, open_anonymizer("en"))


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"text", "no Word document"), (b"PK\x03\x04cut", "damaged"), (small_docx("A b"), "no review copy")],
)
def test_what_is_no_review_copy_cannot_be_sealed(data: bytes, words: str) -> None:
    with pytest.raises(InputError, match=words):
        seal(data)


def test_damaged_revisions_are_refused(review: bytes) -> None:
    with pytest.raises(InputError, match="damaged"):
        seal(with_part(review, "word/document.xml", b"<w:document><w:del>"))


def test_reviews_are_read_by_name(tmp_path: Path, review: bytes) -> None:
    (tmp_path / "a.docx").write_bytes(review)
    assert [text.id for text in read_reviews([tmp_path / "a.docx"])] == ["a.docx"]
    (tmp_path / "b.docx").write_bytes(b"x")
    with pytest.raises(InputError, match=r"b\.docx"):
        read_reviews([tmp_path / "b.docx"])


MACRO = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Sub Settle(source, target, wish)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  doc = StarDesktop.loadComponentFromURL(source, "_blank", 0, hidden())
  helper = createUnoService("com.sun.star.frame.DispatchHelper")
  helper.executeDispatch(doc.CurrentController.Frame, ".uno:" &amp; wish &amp; "AllTrackedChanges", "", 0, Array())
  Dim form(0) As New com.sun.star.beans.PropertyValue
  form(0).Name = "FilterName"
  form(0).Value = "MS Word 2007 XML"
  doc.storeToURL(target, form())
  doc.close(True)
End Sub
</script:module>"""


def in_libreoffice(data: bytes, wish: str, folder: Path) -> bytes:
    office = [
        "soffice",
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        "--headless",
        "--norestore",
    ]

    def start(*more: str) -> None:
        home = {**os.environ, "HOME": str(folder)}
        subprocess.run([*office, *more], check=True, capture_output=True, timeout=120, env=home)

    start("--terminate_after_init")  # writes a profile, into which the macro goes
    basic = folder / "profile" / "user" / "basic" / "Standard"
    basic.mkdir(parents=True, exist_ok=True)
    (basic / "Module1.xba").write_text(MACRO, encoding="utf-8")
    (basic / "script.xlb").write_text(
        '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD '
        'OfficeDocument 1.0//EN" "library.dtd"><library:library xmlns:library="http://openoffice.org/2000/library" '
        'library:name="Standard" library:readonly="false" library:passwordprotected="false">'
        '<library:element library:name="Module1"/></library:library>', encoding="utf-8",
    )  # fmt: skip
    source, target = folder / "in.docx", folder / "out.docx"
    source.write_bytes(data)
    start(f"macro:///Standard.Module1.Settle({source.as_uri()},{target.as_uri()},{wish})")
    return target.read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="needs LibreOffice")
@pytest.mark.parametrize(("wish", "whole"), [("Accept", True), ("Reject", False)])
def test_libreoffice_accepts_and_rejects(
    original: bytes, review: bytes, tmp_path: Path, wish: str, whole: bool
) -> None:
    plain = small_docx(*PARAGRAPHS[:2])  # without changes of others, which it would settle too
    copy, _ = propose(plain, open_anonymizer("en", policy="learnt", methods=["initials"]))
    settled = WordReview(in_libreoffice(copy, wish, tmp_path))
    assert settled.text == WordReview(copy if whole else plain).text
    assert settled.mark is not None


@pytest.mark.parametrize("part", ["_rels/.rels", "[Content_Types].xml"])
@pytest.mark.parametrize("content", [None, b""])
def test_a_document_that_lacks_what_all_have_is_refused(
    original: bytes, part: str, content: bytes | None
) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(original)) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            data = old.read(name) if name != part else content
            if data is not None:
                new.writestr(name, data)
    with pytest.raises(InputError):
        propose(file.getvalue(), open_anonymizer("en", policy="blanket", methods=["tag"]))


@pytest.mark.parametrize("number", ["\u00b2", "9" * 5000, "x"])
def test_comments_with_strange_numbers_do_no_harm(number: str) -> None:
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    comments = f'<w:comments {space}><!-- x --><w:comment w:id="{number}"/></w:comments>'
    data = small_docx("The applicant, Zoe Harrow, left.", comments=comments)
    assert propose(data, open_anonymizer("en", policy="blanket", methods=["tag"]))[1] == 1

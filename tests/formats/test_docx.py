"""Word documents: nothing hidden is left in any corner, and the way back restores every part."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace

import pytest

from nescio.core.errors import InputError, NescioError
from nescio.core.model import Job
from nescio.formats.document import Wishes
from nescio.formats.docx import DocxFormat
from nescio.run.opening import Terms, open_anonymizer
from nescio.run.restore import solved
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table
from tests.formats.planted import Planter, left_in
from tests.formats.planted_docx import body_part, make_docx, paragraph, planted_docx, run, small_docx
from tests.formats.planted_more import planted_more


def hide(data: bytes, *names: str, wishes: Wishes | None = None) -> tuple[bytes, list[Job]]:
    """The document without the names, and the jobs that say how."""
    made = DocxFormat(wishes or Wishes())
    jobs = made.read(data, name="letter.docx")
    done = open_anonymizer("en", policy="listed", terms=Terms(hide=names)).run(jobs)
    assert [job.failure for job in done] == [None] * len(done)
    settled = made.settle(done, data)
    return made.write(settled, data), settled


def part(data: bytes, name: str = "word/document.xml") -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name).decode()


def text_of(data: bytes) -> str:
    [job] = DocxFormat(Wishes()).read(data, name="x")
    return job.document.text


@pytest.mark.parametrize("make", [planted_docx, planted_more])
def test_none_of_the_names_in_all_corners_is_left(make: Callable[[], tuple[bytes, Planter]]) -> None:
    data, planter = make()
    assert len(planter.names) >= 50
    assert set(left_in(data, planter)) == set(planter.corners.values())
    written, _ = hide(data, *planter.names)
    assert left_in(written, planter) == {}


@pytest.mark.parametrize("make", [planted_docx, planted_more])
def test_the_way_back_restores_the_text_of_every_part(make: Callable[[], tuple[bytes, Planter]]) -> None:
    data, planter = make()
    written, [job] = hide(data, *planter.names)
    made = DocxFormat(Wishes())
    [again] = made.read(written, name="letter.docx")
    back = made.write([solved(again, reidentify(again.document.text, make_table(job)))], written)
    assert text_of(back) == text_of(data)


def test_what_hides_nothing_changes_nothing() -> None:
    data, _ = planted_docx()
    assert hide(data, "Nobodyhere")[0] == data


def test_a_name_over_several_runs_goes_into_the_first_and_keeps_its_style() -> None:
    bold = "<w:r><w:rPr><w:b/></w:rPr><w:t>Imo</w:t></w:r>"
    data = small_docx(paragraph(run("Dear Mrs "), bold, run("gen Vantong"), run("eren, hello.")))
    written, _ = hide(data, "Imogen Vantongeren")
    assert "<w:b/></w:rPr><w:t>[PERSON1]</w:t>" in part(written)
    assert text_of(written) == "Dear Mrs [PERSON1], hello."


def test_a_name_over_two_cells_is_one_and_comes_back_into_both() -> None:
    cells = "".join(f"<w:tc>{paragraph(run(text))}</w:tc>" for text in ("Imogen", "Vantongeren"))
    data = small_docx(f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>", "Imogen Vantongeren came.")
    written, [job] = hide(data, "Imogen", "Vantongeren", "Imogen Vantongeren")
    assert "Vantongeren" not in part(written)
    made = DocxFormat(Wishes())
    [again] = made.read(written, name="x")
    back = made.write([solved(again, reidentify(again.document.text, make_table(job)))], written)
    assert text_of(back) == text_of(data) == "Imogen\tVantongeren\nImogen Vantongeren came."


def test_what_was_deleted_reads_by_itself() -> None:
    gone = "<w:del w:id='1' w:author='x'><w:r><w:delText>old</w:delText></w:r></w:del>"
    data = small_docx(paragraph(run("the "), gone, run("new word")))
    assert text_of(data).startswith("the new word\nold")


def test_a_name_grown_together_with_other_signs_is_found_where_it_is_hidden_elsewhere() -> None:
    data = small_docx(
        paragraph(run("Vantongeren wrote."), "<w:bookmarkStart w:id='1' w:name='x_Vantongeren_2020'/>")
    )
    written, _ = hide(data, "Vantongeren")
    assert "ongeren" not in part(written)


def test_names_that_were_different_stay_different() -> None:
    marks = "".join(
        f"<w:bookmarkStart w:id='{n}' w:name='{name}'/>" for n, name in enumerate(("Zorva", "ZORVA"))
    )
    written, [job] = hide(small_docx(paragraph(run("Zorva came."), marks)), "Zorva")
    assert 'w:name="PERSON1"' in part(written)
    assert 'w:name="PERSON1_2"' in part(written)
    assert job.solution is not None
    assert text_of(written) == job.solution.text


def test_a_control_whose_date_is_hidden_keeps_none_behind_it() -> None:
    date = '<w:sdt><w:sdtPr><w:date w:fullDate="1987-03-04T00:00:00Z"/></w:sdtPr>'
    data = small_docx(f"{date}<w:sdtContent>{paragraph(run('4 March 1987'))}</w:sdtContent></w:sdt>")
    written, [job] = hide(data, "4 March 1987")
    assert "1987" not in part(written)
    assert job.solution is not None
    assert text_of(written) == job.solution.text


def test_a_part_that_nobody_knows_is_refused_or_emptied() -> None:
    document = body_part("document", f"<w:body>{paragraph(run('Zorva came.'))}</w:body>")
    data = make_docx({"word/document.xml": document, "word/embeddings/thing.dat": b"\x01\x02Zorva"})
    with pytest.raises(InputError, match="cannot be made safe: a part that nothing here can read"):
        hide(data, "Zorva")
    written, _ = hide(data, "Zorva", wishes=Wishes(drop_unknown=True))
    assert part(written, "word/embeddings/thing.dat") == ""


def test_macros_are_refused_or_dropped() -> None:
    document = body_part("document", f"<w:body>{paragraph(run('Zorva came.'))}</w:body>")
    data = make_docx({"word/document.xml": document, "word/vbaProject.bin": b"Zorva"})
    with pytest.raises(InputError, match="macros"):
        hide(data, "Zorva")
    written, _ = hide(data, "Zorva", wishes=Wishes(drop_macros=True))
    assert "word/vbaProject.bin" not in zipfile.ZipFile(io.BytesIO(written)).namelist()


BAD = {
    "empty": b"",
    "cut off": small_docx("a")[:300],
    "text": b"just a text",
    "entities": small_docx("a", other='<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'),
    "damaged XML": small_docx("a", other="<x>"),
    "old": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_cannot_be_read_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(NescioError):
        DocxFormat(Wishes()).read(data, name="x")


def test_the_ledger_names_every_part() -> None:
    data, _ = planted_docx()
    contents = DocxFormat(Wishes()).inspect(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = set(archive.namelist())
    told = {part.name for part in contents.parts}
    within = {name for name in names if any(one.startswith(f"{name}: ") for one in told)}
    assert names - within <= told
    assert any(name.startswith("word/embeddings/Document1.docx: ") for name in told)
    assert contents.counts == {
        "rewritten": contents.counts["rewritten"],
        "free": contents.counts["free"],
        "dropped": contents.counts["dropped"],
    }


def test_authors_are_claimed_as_people() -> None:
    data = small_docx(paragraph("<w:ins w:id='1' w:author='Zorva Quellen'><w:r><w:t>new</w:t></w:r></w:ins>"))
    [job] = DocxFormat(Wishes()).read(data, name="x")
    [claim] = job.document.meta["claims"]
    assert job.document.text[claim[0] : claim[1]] == "Zorva Quellen"
    [done] = open_anonymizer("en").run([replace(job)])
    assert done.solution is not None
    assert "Zorva" not in done.solution.text


@pytest.mark.parametrize("method", ["suppress", "mask", "tag", "substitute", "initials", "generalize"])
def test_every_method_can_stand_in_every_corner(method: str) -> None:
    data, planter = planted_docx()
    made = DocxFormat(Wishes())
    terms = Terms(hide=planter.names)
    done = open_anonymizer("en", policy="listed", terms=terms, methods=[method]).run(
        made.read(data, name="x")
    )
    assert left_in(made.write(made.settle(done, data), data), planter) == {}


CHUNK = (
    "MIME-Version: 1.0\r\nContent-Type: multipart/related; type=\"text/html\"; boundary=\"b\"\r\n\r\n--b\r\n"
    "Content-Type: text/html; charset=\"utf-8\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    "<html><body><p>Zor=\r\nva came.</p></body></html>\r\n--b--\r\n"
)  # fmt: skip


def test_a_page_packed_as_a_message_is_rewritten() -> None:
    document = body_part("document", f"<w:body>{paragraph(run('Zorva came.'))}</w:body>")
    data = make_docx({"word/document.xml": document, "word/chunk.mht": CHUNK})
    written, _ = hide(data, "Zorva")
    assert "<p>[PERSON1] came.</p>" in part(written, "word/chunk.mht")

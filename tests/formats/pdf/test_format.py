"""PDF through the whole pipeline: names found, hidden and led back, attachments by their own format."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Mapping
from urllib.parse import unquote

import pikepdf
import pytest

from nescio.core.contents import DROPPED, FREE, REFUSED, REWRITTEN
from nescio.core.errors import InputError
from nescio.core.model import Job
from nescio.formats.document import Wishes
from nescio.formats.pdf.format import PdfFormat
from nescio.run.opening import Terms, open_anonymizer
from nescio.run.restore import solved
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table
from tests.formats.pdf.helpers import pixels_of, text_of
from tests.formats.pdf.making import finished, page_of, planted, shown
from tests.formats.pdf.making_more import planted_more
from tests.formats.pdf.unpacking import views
from tests.formats.planted_docx import small_docx


def hide(data: bytes, *names: str, wishes: Wishes | None = None) -> tuple[bytes, list[Job]]:
    made = PdfFormat(wishes or Wishes())
    jobs = made.read(data, name="letter.pdf")
    done = open_anonymizer("en", policy="listed", terms=Terms(hide=names)).run(jobs)
    settled = made.settle(done, data)
    return made.write(settled, data), settled


def with_attachment(name: str, content: bytes) -> bytes:
    pdf = pikepdf.open(io.BytesIO(page_of(shown("See what hangs here, says Vromavix."))))
    pdf.attachments[name] = content
    return finished(pdf)


def attachment_of(data: bytes, name: str) -> bytes:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return pdf.attachments[name].get_file().read_bytes()


TORN = {"over two streams of a page", "a hyphen at the end of a line"}  # only a reader of pages joins them


def left(data: bytes, names: Mapping[str, str]) -> set[str]:
    """The corners whose names somebody still finds, also behind percent signs."""
    seen = views(data)
    seen += [unquote(view) for view in seen if "%" in view]
    return {corner for name, corner in names.items() if any(name in view for view in seen)}


@pytest.mark.parametrize("make", [planted, planted_more])
def test_none_of_the_names_in_all_corners_is_left(make: Callable[[], tuple[bytes, dict[str, str]]]) -> None:
    data, names = make()
    assert len(names) >= 50
    assert left(data, names) >= set(names.values()) - TORN
    written, _ = hide(data, *names)
    assert left(written, names) == set()
    assert not any(
        name in text_of(written, number)
        for name in names
        for number in range(2 if make is planted_more else 1)
    )


def test_what_hides_nothing_changes_nothing() -> None:
    data = page_of(shown("Nothing to see here."))
    written, _ = hide(data, "Vromavix")
    assert written == data


def test_the_way_back_gives_the_text() -> None:
    data = page_of(shown("Here Zelkavix writes to Vromavix.", "Both know Vromavix."))
    written, [job] = hide(data, "Vromavix", "Zelkavix")
    made = PdfFormat(Wishes())
    [again] = made.read(written, name="letter.pdf")
    back = made.write([solved(again, reidentify(again.document.text, make_table(job)))], written)
    assert text_of(back).split() == text_of(data).split()


def test_a_name_over_two_lines_is_one_name() -> None:
    written, _ = hide(page_of(shown("We wrote to Tholm", "Quastendrup yesterday.")), "Tholm Quastendrup")
    assert "Tholm" not in text_of(written)
    assert "Quastendrup" not in text_of(written)
    assert "yesterday" in text_of(written)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", b"Vromavix was here."),
        ("b.pdf", page_of(shown("Vromavix was here."))),
        ("c.docx", small_docx("Vromavix was here.")),
    ],
)
def test_an_attachment_goes_by_its_own_format(name: str, content: bytes) -> None:
    written, [job] = hide(with_attachment(name, content), "Vromavix")
    assert "was here" in job.document.text
    assert not any("Vromavix" in view for view in [*views(written), *views(attachment_of(written, name))])
    assert attachment_of(written, name) != content


def test_an_attachment_of_another_kind_is_refused_or_dropped_by_wish() -> None:
    data = with_attachment("a.bin", b"\x00\x01Vromavix")
    with pytest.raises(InputError, match="attachment"):
        hide(data, "Vromavix")
    written, _ = hide(data, "Vromavix", wishes=Wishes(drop_unknown=True))
    assert not any("Vromavix" in view for view in views(written))


def test_a_letter_that_no_font_has_becomes_a_box_in_which_readers_find_the_text() -> None:
    data = page_of(shown("Here is Vromavix."))
    made = PdfFormat(Wishes())
    [opened] = made.open(data, Wishes())
    old = [piece.text for piece in opened.pieces]
    short, long = (
        opened.write([text.replace("Vromavix", new) for text in old]) for new in ("Анна", "Анна Каренина")
    )
    assert "Here is Анна" in text_of(short)
    assert "Here is Анна Каренина" in text_of(long)
    assert pixels_of(short) == pixels_of(long)  # the same box


def test_line_ends_that_are_shown_as_letters_part_words() -> None:
    data = page_of(rb"BT /F 12 Tf 72 700 Td (Vromavix\n\nVromavix\n\n) Tj ET")
    written, jobs = hide(data, "Vromavix")
    assert jobs[0].document.text.split() == ["Vromavix", "Vromavix"]
    assert "[PERSON1]" in text_of(written)
    assert PdfFormat(Wishes()).read(written, name="x")


def test_steps_from_letter_to_letter_do_not_tell_how_wide_hidden_ones_were() -> None:
    widths = ["8.01", "4.02", "6.68", "10.01", "6.69", "6.02", "2.68"]  # of Helvetica, and a bit
    steps = " ".join(f"{width} 0 Td ({char}) Tj" for width, char in zip(widths, "romavix", strict=True))
    content = f"BT /F 12 Tf 72 700 Td (V) Tj {steps} 90 0 Td (stays) Tj (too) Tj 0 -20 Td (below) Tj ET"
    written, _ = hide(page_of(content.encode()), "Vromavix")
    streams = "".join(view for view in views(written) if "BT" in view)
    assert "stays" in streams
    assert not any(width in streams for width in widths)
    assert text_of(written).split()[1:] == ["staystoo", "below"]


def test_what_a_program_keeps_packed_beside_a_note_goes() -> None:
    pdf = pikepdf.open(io.BytesIO(page_of(shown("Here is Vromavix."))))
    packed = base64.b64encode(b"bplist00 Vromavix").decode()
    extras = pikepdf.Dictionary({"/AAPL:AKAnnotationObject": pikepdf.String(packed)})
    note = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.FreeText, Rect=[0, 0, 9, 9])
    note["/Contents"], note["/AAPL:AKExtras"] = pikepdf.String("Vromavix"), extras
    pdf.pages[0].obj["/Annots"] = pikepdf.Array([pdf.make_indirect(note)])
    written, _ = hide(finished(pdf), "Vromavix")
    assert not any(packed in view or "Vromavix" in view for view in views(written))


def test_every_part_is_said() -> None:
    data, _ = planted()
    parts = PdfFormat(Wishes()).inspect(data).parts
    assert {part.outcome for part in parts} == {REWRITTEN, DROPPED, FREE}
    assert sum(part.texts for part in parts) > 25
    with pytest.raises(InputError, match="begin"):
        PdfFormat(Wishes()).inspect(b"no document")
    refused = PdfFormat(Wishes()).inspect(with_attachment("a.bin", b"\x00\x01")).parts
    assert REFUSED in {part.outcome for part in refused}


def test_authors_are_people_by_the_word_of_the_format() -> None:
    data, names = planted()
    [job] = PdfFormat(Wishes()).read(data, name="x.pdf")
    claims = job.document.meta["claims"]
    assert isinstance(claims, list)
    claimed = {names[job.document.text[start:end]] for start, end, label in claims if label == "PER"}
    assert claimed == {"an author", "an author of a note"}


def test_the_cells_of_a_row_are_parted_by_a_tab() -> None:
    data = page_of(b"BT /F 12 Tf 40 700 Td (Imogen Vantongeren ) Tj 200 0 Td (Zorva Quellendorf) Tj ET")
    [job] = PdfFormat(Wishes()).read(data, name="x")
    assert job.document.text.startswith("Imogen Vantongeren \tZorva Quellendorf")


def test_the_number_of_a_note_behind_a_name_keeps_its_look() -> None:
    data = page_of(b"BT /F 12 Tf 40 700 Td (By Zorva) Tj 4 Ts /F 7 Tf (1) Tj 0 Ts /F 12 Tf ( today) Tj ET")
    written, _ = hide(data, "Zorva")
    with pikepdf.open(io.BytesIO(written)) as pdf:
        content = pdf.pages[0].Contents.read_bytes()
    assert re.search(rb"7 Tf\s*\[?\s*\(1\)", content)

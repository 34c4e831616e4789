"""Documents that a real program made, and that it opens again when the names are gone."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from nescio.formats.document import DocumentFormat
from nescio.run.formats import Formats
from nescio.run.opening import Terms, open_anonymizer
from tests.formats.libreoffice import LETTER, LIST, NAMES, convert, find_office

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_office() is None, reason="LibreOffice is not installed (Debian: libreoffice-writer-nogui)"
    ),
]
FORMS = {"docx": LETTER, "odt": LETTER, "pdf": LETTER, "rtf": LETTER, "xlsx": LIST, "ods": LIST}
_TAG = re.compile(r"\[[A-Z]+\d+\]")
TEXT = {"xlsx": "csv", "ods": "csv", "pdf": "pdf"}  # how what is read is got; a text if nothing is said


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A document of each form as LibreOffice writes it, the same without names, and their texts."""
    folder = tmp_path_factory.mktemp("office")
    for form, source in FORMS.items():
        suffix = "fodt" if source is LETTER else "fods"
        flat = folder / f"before-{form}.{suffix}"
        flat.write_text(source, encoding="utf-8")
        convert([flat], form, folder)
        before = folder / f"before-{form}.{form}"
        after = folder / f"after-{form}.{form}"
        if before in _formats():
            after.write_bytes(_without_names(before))
    for form in FORMS:
        files = [path for path in sorted(folder.glob(f"*-{form}.{form}")) if TEXT.get(form) != "pdf"]
        if files:
            convert(files, "csv" if TEXT.get(form) == "csv" else "txt:Text (encoded):UTF8", folder / "texts")
    convert(sorted(folder.glob("*-docx.docx")), "pdf", folder / "pages")
    return folder


def _formats() -> Formats:
    return Formats.of_anonymizer(open_anonymizer("en", policy="listed"))


def _without_names(path: Path) -> bytes:
    formats, data = _formats(), path.read_bytes()
    jobs = formats.read(path, data, name=path.name)
    done = open_anonymizer("en", policy="listed", terms=Terms(hide=NAMES)).run(jobs)
    written = formats.write(path, formats.settled(path, done, data=data), data=data)
    made = formats.find(path, data)
    assert isinstance(made, DocumentFormat)
    assert list(made.residues(written, NAMES)) == []
    return written


def _text(folder: Path, name: str, form: str) -> str:
    if TEXT.get(form) == "pdf":
        document = pdfium.PdfDocument(folder / f"{name}-{form}.pdf")
        return " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
    suffix = TEXT.get(form, "txt")
    return (folder / "texts" / f"{name}-{form}.{suffix}").read_text(encoding="utf-8-sig")


@pytest.mark.parametrize("form", FORMS)
def test_a_real_program_reads_what_was_written(made: Path, form: str) -> None:
    if not (made / f"after-{form}.{form}").exists():
        pytest.skip(f"{form} is no format here")
    before, after = _text(made, "before", form), _text(made, "after", form)
    assert "Imogen Vantongeren" in before
    for name in NAMES:
        assert name not in after
    for name in NAMES:
        before = before.replace(name, "[…]")
    assert _TAG.sub("[…]", after) == before


def test_pages_look_as_they_did(made: Path) -> None:
    before, after = (pdfium.PdfDocument(made / "pages" / f"{name}-docx.pdf") for name in ("before", "after"))
    assert len(after) == len(before)
    assert [page.get_size() for page in after] == [page.get_size() for page in before]
    ink = [float((document[0].render(scale=1).to_numpy() < 128).mean()) for document in (before, after)]
    assert 0.5 < ink[1] / ink[0] < 1.5

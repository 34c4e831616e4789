"""`nescio inspect`, and documents on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nescio.formats.document import Wishes
from nescio.formats.docx import DocxFormat
from tests.cli.program import call
from tests.formats.planted_docx import body_part, make_docx, paragraph, planted_docx, run, small_docx

LETTER = ("Dear Mrs Imogen Vantongeren, we met in Oslo.", "Yours, Hugo Lindqvist")


def _text(path: Path) -> str:
    [job] = DocxFormat(Wishes()).read(path.read_bytes(), name="x")
    return job.document.text


def _odd(path: Path) -> None:
    document = body_part("document", f"<w:body>{paragraph(run('A few words.'))}</w:body>")
    path.write_bytes(make_docx({"word/document.xml": document, "word/what.dat": b"\x01"}))


def test_a_document_is_hidden_and_comes_back(tmp_path: Path) -> None:
    letter, out, keys, back = (tmp_path / name for name in ("a.docx", "o.docx", "keys.jsonl", "b.docx"))
    letter.write_bytes(small_docx(*LETTER))
    outcome = call("anonymize", letter, "-o", out, "-s", keys, "-l", "en", "--hide", "Vantongeren")
    assert outcome.code == 0, outcome.err
    assert "Vantongeren" not in _text(out)
    outcome = call("reidentify", out, "-s", keys, "-o", back)
    assert outcome.code == 0, outcome.err
    assert _text(back) == _text(letter)


def test_in_a_folder_every_file_goes_by_its_own_format_and_a_refusal_stops_no_other(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    (folder / "a.docx").write_bytes(small_docx(*LETTER))
    (folder / "b.txt").write_text("\n".join(LETTER))
    (folder / "c.txt").write_bytes(small_docx(*LETTER))
    (folder / "d.docx").write_bytes(b"PK\x03\x04 damaged")
    _odd(folder / "e.docx")
    outcome = call("anonymize", folder, "-o", out, "-l", "en")
    assert outcome.code == 1
    assert sorted(path.name for path in out.iterdir()) == ["a.docx", "b.txt", "c.txt"]
    assert _text(out / "a.docx") == _text(out / "c.txt")
    for said in (
        "a.docx: parts: 1 rewritten, 2 free.",
        "d.docx: The archive is damaged",
        "e.docx: It cannot be made safe",
        "1 file went by",
    ):
        assert said in outcome.err


def test_what_nobody_can_read_goes_on_request(tmp_path: Path) -> None:
    _odd(tmp_path / "e.docx")
    outcome = call(
        "anonymize", tmp_path / "e.docx", "-o", tmp_path / "o.docx", "-l", "en", "--allow-unknown-parts"
    )
    assert outcome.code == 0, outcome.err


def test_every_part_is_shown_and_a_refusal_is_no_success(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(planted_docx()[0])
    _odd(tmp_path / "e.docx")
    outcome = call("inspect", tmp_path / "a.docx")
    assert outcome.code == 0
    assert "rewritten word/document.xml" in outcome.text
    assert "dropped   docProps/thumbnail.jpeg" in outcome.text
    outcome = call("inspect", tmp_path / "e.docx")
    assert (outcome.code, "refused   word/what.dat" in outcome.text) == (1, True)


def test_parts_as_json(tmp_path: Path) -> None:
    _odd(tmp_path / "e.docx")
    (tmp_path / "f.docx").write_bytes(b"")
    outcome = call("inspect", tmp_path, "--json")
    odd, empty = (json.loads(line) for line in outcome.text.splitlines())
    assert outcome.code == 1
    assert odd["counts"] == {"rewritten": 1, "free": 2, "refused": 1}
    assert empty["file"] == "f.docx"
    assert "no Word document" in empty["failure"]


@pytest.mark.parametrize("name", ["a.txt", "-"])
def test_a_text_has_no_parts(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.txt").write_text("text")
    outcome = call("inspect", name if name == "-" else tmp_path / name, stdin=b"text")
    assert (outcome.code, "without parts" in outcome.err) == (1, True)

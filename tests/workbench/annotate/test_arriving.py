"""What may be uploaded into a project, and what is refused in a sentence."""

from __future__ import annotations

import io
import json
import socket
import zipfile

import pytest

from nescio.workbench.app import LARGEST
from tests.workbench.team import Team

CONLL = b"# newdoc id = first\nOtto\tB-PER\nHahn\tI-PER\nslept\tO\n\nin\tO\nUlm\tB-LOC\n"


def docx(words: str) -> bytes:
    """The smallest document that Word opens."""
    main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    files = {
        "[Content_Types].xml": f'<Types xmlns="{types}"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/><Override '
        f'PartName="/word/document.xml" ContentType="{word}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r1" Type="{kind}" '
        'Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{main}"><w:body><w:p><w:r><w:t>{words}</w:t></w:r></w:p>'
        "</w:body></w:document>",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def texts(team: Team, project: int, ids: list[int]) -> list[str]:
    views = [team.ada.do("GET", f"/projects/{project}/documents/{id}") for id in ids]
    return [view["sides"][0]["text"] for view in views]


def test_texts_documents_and_annotated_files_come_in(team: Team) -> None:
    project = team.project(language="de")
    ids = team.add(project, "a.txt", "Frau Zoé Grün kam.".encode())
    ids += team.add(project, "b.docx", docx("Otto Hahn schlief."))
    ids += team.add(project, "c.conll", CONLL)
    ids += team.add(project, "d.tsv", b"token\ttag\nUlm\tB-LOC\nschlief\tO\n")
    ids += team.add(project, "e.jsonl", b'{"id": "e", "text": "Nur Text."}\n')
    assert [text.strip() for text in texts(team, project, ids)] == [
        "Frau Zoé Grün kam.", "Otto Hahn schlief.", "Otto Hahn slept\nin Ulm", "Ulm schlief", "Nur Text.",
    ]  # fmt: skip
    marks = team.ada.do("GET", f"/projects/{project}/documents/{ids[2]}")["annotation"]["value"]["marks"]
    assert [(m["start"], m["end"], m["label"]) for m in marks] == [(0, 9, "PER"), (19, 22, "LOC")]


def test_a_column_file_without_marks_is_cut_as_wished(team: Team) -> None:
    project = team.project(language="de")
    rows = b"Otto\tB-PER\n\nUlm\tB-LOC\n\nHahn\tB-PER\n"
    assert len(team.add(project, "a.conll", rows)) == 3
    assert len(team.add(project, "b.conll", rows, "?sentences=2")) == 2


@pytest.mark.parametrize(
    ("name", "seen"),
    [("../../etc/passwd.txt", "etc/passwd.txt"), ("..%5C..%5Cboot.txt", "boot.txt"),
     ("%2Fabs%2Fa.txt", "abs/a.txt"),
     ("a%00b.txt", "a_b.txt"), ("", "text.txt")],
)  # fmt: skip
def test_a_name_that_leads_elsewhere_is_only_a_name(team: Team, name: str, seen: str) -> None:
    project = team.project(language="en")
    team.add(project, name, b"Anna was here.")
    [found] = team.ada.do("GET", f"/projects/{project}/documents")
    assert found["name"] == seen


@pytest.mark.parametrize(
    ("task", "name", "data", "says"),
    [
        ("entities", "a.txt", b"", "empty"),
        ("entities", "a.txt", b"  \n ", "empty"),
        ("entities", "a.docx", b"PK\x03\x04 broken", "damaged"),
        ("entities", "a.conll", b"only one column\x00\n", "two columns|not a tag"),
        ("entities", "a.conll", b"Otto\tB-KING\n", "no tag for a label"),
        ("entities", "a.jsonl", b"{nonsense", "not JSON"),
        ("entities", "a.jsonl", b'{"text": "abc", "spans": [[0, 99, "PER"]]}', "99"),
        ("entities", "a.jsonl", b'{"file": "../../etc/passwd", "spans": []}', "no text file of this name"),
        ("entities", "a.tsv", b"doc\t0\t4\tPER\n", "no text"),
        ("entities", "a.conll", b"Otto\xff\tO\n", "not UTF-8"),
        ("parallel", "a.tsv", b"one column\n", "two columns"),
        ("parallel", "a.txt", b"text", "takes files that end with"),
        ("parallel", "a.jsonl", b'{"pairs": [["a"]]}', "two texts"),
        ("relevance", "a.jsonl", b'[1, 2]', "no JSON object"),
        ("comparison", "a.jsonl", b'{"id": "a", "text": "abc", "spans": []}', "twice"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_in_a_sentence(
    team: Team, task: str, name: str, data: bytes, says: str
) -> None:
    project = team.project(task, language="en")
    answer = team.ada.upload(project, name, data)
    assert answer.status_code == 422, answer.text
    sentence = answer.json()["sentence"]
    assert any(part in sentence for part in says.split("|")), sentence
    assert sentence.endswith(".")
    assert team.ada.do("GET", f"/projects/{project}/documents") == []


def test_a_file_that_is_too_large_is_refused_before_it_is_read(team: Team) -> None:
    with socket.create_connection(("127.0.0.1", team.bench.port), timeout=30) as line:
        head = f"POST /api/projects/1/documents HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {LARGEST + 1}"
        line.sendall(f"{head}\r\n\r\nthe first bytes".encode())
        answer = b"".join(iter(lambda: line.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 413")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "too_large"


def test_a_comparison_takes_two_annotators(team: Team) -> None:
    rows = [
        {"id": "a", "text": "Otto Hahn", "annotator": who, "spans": [[0, end, "PER"]]}
        for who, end in (("x", 4), ("y", 9))
    ]
    project = team.project("comparison")
    [id] = team.add(project, "a.jsonl", "\n".join(map(json.dumps, rows)).encode())
    [item] = team.ada.do("GET", f"/projects/{project}/documents/{id}")["items"]
    assert (item["left"], item["right"]) == ([[0, 4, "PER"]], [[0, 9, "PER"]])

"""Documents over HTTP: a file in, a file out, with what became of its parts."""

from __future__ import annotations

import base64
import io
import json
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

import nescio
from nescio.run.document import anonymize_document
from nescio.run.review import propose
from tests.cli.program import CONFIG, call
from tests.formats.pdf.making import page_of, shown
from tests.formats.planted_docx import small_docx
from tests.service.serving import RARE, Guarded, Served

HTML = b"<html><head><title>to anna@example.org</title></head><body><p>Call <b>10.1.2.3</b></p></body></html>"


FILE = {"content-type": "application/octet-stream"}
BACK = "/v1/documents/reidentify"
MAIL = "anna@example.org"
EML = b"From: Anna <anna@example.org>\r\nTo: ben@example.org\r\nSubject: IP 10.1.2.3\r\n\r\nSee 10.1.2.3.\r\n"
FILES = {
    "a.txt": b"to anna@example.org, IP 10.1.2.3\r\n",
    "a.html": HTML,
    "a.csv": b"name,mail\r\nx,anna@example.org\r\ny,ben@example.org\r\n",
    "a.docx": small_docx("to anna@example.org", "from 10.1.2.3"),
    "a.eml": EML,
    "a.mbox": b"".join(
        b"From x Mon Jan  5 10:00:00 2026\n" + EML.replace(b"\r", b"") + b"\n" for _ in range(2)
    ),
    "a.pdf": page_of(shown("to anna@example.org", "from 10.1.2.3")),
}


def _send(
    server: Served,
    data: bytes,
    headers: dict[str, str] | None = None,
    path: str = "/v1/documents",
    **wishes: Any,
) -> Any:
    return server.client.post(path, content=data, params=wishes, headers={**FILE, **(headers or {})})


def test_the_file_and_its_ledger_are_those_of_the_library(server: Served) -> None:
    own = anonymize_document(
        nescio.load(config=CONFIG), HTML, suffix="html", id="x", language="en", options={"method": "tag"}
    )
    answer = _send(server, HTML, name="a.html", language="en", method="tag").json()
    assert base64.b64decode(answer["content"]) == own.content
    assert own.contents is not None
    assert answer["ledger"] == own.contents.to_json()
    assert b"anna@" not in own.content


def test_the_bytes_alone_come_without_the_name_of_the_file(server: Served) -> None:
    answer = _send(server, HTML, name=f"{RARE}.html", language="en", answer="file")
    assert answer.headers["content-disposition"] == 'attachment; filename="document.html"'
    assert b"anna@" not in answer.content
    assert sum(json.loads(answer.headers["nescio-parts"]).values()) >= 1
    assert RARE not in server.log


@pytest.mark.parametrize(
    "name", ["../../etc/passwd.txt", "C:\\x\\y.txt", "a\r\nx-evil: 1.txt", "/etc/shadow", "." * 50, "a.ü"]
)
def test_a_path_in_a_name_leads_nowhere(server: Served, name: str) -> None:
    answer = _send(server, b"to anna@example.org", name=name, language="en", answer="file", method="tag")
    assert answer.content == b"to [EMAIL1]"
    assert "x-evil" not in answer.headers


def _bomb() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", b"\0" * (60 << 20))
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "name", "status"),
    [
        (b"", "a.txt", 422),
        (b"\0" * 100, "a.docx", 422),
        (b"PK\x03\x04" + b"x" * 50, "a.docx", 422),
        (b"%PDF-1.7 nothing", "a.pdf", 422),
        (b"{", "a.json", 422),
        (b"x" * (11 << 20), "a.txt", 413),
    ],
)
def test_what_is_no_document_is_refused(server: Served, data: bytes, name: str, status: int) -> None:
    answer = _send(server, data, name=name, language="en")
    assert answer.status_code == status
    assert sorted(answer.json()) == ["code", "possible", "sentence"]


def test_a_review_copy_is_refused_whatever_its_name_says(server: Served) -> None:
    copy = propose(FILES["a.docx"], nescio.load("en"))[0]
    for name in ("a.docx", "a.txt"):
        answer = _send(server, copy, name=name, language="en")
        assert (answer.status_code, "review copy" in answer.json()["sentence"]) == (422, True)
        assert "content" not in answer.json()


def test_a_bomb_is_refused_before_it_is_unpacked(server: Served) -> None:
    _send(server, b"to anna@example.org", name="a.txt", language="en")
    before = _most_memory(server)
    answer = _send(server, _bomb(), name="a.docx")
    assert answer.status_code == 422
    assert _most_memory(server) - before < 30_000  # kB; unpacked it has twice as many


def _most_memory(server: Served) -> int:
    """What the processes that work have ever used, in kB."""
    lines = [Path(f"/proc/{pid}/status").read_text().splitlines() for pid in server.children]
    return sum(int(line.split()[1]) for status in lines for line in status if line.startswith("VmHWM"))


def test_long_work_goes_on_by_itself_and_its_result_is_fetched(server: Served) -> None:
    given = _send(server, HTML, name="a.html", language="en", background=True, method="tag")
    assert given.status_code == 202
    place = given.headers["location"]
    end = time.monotonic() + 60
    while server.get(place).json()["status"] not in ("done", "failed") and time.monotonic() < end:
        time.sleep(0.05)
    state = server.get(place).json()
    assert (state["status"], state["error"]) == ("done", None)
    direct = _send(server, HTML, name="a.html", language="en", method="tag").json()
    result = server.get(f"{place}/result").json()
    assert result["content"] == direct["content"]
    assert server.client.delete(place).status_code == 204
    assert server.get(place).status_code == 404


def test_a_task_that_fails_says_why(server: Served) -> None:
    given = _send(server, b"\0" * 100, name="a.docx", background=True).json()
    end = time.monotonic() + 60
    while (state := server.get(f"/v1/tasks/{given['id']}").json())["status"] != "failed":
        assert time.monotonic() < end
        time.sleep(0.05)
    assert state["error"]["sentence"]
    assert server.get(f"/v1/tasks/{given['id']}/result").status_code == 422


def _ended(server: Served, place: str, headers: dict[str, str] | None = None) -> str:
    end = time.monotonic() + 60
    while (status := server.get(place, headers=headers).json()["status"]) not in ("done", "failed"):
        assert time.monotonic() < end
        time.sleep(0.05)
    return str(status)


@pytest.mark.parametrize("how", ["background", "idempotency"])
def test_the_bytes_alone_come_also_from_a_task(server: Served, how: str) -> None:
    wishes = {"name": "a.html", "language": "en", "method": "tag", "answer": "file"}
    direct = _send(server, HTML, **wishes)
    if how == "background":
        place = _send(server, HTML, background=True, **wishes).headers["location"]
        assert _ended(server, place) == "done"
        answer = server.get(f"{place}/result")
    else:
        answer = _send(server, HTML, {"idempotency-key": "the page as a file"}, **wishes)
    assert (answer.status_code, answer.content) == (200, direct.content)
    for name in ("content-type", "content-disposition", "nescio-parts"):
        assert answer.headers[name] == direct.headers[name]


def _word_of(name: str, folder: Path, kept: bytes, tables: list[Any]) -> bytes:
    """What the program makes of the same file and its tables."""
    (folder / "t.jsonl").write_text("".join(json.dumps(table) + "\n" for table in tables), encoding="utf-8")
    (folder / name).write_bytes(kept)
    done = call("reidentify", folder / name, "--solutions", folder / "t.jsonl", "-o", folder / f"back-{name}")
    assert done.code == 0, done.err
    return (folder / f"back-{name}").read_bytes()


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_document_comes_back_as_the_program_brings_it_back(
    guarded: Guarded, tmp_path: Path, name: str
) -> None:
    server, writer, reader = guarded.server, guarded.keys["writer"], guarded.keys["reader"]
    told = _send(
        server, FILES[name], writer, name=name, language="en", method="tag", keep=True, table=True
    ).json()
    kept = base64.b64decode(told["content"])
    assert MAIL.encode() not in kept
    asked = {"name": f"other.{name.partition('.')[2]}", "solution": told["solution"], "path": BACK}
    answer = _send(server, kept, reader, **asked).json()
    back = base64.b64decode(answer["content"])
    assert (answer["complete"], answer["restored"] > 0, answer["format"]) == (True, True, name[2:])
    assert back == _word_of(name, tmp_path, kept, told["tables"])
    as_file = _send(server, kept, reader, answer="file", **asked)
    assert as_file.content == back
    assert json.loads(as_file.headers["nescio-restored"])["complete"]
    sent = {"content": told["content"], "tables": told["tables"]}
    by_tables = server.post(f"{BACK}?name={name}", sent, reader)
    assert by_tables.json() == answer


def test_only_what_a_reader_may_see_comes_back_and_it_is_written_down(guarded: Guarded) -> None:
    server, keys = guarded.server, guarded.keys
    made = _send(
        server, FILES["a.docx"], keys["writer"], name="a.docx", language="en", method="tag", keep=True,
        answer="file",
    )  # fmt: skip
    asked = {"name": "a.docx", "solution": made.headers["nescio-solution"], "path": BACK}
    some = _send(server, made.content, keys["partial"], **asked).json()
    inside = zipfile.ZipFile(io.BytesIO(base64.b64decode(some["content"]))).read("word/document.xml")
    assert (MAIL.encode() in inside, b"10.1.2.3" in inside, some["left"]) == (True, False, 1)
    assert _send(server, made.content, keys["partial"], labels="IP", **asked).status_code == 422
    assert _send(server, made.content, keys["writer"], **asked).status_code == 403
    [*_, last] = map(json.loads, call("serve", "audit", "list", "--state", server.state).text.splitlines())
    assert (last["action"], last["document"], last["texts"]) == ("reidentify", asked["solution"], 1)
    assert MAIL not in str(last)
    assert MAIL not in server.log


TABLES = {"content": base64.b64encode(b"x").decode(), "tables": [{"schema": 2}]}


@pytest.mark.parametrize(
    ("body", "wishes", "kind", "status", "code"),
    [
        (b"x", {}, FILE, 422, "no_table"),
        (b"x", {"solution": "sol_" + "0" * 24}, FILE, 422, "bad_job"),
        (b"", {"solution": "sol_" + "0" * 24}, FILE, 422, "empty"),
        (b"x", {"by": RARE}, FILE, 422, "bad_field"),
        (b"x", {RARE: "x"}, FILE, 422, "unknown_field"),
        (b"x", {}, {"content-type": "text/plain"}, 415, "wrong_media_type"),
        (b"{", {}, {"content-type": "application/json"}, 400, "bad_json"),
        (TABLES, {}, {}, 422, "bad_job"),
        (TABLES, {"solution": "sol_" + "0" * 24}, {}, 422, "two_tables"),
        ({**TABLES, "content": RARE + "!"}, {}, {}, 422, "bad_field"),
        ({**TABLES, "tables": []}, {}, {}, 422, "bad_field"),
        ({**TABLES, RARE: 1}, {}, {}, 422, "unknown_field"),
        ({"tables": []}, {}, {}, 422, "missing_field"),
    ],
)
def test_a_way_back_that_is_none_is_refused(
    guarded: Guarded, body: Any, wishes: dict[str, str], kind: dict[str, str], status: int, code: str
) -> None:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"content-type": "application/json", **kind, **guarded.keys["reader"]}
    answer = guarded.server.client.post(BACK, content=content, params=wishes, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert RARE not in answer.text


def test_a_file_has_no_room_for_tables(server: Served) -> None:
    answer = _send(server, HTML, name="a.html", answer="file", table=True)
    assert (answer.status_code, answer.json()["code"]) == (422, "no_room")

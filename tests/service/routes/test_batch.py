"""Many texts in a stream: each answer is the single one's, and memory does not grow with them."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from tests.service.serving import RARE, Guarded, Served

KIND = {"content-type": "application/x-ndjson"}


def _lines(*bodies: Any) -> bytes:
    return b"".join(json.dumps(body).encode() + b"\n" for body in bodies)


def _batch(server: Served, content: bytes, verb: str = "anonymize") -> list[dict[str, Any]]:
    answer = server.client.post(f"/v1/batch?verb={verb}", content=content, headers=KIND)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_each_answer_is_the_one_of_a_single_request(server: Served) -> None:
    bodies = [
        {
            "text": f"Text {number} to mail{number}@example.org 😀",
            "id": number,
            "language": "en",
            "offsets": "utf16",
        }
        for number in range(120)
    ]
    for verb in ("detect", "anonymize"):
        found = _batch(server, _lines(*bodies), verb)
        assert len(found) == 120
        for number in (0, 49, 50, 119):
            assert found[number] == server.post(f"/v1/{verb}", bodies[number]).json()


def test_a_bad_line_keeps_its_place(server: Served) -> None:
    good = {"text": "to anna@example.org", "language": "en", "method": "tag"}
    content = _lines(good, {"text": [RARE]}, {RARE: 1}) + b"{" + RARE.encode() + b"\n\n" + _lines(good)[:-1]
    found = _batch(server, content)
    assert ["error" in item for item in found] == [False, True, True, True, False]
    assert found[0]["text"] == found[4]["text"] == "to [EMAIL1]"
    assert RARE not in str(found)


def test_each_way_back_is_kept_under_the_name_of_its_own_line(guarded: Guarded) -> None:
    good = [
        {"text": f"to mail{number}@example.org", "language": "en", "method": "tag", "keep": True}
        for number in range(2)
    ]
    bad = {**good[0], "spans": [[0, 999, "PER"]]}
    server, keys = guarded.server, guarded.keys
    content = _lines(bad, good[0], bad, good[1])
    answer = server.client.post("/v1/batch", content=content, headers={**KIND, **keys["writer"]})
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert ["error" in item for item in found] == [True, False, True, False]
    for number, item in enumerate((found[1], found[3])):
        asked = {"text": f"Ask {item['text']} again", "solution": item["solution"]}
        back = server.post("/v1/reidentify", asked, keys["reader"]).json()
        assert back["text"] == f"Ask to mail{number}@example.org again"


def test_no_lines_are_no_answers(server: Served) -> None:
    assert _batch(server, b"") == []
    assert server.client.post("/v1/batch", content=b"{}").status_code == 415


def test_a_line_without_end_is_refused(server: Served) -> None:
    answer = server.client.post("/v1/batch", content=b"x" * (2 << 20), headers=KIND)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def _memory(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def test_a_long_stream_is_answered_while_it_comes_and_kept_nowhere(server: Served) -> None:
    # Each is refused, which costs no time; what comes in has to go all the same.
    line = _lines({"text": "to anna@example.org", "unknown": "x" * 50_000})
    _batch(server, line * 20)
    before, answered = _memory(server.process.pid), threading.Semaphore(0)

    def lines() -> Iterator[bytes]:
        for number in range(1000):  # 50 MB
            yield line
            if number > 100:  # what was sent long ago is answered by now
                assert answered.acquire(timeout=60)

    found = 0
    with _Talk(server, lines()) as pieces:
        for piece in pieces:
            found += piece.count(b"\n")
            for _ in range(piece.count(b"\n")):
                answered.release()
    assert found == 1000
    assert _memory(server.process.pid) - before < 20_000  # kB


class _Talk:
    """A client that reads while it writes."""

    def __init__(self, server: Served, lines: Iterator[bytes]) -> None:
        self._socket = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        self._lines, self._server = lines, server

    def __enter__(self) -> Iterator[bytes]:
        head = (
            f"POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1:{self._server.port}\r\nConnection: close\r\n"
            "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        self._socket.sendall(head.encode())
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()
        return self._read()

    def _write(self) -> None:
        for line in self._lines:
            self._socket.sendall(f"{len(line):x}\r\n".encode() + line + b"\r\n")
        self._socket.sendall(b"0\r\n\r\n")

    def _read(self) -> Iterator[bytes]:
        head = b""
        while b"\r\n\r\n" not in head:
            head += self._socket.recv(1)
        assert b" 200 " in head
        rest = b""
        while piece := self._socket.recv(1 << 16):
            # The lengths of the chunks stand on lines of their own.
            *whole, rest = (rest + piece).split(b"}\n")
            yield b"\n" * len(whole)

    def __exit__(self, *_: object) -> None:
        self._writer.join(60)
        self._socket.close()


def test_it_can_be_asked_with_a_usual_client(server: Served) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        answer = client.post("/v1/batch", content=_lines({"text": "to a@example.org"}), headers=KIND)
    assert answer.status_code == 200

"""More than the processes can do is refused for a while; what was begun is answered, also at the end."""

from __future__ import annotations

import json
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from tests.service.serving import FORMS, Served, held, serving, wait_until

BODY = {"text": "to anna@example.org", "language": "en", "method": "tag"}


def test_overload_is_told_and_recovers(tmp_path: Path) -> None:
    with serving(tmp_path / "state", *FORMS, "--waiting", "3") as server, ThreadPoolExecutor(12) as threads:
        with held(server):
            asked = [threads.submit(server.post, "/v1/anonymize", BODY) for _ in range(12)]
            wait_until(lambda: sum(item.done() for item in asked) == 8)
            away = [item.result() for item in asked if item.done()]
            assert {(answer.status_code, answer.json()["code"]) for answer in away} == {(503, "busy")}
            assert all(int(answer.headers["retry-after"]) >= 1 for answer in away)
        kept = [item.result() for item in asked if item.result() not in away]
        assert [answer.status_code for answer in kept] == [200] * 4
        assert server.post("/v1/anonymize", BODY).json()["text"] == "to [EMAIL1]"


def test_what_is_being_asked_when_it_is_told_to_end_is_answered(tmp_path: Path) -> None:
    server = Served(tmp_path / "state", *FORMS)
    body = json.dumps(BODY).encode()
    head = (
        f"POST /v1/anonymize HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(head.encode())
        assert line.recv(1000).startswith(b"HTTP/1.1 100 ")  # it waits for the body, and so for us
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: _is_closed(server))
        line.sendall(body)
        answer = b""
        while piece := line.recv(1 << 16):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"to [EMAIL1]" in answer
    assert server.stop() in (0, 143)


def _is_closed(server: Served) -> bool:
    try:
        httpx.get(f"{server.url}/health/live", trust_env=False)
    except httpx.TransportError:
        return True
    return False

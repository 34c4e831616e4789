"""Accepted work is done, once, whatever is killed."""

from __future__ import annotations

import base64
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.service.serving import FORMS, Served, key_for

KIND = {"content-type": "application/octet-stream"}


def _accept(server: Served, number: int, headers: dict[str, str] | None = None, **wishes: Any) -> str:
    data = f"letter {number} to mail{number}@example.org\n".encode() * 20
    wishes = {"name": "a.txt", "language": "en", "background": True, "method": "tag", **wishes}
    answer = server.client.post(
        "/v1/documents", content=data, params=wishes, headers={**KIND, **(headers or {})}
    )
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def _ended(server: Served, id: str, headers: dict[str, str] | None = None) -> dict[str, Any]:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        state: dict[str, Any] = server.get(f"/v1/tasks/{id}", headers=headers or {}).json()
        if state["status"] in ("done", "failed"):
            return state
        time.sleep(0.05)
    raise AssertionError("the task did not end")


def test_a_killed_worker_loses_no_task(tmp_path: Path) -> None:
    server = Served(tmp_path / "state", *FORMS, workers=2)
    try:
        ids = [_accept(server, number) for number in range(12)]
        for pid in server.children:
            os.kill(pid, signal.SIGKILL)
        ids += [_accept(server, number) for number in range(12, 16)]
        assert {_ended(server, id)["status"] for id in ids} == {"done"}
        answer = server.post("/v1/detect", {"text": "to a@example.org", "language": "en"})
        assert answer.status_code == 200
        assert "nescio_worker_restarts 0" not in server.get("/metrics").text
    finally:
        assert server.stop() in (0, 143)


@pytest.mark.parametrize("how", ["kill", "stop"])
def test_accepted_work_is_done_after_a_restart_and_its_way_back_is_whole(tmp_path: Path, how: str) -> None:
    key = key_for(
        tmp_path / "state", "all", "--scope", "anonymize", "--scope", "reidentify", "--rate", "1000"
    )
    server = Served(tmp_path / "state", *FORMS)
    try:
        word = {**key, "idempotency-key": "the letter"}
        ids = [_accept(server, number, key, keep=True) for number in range(10)]
        one = _accept(server, 99, word, keep=True)
        server.kill() if how == "kill" else server.stop()
        server.start()
        assert {_ended(server, id, key)["status"] for id in [*ids, one]} == {"done"}
        assert _accept(server, 99, word, keep=True) == one
        results = [server.get(f"/v1/tasks/{id}/result", headers=key).json() for id in ids]
        assert len({result["solution"] for result in results}) == 10
        kept = b"".join(path.read_bytes() for path in (tmp_path / "state").iterdir())
        assert b"example.org" not in kept
        for number, result in enumerate(results):
            text = base64.b64decode(result["content"]).decode()
            assert "@" not in text
            back = server.post("/v1/reidentify", {"text": text, "solution": result["solution"]}, key).json()
            assert back["text"].startswith(f"letter {number} to mail{number}@example.org")
    finally:
        server.stop()


def test_overload_is_told_and_recovers_and_what_is_being_answered_at_the_end_is_answered(
    tmp_path: Path,
) -> None:
    server = Served(tmp_path / "state", *FORMS, "--waiting", "3", "--seconds", "20")
    body = {"text": "to anna@example.org " * 1500, "language": "en"}
    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(lambda _: server.post("/v1/detect", body), range(24)))
        assert {answer.status_code for answer in answers} == {200, 503}
        for answer in answers:
            assert answer.status_code == 200 or int(answer.headers["retry-after"]) >= 1
        assert server.post("/v1/detect", body).status_code == 200
        last = [threads.submit(server.post, "/v1/anonymize", body) for _ in range(3)]
        time.sleep(0.3)
        server.process.send_signal(signal.SIGTERM)
        assert [item.result().status_code for item in last] == [200, 200, 200]
    assert server.stop() in (0, 143)

"""Accepted work is done, once, whatever is killed."""

from __future__ import annotations

import base64
import os
import signal
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.program import call
from tests.service.serving import FORMS, Served, held, key_for, resume, wait_until

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


def test_what_was_answered_before_a_sudden_end_comes_back_and_what_was_asked_is_asked_again(
    tmp_path: Path,
) -> None:
    scopes = ("--scope", "anonymize", "--scope", "reidentify")
    key = key_for(tmp_path / "state", "all", *scopes, "--rate", "1000")
    server = Served(tmp_path / "state", *FORMS)
    try:
        answered = [server.post("/v1/anonymize", _letter(number), key).json() for number in range(3)]
        with ThreadPoolExecutor(2) as threads, held(server) as workers:
            words = [{**key, "idempotency-key": f"word {number}"} for number in range(2)]
            asked = [threads.submit(_try, server, _letter(9 + n), words[n]) for n in range(2)]
            wait_until(lambda: _written(tmp_path / "state") >= 2)
            server.process.kill()
            resume(workers)
            assert [item.result() for item in asked] == [None, None]
        server.kill()
        server.start()
        again = [server.post("/v1/anonymize", _letter(9 + n), words[n]).json() for n in range(2)]
        for number, found in zip((0, 1, 2, 9, 10), (*answered, *again), strict=True):
            back = {"text": found["text"], "solution": found["solution"]}
            assert server.post("/v1/reidentify", back, key).json()["text"] == _letter(number)["text"]
        assert call("serve", "audit", "verify", "--state", tmp_path / "state").code == 0
    finally:
        server.stop()


def _letter(number: int) -> dict[str, Any]:
    return {"text": f"to mail{number}@example.org", "language": "en", "method": "tag", "keep": True}


def _try(server: Served, body: Any, headers: dict[str, str]) -> int | None:
    """The status of an answer, if there is one."""
    try:
        return server.post("/v1/anonymize", body, headers).status_code
    except httpx.TransportError:
        return None


def _written(state: Path) -> int:
    """How many tasks stand in the database."""
    with sqlite3.connect(state / "service.db") as connection:
        [[number]] = connection.execute("SELECT count(*) FROM service_tasks")
    connection.close()
    return int(number)

"""What an attacker tries: keys, scopes, sizes, headers, other people's work; and what must stay unsaid."""

from __future__ import annotations

import gzip
import json
import random
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text as sql

from nescio.service.audit import AuditLog
from nescio.service.settings import Limits, ServiceSettings
from nescio.service.store import Store
from nescio.web.database import file_url, open_engine
from tests.cli.program import Outcome, call
from tests.service.serving import RARE, Guarded, Served

TEXT = {"text": "to anna@example.org", "language": "en"}


def _code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_every_route_but_health_and_the_page_asks_for_a_key(guarded: Guarded) -> None:
    spec = guarded.server.get("/openapi.json").json()
    for path, methods in spec["paths"].items():
        for method in methods:
            where = path.replace("{id}", "task_" + "0" * 24)
            answer = guarded.server.client.request(method.upper(), where, json={})
            assert answer.status_code == (200 if path.startswith("/health") else 401), path
            assert answer.status_code == 200 or answer.headers["www-authenticate"] == "Bearer"


def test_wrong_keys_are_refused_and_nothing_is_learnt(guarded: Guarded) -> None:
    server, right = guarded.server, guarded.keys["finder"]["authorization"]
    assert server.post("/v1/detect", TEXT, guarded.keys["finder"]).status_code == 200
    almost = right[:-1] + ("A" if right[-1] != "A" else "B")
    for words in (almost, "Bearer x", "Basic YTpi", RARE, right.replace("nsk_", "nsk_0")[:-1]):
        answer = server.post("/v1/detect", TEXT, {"authorization": words})
        assert _code(answer) == (401, "unknown_key")
        assert RARE not in answer.text
    both = {**guarded.keys["finder"], "x-api-key": "y"}
    assert _code(server.post("/v1/detect", TEXT, both)) == (401, "unknown_key")
    assert _code(server.post("/v1/detect", TEXT, guarded.keys["gone"])) == (401, "expired_key")


def test_a_revoked_key_is_over_at_once(guarded: Guarded) -> None:
    server, key = guarded.server, guarded.keys["revoked"]
    assert server.post("/v1/detect", TEXT, key).status_code == 200
    assert (
        call("serve", "key", "revoke", key["authorization"].split("_")[1], "--state", server.state).code == 0
    )
    time.sleep(1.2)
    assert _code(server.post("/v1/detect", TEXT, key)) == (401, "revoked_key")


def test_scopes_open_what_they_say_and_nothing_else(guarded: Guarded) -> None:
    server, keys = guarded.server, guarded.keys
    asked = [
        ("POST", "/v1/detect", {"finder"}),
        ("POST", "/v1/anonymize", {"writer"}),
        ("POST", "/v1/reidentify", {"reader", "partial"}),
        ("POST", "/v1/documents/reidentify", {"reader", "partial"}),
        ("GET", "/metrics", {"admin"}),
        ("GET", "/v1/methods", {"finder", "writer", "admin", "reader", "partial"}),
    ]
    for method, path, allowed in asked:
        for name in ("finder", "writer", "admin", "reader", "partial"):
            answer = server.client.request(method, path, json=TEXT, headers=keys[name])
            assert (answer.status_code != 403) == (name in allowed), (path, name)


def test_too_many_requests_are_sent_away_for_a_while(guarded: Guarded) -> None:
    server, key = guarded.server, guarded.keys["slow"]
    answers = [server.post("/v1/detect", TEXT, key) for _ in range(8)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert all(1 <= int(answer.headers["retry-after"]) <= 3 for answer in refused)
    time.sleep(int(refused[-1].headers["retry-after"]))
    assert server.post("/v1/detect", TEXT, key).status_code == 200


def test_another_owner_s_task_is_not_there(guarded: Guarded) -> None:
    server, keys = guarded.server, guarded.keys
    kind = {"content-type": "application/octet-stream"}
    where = "/v1/documents?name=a.txt&language=en&background=true"
    task = server.client.post(where, content=b"to a@example.org", headers={**keys["writer"], **kind}).json()
    for path in (f"/v1/tasks/{task['id']}", f"/v1/tasks/{task['id']}/result"):
        assert _code(server.get(path, headers=keys["other"])) == (404, "no_such_task")
    assert server.client.delete(f"/v1/tasks/{task['id']}", headers=keys["other"]).status_code == 404
    assert server.get(f"/v1/tasks/{task['id']}", headers=keys["writer"]).status_code == 200


def test_the_same_idempotency_word_of_two_owners_is_two(guarded: Guarded) -> None:
    server, word = guarded.server, {"idempotency-key": "one"}
    first = server.post("/v1/anonymize", {**TEXT, "keep": True}, {**guarded.keys["writer"], **word})
    second = server.post("/v1/anonymize", {**TEXT, "keep": True}, {**guarded.keys["other"], **word})
    assert first.json()["solution"] != second.json()["solution"]


def test_large_and_packed_bodies_are_refused(guarded: Guarded) -> None:
    server, key = guarded.server, guarded.keys["finder"]
    assert _code(server.post("/v1/detect", {"text": "x" * 600_000}, key)) == (413, "too_large")
    bomb = gzip.compress(b" " * (50 << 20))
    packed = {**key, "content-type": "application/json", "content-encoding": "gzip"}
    answer = server.client.post("/v1/detect", content=bomb, headers=packed)
    assert _code(answer) == (415, "packed_body")


def _raw(server: Served, data: bytes, *, seconds: float = 20.0) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), timeout=seconds) as found:
        found.sendall(data)
        answer = b""
        while piece := found.recv(1 << 16):
            answer += piece
        return answer


def test_too_many_connections_are_told_and_it_gets_better(server: Served) -> None:
    with ExitStack() as stack:
        for _ in range(Limits().connections + 1):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20))
        answer = httpx.get(f"{server.url}/health/live", trust_env=False)
        assert _code(answer) == (503, "busy")
        assert (answer.headers["retry-after"], answer.headers["cache-control"]) == ("1", "no-store")
    end = time.monotonic() + 20
    while httpx.get(f"{server.url}/health/live", trust_env=False).status_code != 200:
        assert time.monotonic() < end
        time.sleep(0.05)


HEAD = (
    "POST /v1/detect HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\n"
)


@pytest.mark.parametrize(
    "lines",
    [
        "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: +5\r\n",
        "Content-Length: 5, 6\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        "Transfer-Encoding: xchunked\r\n",
        "Transfer-Encoding : chunked\r\n",
        "X: a\r\n b: c\x00\r\n",
        "Bad Header: x\r\n",
    ],
)
def test_what_two_servers_could_read_differently_is_refused(guarded: Guarded, lines: str) -> None:
    answer = _raw(guarded.server, (HEAD + lines + "\r\n{}GET /health/live HTTP/1.1\r\n\r\n").encode())
    assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 501")), answer[:80]
    assert answer.count(b"HTTP/1.1 ") == 1


def test_length_and_chunks_at_once_end_the_connection(guarded: Guarded) -> None:
    lines = (
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /health/live HTTP/1.1\r\n\r\n"
    )
    answer = _raw(guarded.server, (HEAD + lines).encode())
    assert b'"live"' not in answer


@pytest.mark.slow
def test_a_body_that_drips_is_not_waited_for(server: Served) -> None:
    head = HEAD + "Content-Length: 100000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as found:
        found.sendall(head.encode())
        end, answer = time.monotonic() + 300, b""
        found.settimeout(0.5)
        while not answer and time.monotonic() < end:
            found.sendall(b" ")
            with suppress(TimeoutError):
                answer = found.recv(1000)
    assert answer.startswith(b"HTTP/1.1 408")


def test_other_hosts_and_other_origins_are_not_served(guarded: Guarded) -> None:
    server = guarded.server
    assert _code(server.get("/health/live", headers={"host": "evil.example"})) == (421, "unknown_host")
    preflight = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    answer = server.client.options("/v1/detect", headers=preflight)
    assert answer.status_code in (401, 405)
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_no_header_comes_from_what_was_sent(guarded: Guarded) -> None:
    evil = "a%0d%0aSet-Cookie:%20x=1.txt"
    headers = {**guarded.keys["writer"], "content-type": "application/octet-stream"}
    where = f"/v1/documents?answer=file&language=en&name={evil}"
    answer = guarded.server.client.post(where, content=b"to a@example.org", headers=headers)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers


def test_the_audit_log_shows_what_was_altered(tmp_path: Path) -> None:
    state = tmp_path / "state"
    store = Store.open(ServiceSettings(state))
    for number in range(3):
        AuditLog(store).add("reidentify", "key", document=f"sol_{number}")
    store.close()
    assert _audit(state).code == 0
    head = _audit(state).err.split("its head is ")[1].strip(" .\n")
    engine = open_engine(file_url(state / "service.db"))
    with engine.begin() as connection:
        connection.execute(sql("DELETE FROM service_audit WHERE number = 3"))
    assert _audit(state).code == 0  # what is missing at the end shows only by a head that was noted
    assert _audit(state, "--head", head).code == 1
    with engine.begin() as connection:
        connection.execute(
            sql("UPDATE service_audit SET record = replace(record, '1', '2') WHERE number = 1")
        )
    assert _audit(state).code == 1
    engine.dispose()


def _audit(state: Path, *words: str) -> Outcome:
    return call("serve", "audit", "verify", "--state", state, *words)


def test_a_rare_word_is_in_no_log_figure_or_error_after_a_fuzz_run(server: Served) -> None:
    dice = random.Random(18)  # noqa: S311 - a test, and the same each time
    paths = list(server.get("/openapi.json").json()["paths"])
    values = [RARE, [RARE], {RARE: RARE}, None, 1, True, -1.5, f"{RARE} anna@example.org", {"text": RARE}]
    fields = [
        "text",
        "language",
        "policy",
        "method",
        "options",
        "offsets",
        "spans",
        "table",
        "keep",
        "id",
        RARE,
    ]
    kinds = ["application/json", "application/json", "application/x-ndjson", RARE]
    for _ in range(150):
        body = {dice.choice(fields): dice.choice(values) for _ in range(dice.randrange(4))} | {
            "text": dice.choice(values)
        }
        path = dice.choice([*paths, f"/{RARE}", "/v1/documents"]).replace("{id}", RARE)
        data = json.dumps(dice.choice([body, body, RARE, [RARE]]))[: dice.choice([9999, 9999, 20])]
        answer = server.client.request(
            dice.choice(["POST", "POST", "POST", "GET", "DELETE", "PUT"]), path, content=data,
            params={
                dice.choice(["name", "language", "stop", "verb", RARE]): f"{RARE}.txt",
                **dice.choice([{}, {"background": "true"}]),
            },
            headers={"content-type": dice.choice(kinds), "idempotency-key": f"{RARE} {dice.randrange(9)}"},
        )  # fmt: skip
        assert answer.status_code < 500, (path, answer.text)
        if answer.status_code >= 400:
            assert RARE not in answer.text, (path, answer.text)
            assert RARE not in str(answer.headers)
    assert RARE not in server.get("/metrics").text
    assert RARE not in server.log
    kept = b"".join(path.read_bytes() for path in server.state.iterdir())
    assert RARE.encode() not in kept

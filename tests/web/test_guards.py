"""Headers, hosts and limits, in front of a small application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from fastapi import FastAPI, Request
from starlette.types import Message

from nescio.web.answers import Refusal, install_answers
from nescio.web.guards import BodyLimits, KnownHosts, MostAtOnce, SafeHeaders
from tests.web.asking import Asking


def _app() -> FastAPI:
    app = FastAPI()
    install_answers(app)

    @app.post("/size")
    @app.post("/stream")
    async def size(request: Request) -> int:
        return len(await request.body())

    return app


async def _pieces() -> AsyncIterator[bytes]:
    for _ in range(2):
        yield b"x" * 6


def test_every_answer_has_the_headers_that_keep_browsers_quiet() -> None:
    answer = Asking(SafeHeaders(_app(), tls=True)).get("/nothing")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "strict-transport-security" in answer.headers
    assert "access-control-allow-origin" not in answer.headers


def test_tls_is_only_promised_where_it_is() -> None:
    assert "strict-transport-security" not in Asking(SafeHeaders(_app())).get("/nothing").headers


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost", 404), ("LOCALHOST:80", 404), ("[::1]:80", 404), ("evil.example", 421), ("", 421)],
)
def test_another_host_is_refused(host: str, status: int) -> None:
    client = Asking(KnownHosts(_app(), hosts={"localhost", "::1"}))
    assert client.get("/nothing", headers={"host": host}).status_code == status


@pytest.mark.parametrize(("number", "status"), [(5, 200), (6, 503)])
def test_too_many_connections_are_told_when_to_come_again(number: int, status: int) -> None:
    client = Asking(MostAtOnce(_app(), most=5, connections=lambda: number))
    answer = client.post("/size", content=b"x")
    assert answer.status_code == status
    if status == 503:
        assert answer.json() == {"code": "busy", "sentence": "Too many connections are open.", "possible": []}
        assert (answer.headers["retry-after"], answer.headers["connection"]) == ("1", "close")


def test_a_large_body_is_refused_whether_it_says_its_size_or_not() -> None:
    client = Asking(BodyLimits(_app(), size=10))
    assert client.post("/size", content=b"x" * 10).text == "10"
    told = client.post("/size", content=b"x" * 11)
    untold = client.post("/size", content=_pieces())
    for answer in (told, untold):
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
        assert answer.headers["connection"] == "close"


def test_a_stream_has_no_size() -> None:
    client = Asking(BodyLimits(_app(), size=10, streams={"/stream"}))
    assert client.post("/stream", content=b"x" * 50).text == "50"


@pytest.mark.parametrize("encoding", ["gzip", "br", "identity, gzip"])
def test_a_packed_body_is_refused_and_not_unpacked(encoding: str) -> None:
    client = Asking(BodyLimits(_app(), size=10))
    answer = client.post("/size", content=b"x", headers={"content-encoding": encoding})
    assert (answer.status_code, answer.json()["code"]) == (415, "packed_body")


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    async def receive() -> Message:
        await asyncio.sleep(60)
        raise AssertionError("nobody waits so long")

    async def reading(scope: Any, receive: Any, send: Any) -> None:
        await receive()

    scope = {"type": "http", "path": "/size", "headers": []}

    async def nowhere(message: Message) -> None:
        raise AssertionError("the application answers, not the guard")

    with pytest.raises(Refusal) as refusal:
        asyncio.run(BodyLimits(reading, size=10, seconds=0.05)(scope, receive, nowhere))
    assert (refusal.value.status_code, refusal.value.code) == (408, "too_slow_body")

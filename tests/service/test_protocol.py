"""Connections on which no request gets whole are closed; others are not."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from nescio.service.protocol import PromptProtocol
from nescio.web.binding import Binding, listen


class _Hasty(PromptProtocol):
    head_seconds = 0.4


async def _app(scope: Any, receive: Any, send: Any) -> None:
    await asyncio.sleep(1.0 if scope["path"] == "/slow" else 0)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with listen(Binding("127.0.0.1", 0)) as place:
        config = uvicorn.Config(
            _app, http=_Hasty, ws="none", lifespan="off", log_config=None, timeout_keep_alive=5
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[place])))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield place.getsockname()[1]
        server.should_exit = True
        thread.join()


HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


def _is_closed(found: socket.socket, *, within: float) -> bool:
    found.settimeout(within)
    try:
        while found.recv(100):
            pass
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("first", [b"", HEAD])
def test_a_head_that_drips_is_not_waited_for(port: int, first: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as found:
        if first:
            found.sendall(first)
            assert b"200" in found.recv(1000)
        found.sendall(b"GET / HT")
        assert _is_closed(found, within=3)


def _answer(found: socket.socket) -> bytes:
    """The whole answer: its head and its body may come one after the other."""
    answer = b""
    while not answer.endswith(b"ok") and (more := found.recv(1000)):
        answer += more
    return answer


def test_work_that_takes_longer_is_waited_for(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as found:
        found.sendall(HEAD.replace(b"GET /", b"GET /slow"))
        assert b"200" in _answer(found)
        found.sendall(HEAD)
        assert b"200" in _answer(found)

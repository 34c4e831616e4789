"""Asks an address over HTTP within bounds: how long it takes, how much it says, whereto it leads."""

from __future__ import annotations

import io
import time
import urllib.request
from collections.abc import Callable, Collection, Mapping
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any, Final
from urllib.error import HTTPError
from urllib.parse import urlsplit

NOT_REACHED: Final = "not reached"
TOO_SLOW: Final = "too slow"
TOO_MUCH: Final = "answers too much"
LED_AWAY: Final = "leads to another address"
_HEADERS: Final = 100_000  # bytes that an answer may have beside its content
_PASSING: Final = (408, 425, 429, 500, 502, 503, 504)  # what a server says when it is busy or being started
_PORTS: Final = {"http": 80, "https": 443}
Origin = tuple[str, str | None, int | None]


class FetchError(Exception):
    """Why there is no answer; `kind` is one of the words above and never what the other side said."""

    def __init__(self, kind: str, *, passing: bool = False) -> None:
        super().__init__(kind)
        self.kind = kind
        self.passing = passing  # the next moment may bring an answer


def fetch(
    url: str,
    *,
    data: bytes | None = None,
    headers: Mapping[str, str] | None = None,
    seconds: float,
    limit: int,
    redirects: Collection[str] = (),
) -> bytes:
    """The content of the answer, at most `limit` bytes, all of it within `seconds`.

    A redirect is followed to the same host, but not from https to http; `redirects` are addresses to
    whose hosts it may lead besides.
    """
    bounds = _Bounds(seconds, limit + _HEADERS)
    try:
        allowed = {_origin(address) for address in redirects}
        opener = urllib.request.build_opener(_Http(bounds), _Https(bounds), _Redirects(allowed))
        request = urllib.request.Request(url, data, dict(headers or {}))  # noqa: S310 - only http is opened
        with opener.open(request, timeout=seconds) as answer:
            return _read(answer, limit)
    except HTTPError as error:
        error.close()
        raise FetchError(NOT_REACHED, passing=error.code in _PASSING) from error
    except TimeoutError as error:
        raise FetchError(TOO_SLOW) from error
    except (HTTPException, OSError, ValueError) as error:
        slow = isinstance(getattr(error, "reason", None), TimeoutError)
        raise FetchError(TOO_SLOW if slow else NOT_REACHED, passing=not slow) from error
    finally:
        bounds.close()


def _read(answer: HTTPResponse, limit: int) -> bytes:
    if (answer.length or 0) > limit:  # what it announces is not even waited for
        raise FetchError(TOO_MUCH)
    content = answer.read(limit + 1)
    if len(content) > limit:
        raise FetchError(TOO_MUCH)
    if answer.length:  # what was announced and did not come
        raise FetchError(NOT_REACHED)
    return content


def _origin(address: str) -> Origin:
    parts = urlsplit(address)
    try:
        port = parts.port
    except ValueError:
        return parts.scheme, None, None
    return parts.scheme, parts.hostname, port or _PORTS.get(parts.scheme)


class _Bounds:
    """What is left of the time and of the bytes of one question, over all its redirects."""

    def __init__(self, seconds: float, size: int) -> None:
        self._end = time.monotonic() + seconds
        self._size = size
        self._answers: list[HTTPResponse] = []

    def watch(self, answer: HTTPResponse) -> None:
        self._answers.append(answer)

    def close(self) -> None:
        """Also what nobody read to its end, such as the answer that led to another."""
        for answer in self._answers:
            answer.close()

    def left(self) -> float:
        seconds = self._end - time.monotonic()
        if seconds <= 0:
            raise TimeoutError
        return seconds

    def take(self, size: int) -> None:
        self._size -= size
        if self._size < 0:
            raise FetchError(TOO_MUCH)


class _BoundedStream(io.RawIOBase):
    """Reads from a socket, which by itself would begin to wait anew with every byte."""

    def __init__(self, raw: io.RawIOBase, sock: Any, bounds: _Bounds) -> None:
        self._raw, self._sock, self._bounds = raw, sock, bounds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int | None:
        self._sock.settimeout(self._bounds.left())
        size: int | None = self._raw.readinto(buffer)
        self._bounds.take(size or 0)
        return size

    def close(self) -> None:
        self._raw.close()
        super().close()


class _BoundedResponse(HTTPResponse):
    def __init__(self, bounds: _Bounds, sock: Any, *args: Any, **more: Any) -> None:
        super().__init__(sock, *args, **more)
        raw = self.fp.detach()
        self.fp = io.BufferedReader(_BoundedStream(raw, sock, bounds))
        bounds.watch(self)


class _BoundedHandler(urllib.request.AbstractHTTPHandler):
    def __init__(self, bounds: _Bounds) -> None:
        super().__init__()
        self._bounds = bounds

    def do_open(self, http_class: Callable[..., HTTPConnection], req: Any, **more: Any) -> HTTPResponse:
        def connect(host: str, *, timeout: float, **options: Any) -> HTTPConnection:
            connection = http_class(host, timeout=self._bounds.left(), **options)
            connection.response_class = partial(_BoundedResponse, self._bounds)  # type: ignore[assignment]  # a class that is told its bounds
            return connection

        return super().do_open(connect, req, **more)  # type: ignore[arg-type]  # any maker of connections will do


class _Http(_BoundedHandler, urllib.request.HTTPHandler):
    """http://"""


class _Https(_BoundedHandler, urllib.request.HTTPSHandler):
    """https://"""


class _Redirects(urllib.request.HTTPRedirectHandler):
    def __init__(self, allowed: Collection[Origin]) -> None:
        self._allowed = allowed

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        here, there = _origin(req.full_url), _origin(newurl)
        is_safer = here == ("http", there[1], 80) and there == ("https", here[1], 443)
        if there != here and not is_safer and there not in self._allowed:
            fp.close()
            raise FetchError(LED_AWAY)
        return super().redirect_request(req, fp, code, msg, headers, newurl)

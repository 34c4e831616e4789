"""What stands before an application: headers, hosts, and limits on what is sent, how much and how slowly."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nescio.core.errors import place_of
from nescio.web.answers import Refusal, bug, logger

NO_CONTENT: Final = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
OWN_CONTENT: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_ONLY_TLS: Final = "max-age=31536000"
_DRAINED: Final = 64 << 20  # bytes
_DRAIN_SECONDS: Final = 2.0
_CLOSE: Final = {"connection": "close"}  # what was not read of a body must not be taken for a request


class SafeHeaders:
    """Adds what tells browsers to do nothing but show; what the application says itself stays."""

    def __init__(self, app: ASGIApp, *, content: str = NO_CONTENT, tls: bool = False) -> None:
        self._app = app
        self._headers = {**_HEADERS, "content-security-policy": content}
        if tls:
            self._headers["strict-transport-security"] = _ONLY_TLS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, add)


class NoTraces:
    """The outermost guard: what the application raises ends here, for a server would log its words."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def note(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, note)
        except Exception as error:
            if scope["type"] != "http":
                raise
            logger.error("an error of kind %s", place_of(error))
            if not begun:
                refusal = error if isinstance(error, Refusal) else bug(error)
                await refusal.answer()(scope, receive, send)


class KnownHosts:
    """Refuses a request for another host: a page elsewhere could point its own name to this machine."""

    def __init__(self, app: ASGIApp, *, hosts: Collection[str]) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._knows(Headers(scope=scope).getlist("host")):
            refusal = Refusal(421, "unknown_host", "This server is not called by that name.")
            await refusal.answer()(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _knows(self, named: list[str]) -> bool:
        if len(named) != 1:
            return False
        host = named[0].lower()
        name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
        return name in self._hosts


class MostAtOnce:
    """Sends requests away while more connections are open than a server can look after."""

    def __init__(self, app: ASGIApp, *, most: int, connections: Callable[[], int]) -> None:
        self._app, self._most, self._connections = app, most, connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._connections() > self._most:
            headers = {**_CLOSE, "retry-after": "1"}  # one connection less, and so it gets better
            refusal = Refusal(503, "busy", "Too many connections are open.", headers=headers)
            await drain(receive)
            await refusal.answer()(scope, receive, send)
            return
        await self._app(scope, receive, send)


class BodyLimits:
    """A body has so many bytes at most and comes within so many seconds; nothing packed is unpacked.

    Bodies at `streams` have no end: each piece of them has to come in time, and whoever reads them counts.
    """

    def __init__(
        self, app: ASGIApp, *, size: int, seconds: float = 30.0, streams: Collection[str] = ()
    ) -> None:
        self._app, self._size, self._seconds, self._streams = app, size, seconds, streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_stream = scope["path"] in self._streams
        refusal = self._refusal(Headers(scope=scope), is_stream=is_stream)
        if refusal is not None:
            await drain(receive)
            await refusal.answer()(scope, receive, send)
            return
        limited = _Limited(receive, 0 if is_stream else self._size, self._seconds)
        await self._app(scope, limited.receive, send)

    def _refusal(self, headers: Headers, *, is_stream: bool) -> Refusal | None:
        if headers.get("content-encoding", "identity").lower() not in ("", "identity"):
            sentence = "A body that is packed (Content-Encoding) is not unpacked."
            return Refusal(415, "packed_body", sentence, ["identity"], headers=_CLOSE)
        length = headers.get("content-length", "0")
        # What is no number is refused by the server itself, before this.
        if not is_stream and length.isascii() and length.isdecimal() and int(length[:20]) > self._size:
            return too_large(self._size)
        return None


def too_large(size: int) -> Refusal:
    return Refusal(413, "too_large", f"The body has more than {size} bytes.", headers=_CLOSE)


async def drain(receive: Receive) -> None:
    """Reads on for a moment: who is cut off while sending would not see why."""
    taken = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(_DRAIN_SECONDS):
            while taken < _DRAINED:
                message = await receive()
                taken += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


class _Limited:
    def __init__(self, receive: Receive, size: int, seconds: float) -> None:
        self._receive, self._size, self._seconds = receive, size, seconds
        self._taken, self._end, self._more = 0, time.monotonic() + seconds, True

    async def receive(self) -> Message:
        if not self._more:  # only the end of the connection is still to come
            return await self._receive()
        left = self._end - time.monotonic() if self._size else self._seconds
        try:
            message = await asyncio.wait_for(self._receive(), max(left, 0.001))
        except TimeoutError:
            sentence = f"The body did not come within {self._seconds:g} seconds."
            raise Refusal(408, "too_slow_body", sentence, headers=_CLOSE) from None
        self._more = bool(message.get("more_body", False))
        self._taken += len(message.get("body", b""))
        if self._size and self._taken > self._size:
            if self._more:
                await drain(self._receive)
            raise too_large(self._size)
        return message

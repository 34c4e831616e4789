"""HTTP/1.1 as h11 reads it, strictly, and without patience for heads that do not come."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


class PromptProtocol(H11Protocol):
    """Closes a connection on which no request gets whole: a few slow ones would keep all others out."""

    head_seconds = 15.0  # longer than an idle connection is kept, so that only slow ones are met

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._seen: object = None
        self.loop.call_later(self.head_seconds, self._check)

    def _check(self) -> None:
        if self.transport.is_closing():
            return
        is_idle = self.cycle is None or self.cycle.response_complete
        if is_idle and self.cycle is self._seen:
            self.transport.close()
            return
        self._seen = self.cycle if is_idle else object()
        self.loop.call_later(self.head_seconds, self._check)

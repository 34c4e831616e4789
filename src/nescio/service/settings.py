"""What a server is told when it starts."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from nescio.api import AUTO
from nescio.web.binding import Binding
from nescio.web.database import file_url

_DATABASE: Final = "service.db"
_KEY: Final = "service.key"
LOOPBACK: Final = Binding("127.0.0.1", 8000)


def default_state() -> Path:
    """Where a server keeps what it must not forget, unless it is told."""
    base = os.environ.get("NESCIO_STATE")
    if base:
        return Path(base)
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "nescio"


@dataclass(frozen=True)
class Opening:
    """How each process that works opens its anonymizer; plain values, which travel to it."""

    language: str = AUTO
    config: Path | None = None
    key: str | None = None  # where keyed methods find their key, never the key itself
    loaded: tuple[str, ...] = ()  # languages that are loaded before the server is ready; all if empty


@dataclass(frozen=True)
class Limits:
    """How much, how long, how often."""

    body: int = 10 << 20  # bytes of a request; of one line in a stream, a tenth of it
    seconds: float = 60.0  # of work on one request
    body_seconds: float = 30.0  # in which a body must have come
    rate: float = 50.0  # requests per second of one key, if the key says nothing else
    guesses: float = 2.0  # per second: keys never seen are compared slowly, and not at any rate
    waiting: int = 64  # requests that wait for a process
    connections: int = 500
    keep_hours: float = 24.0  # in which the result of a task can be fetched

    @property
    def line(self) -> int:
        return max(self.body // 10, 1 << 10)


@dataclass(frozen=True)
class ServiceSettings:
    """Everything about one server."""

    state: Path
    binding: Binding = LOOPBACK
    opening: Opening = field(default_factory=Opening)
    limits: Limits = field(default_factory=Limits)
    workers: int = 2
    database: str | None = None  # a URL; may hold a password
    seal: str | None = None  # where the key is that seals what is kept; one is made in the state folder

    @property
    def database_url(self) -> str:
        return self.database or file_url(self.state / _DATABASE)

    @property
    def seal_file(self) -> Path:
        return self.state / _KEY

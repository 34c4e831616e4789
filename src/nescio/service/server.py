"""Starts a server, and ends it in order."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import ssl
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from nescio.core.errors import ConfigError, NescioError
from nescio.files.whole import make_folders
from nescio.service.app import make_app
from nescio.service.keys import list_keys
from nescio.service.protocol import PromptProtocol
from nescio.service.settings import ServiceSettings
from nescio.service.store import Store
from nescio.web.binding import check_binding, listen

_HOW: Final = "`nescio serve key new NAME --scope detect` makes one."
_GRACE: Final = 20  # seconds for what is being answered when the server is told to end


def serve(settings: ServiceSettings) -> None:
    """Serves until it is told to end; what keeps it from starting is raised."""
    with _alone(settings):
        store = Store.open(settings)
        try:
            check_binding(settings.binding, has_keys=bool(list_keys(store)), how_to_get_one=_HOW)
            _run(settings, store)
        finally:
            store.close()


def _run(settings: ServiceSettings, store: Store) -> None:
    faults: list[Exception] = []
    servers: list[uvicorn.Server] = []

    def failed(error: Exception) -> None:
        faults.append(error)
        for server in servers:
            server.should_exit = True

    log_to_stderr()
    with listen(settings.binding) as place:
        app = make_app(settings, store, failed=failed, connections=lambda: _open_at(servers))
        server = uvicorn.Server(_config(app, settings))
        servers.append(server)
        host, port = place.getsockname()[:2]
        scheme = "https" if settings.binding.has_tls else "http"
        shown = f"[{host}]" if ":" in host else host
        logging.getLogger("nescio.service").info("listening at %s://%s:%s", scheme, shown, port)
        asyncio.run(server.serve(sockets=[place]))
    for fault in faults:
        raise fault if isinstance(fault, NescioError) else ConfigError("The models could not be loaded.")


def _open_at(servers: Iterable[uvicorn.Server]) -> int:
    return sum(len(server.server_state.connections) for server in servers)


def _config(app: ASGIApp, settings: ServiceSettings) -> uvicorn.Config:
    binding = settings.binding
    return uvicorn.Config(
        app,
        http=PromptProtocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,  # a path may hold a name
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=_GRACE,
        ssl_certfile=binding.certificate,
        ssl_keyfile=binding.private_key,
        ssl_version=ssl.PROTOCOL_TLS_SERVER,
    )


@contextmanager
def _alone(settings: ServiceSettings) -> Iterator[None]:
    """A file of SQLite has one server: two would take each other's tasks for lost."""
    if settings.database is not None and not settings.database.startswith("sqlite"):
        yield
        return
    make_folders(settings.state)
    with (settings.state / "service.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ConfigError("Another server uses this state; name another folder with --state.") from None
        yield


def log_to_stderr() -> None:
    """One line per event; nothing that was sent is in them."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    for name, level in (("nescio", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)

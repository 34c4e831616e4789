"""The application: routes, guards, and what they share."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any, Final

from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import nescio
from nescio.core.errors import NescioError
from nescio.packs import UNIVERSAL, Packs
from nescio.registry import Registry
from nescio.run.configs import show_settings
from nescio.service.asking import Door
from nescio.service.audit import AuditLog
from nescio.service.desk import Desk
from nescio.service.keys import KeyRing
from nescio.service.metrics import ServiceMetrics
from nescio.service.pool import Pool
from nescio.service.routes import about, batch, documents, jobs, tasks, texts
from nescio.service.runner import TaskRunner
from nescio.service.settings import ServiceSettings
from nescio.service.solved import SolvedTexts
from nescio.service.store import Store
from nescio.service.tasks import TaskBook, in_thread
from nescio.web.answers import install_answers
from nescio.web.binding import is_loopback
from nescio.web.guards import BodyLimits, KnownHosts, MostAtOnce, NoTraces, SafeHeaders

logger: Final = logging.getLogger("nescio.service")
_ABOUT: Final = (
    "Finds the names and identifiers in texts and documents, takes them out, and brings them back for "
    "those who may. "
    "Every error has the form `{code, sentence, possible}` and repeats nothing of what was sent."
)
Failed = Callable[[Exception], None]
Counting = Callable[[], int]


def make_app(
    settings: ServiceSettings,
    store: Store,
    *,
    failed: Failed | None = None,
    connections: Counting | None = None,
) -> ASGIApp:
    """The guarded application; `failed` is told what keeps it from becoming ready.

    `connections` says how many are open, so that there are not too many.
    """
    app = FastAPI(
        title="nescio", version=nescio.__version__, description=_ABOUT, docs_url=None, redoc_url=None,
        lifespan=_lifespan(settings, store, failed),
    )  # fmt: skip
    install_answers(app)
    for part in (texts, batch, jobs, documents, tasks, about):
        app.include_router(part.router)
    _share(app, settings, store)
    return _guarded(app, settings, connections)


def _share(app: FastAPI, settings: ServiceSettings, store: Store) -> None:
    """What the routes find under `app.state`, as far as it needs no loop."""
    state = app.state
    state.settings, state.store = settings, store
    state.registry = Registry.installed()
    state.packs = Packs.installed(aliases=state.registry.label_aliases)
    state.metrics = ServiceMetrics({label.name for label in state.packs.load(UNIVERSAL).labels})
    state.door = Door(KeyRing(store), rate=settings.limits.rate, guesses=settings.limits.guesses)
    state.audit, state.solved = AuditLog(store), SolvedTexts(store)
    state.settings_of = lru_cache(lambda language: show_settings(language, settings.opening.config))


def _guarded(app: FastAPI, settings: ServiceSettings, connections: Counting | None) -> ASGIApp:
    limits, binding = settings.limits, settings.binding
    guarded: ASGIApp = BodyLimits(
        _Counted(app), size=limits.body, seconds=limits.body_seconds, streams={batch.PATH}
    )
    if is_loopback(binding.host) and not binding.behind_proxy:
        guarded = KnownHosts(guarded, hosts=binding.hosts)
    if connections is not None:
        guarded = MostAtOnce(guarded, most=limits.connections, connections=connections)
    return SafeHeaders(NoTraces(guarded), tls=binding.has_tls)


def _lifespan(settings: ServiceSettings, store: Store, failed: Failed | None) -> Any:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        state = app.state
        state.pool = Pool(settings.opening, settings.workers, settings.limits, counted=state.metrics.count)
        book = TaskBook(store, state.solved, server=secrets.token_hex(8))
        state.runner = TaskRunner(book, state.pool, keep_hours=settings.limits.keep_hours)
        state.desk = Desk(book, state.runner, seconds=settings.limits.seconds)
        if store.engine.dialect.name == "sqlite":  # no other server has this file: all that was begun is ours
            await in_thread(book.release, everything=True)
        loading = asyncio.create_task(_load(state, failed))
        try:
            yield
        finally:
            loading.cancel()
            await state.runner.close()
            await state.pool.close()

    return lifespan


async def _load(state: Any, failed: Failed | None) -> None:
    """Models are loaded while the server already says that it lives."""
    try:
        await state.pool.start()
    except (NescioError, OSError) as error:
        if failed is not None:
            failed(error)
        return
    state.runner.start()
    logger.info("ready")


class _Counted:
    """Counts and logs every request by the pattern of its route, never by what it says."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begin, status = time.perf_counter(), 500

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, note)
        finally:
            self._count(scope, status, time.perf_counter() - begin)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        method = scope["method"] if scope["method"] in ("GET", "POST", "DELETE") else "other"
        metrics: ServiceMetrics = self._app.state.metrics
        metrics.requests.labels(route, method, str(status)).inc()
        metrics.seconds.labels(route).observe(seconds)
        who = scope.get("state", {}).get("key", "-")
        logger.info("%s %s %s %.0fms key=%s", method, route, status, seconds * 1000, who)

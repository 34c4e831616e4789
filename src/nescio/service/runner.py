"""Takes tasks from the book and lets the pool do them, as long as the server runs."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from nescio.core.errors import place_of
from nescio.core.plain_json import read_json
from nescio.service.pool import Pool
from nescio.service.tasks import Claimed, TaskBook, in_thread, is_ended, refused
from nescio.service.work import Done

logger: Final = logging.getLogger("nescio.service")
_PAUSE: Final = 1.0  # seconds after which somebody looks for tasks that another server has written down
_RENEW: Final = 5.0
_SWEEP: Final = 60.0


class TaskRunner:
    """One loop finds tasks and begins as many as there are processes."""

    def __init__(self, book: TaskBook, pool: Pool, *, keep_hours: float) -> None:
        self._book, self._pool, self._keep = book, pool, keep_hours * 3600
        self._due = asyncio.Event()
        self._running: set[asyncio.Task[None]] = set()
        self._ended: dict[str, asyncio.Event] = {}
        self._loops: list[asyncio.Task[None]] = []
        self._is_closing = False
        self.done: dict[str, int] = {"done": 0, "failed": 0}

    def start(self) -> None:
        self._loops = [asyncio.create_task(self._begin()), asyncio.create_task(self._look_after())]

    def wake(self) -> None:
        """There is something to do."""
        self._due.set()

    async def wait(self, id: str, owner: str, seconds: float) -> Any:
        """The row of a task when it has ended, or as it is when the time is over."""
        end = time.monotonic() + seconds
        event = self._ended.setdefault(id, asyncio.Event())
        try:
            while True:
                row = await in_thread(self._book.find, id, owner)
                left = end - time.monotonic()
                if is_ended(row) or left <= 0:
                    return row
                with suppress(TimeoutError):  # another server may end it, which nobody tells us
                    await asyncio.wait_for(event.wait(), min(left, _PAUSE))
        finally:
            self._ended.pop(id, None)

    async def close(self) -> None:
        """Begins nothing any more; what is not done in some seconds is due again after a restart."""
        self._is_closing = True
        for loop in self._loops:
            loop.cancel()
        if self._running:
            await asyncio.wait(self._running, timeout=10)
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, *self._loops, return_exceptions=True)
        with suppress(SQLAlchemyError):
            await in_thread(self._book.release)

    async def _begin(self) -> None:
        while True:
            try:
                task = await in_thread(self._book.claim) if len(self._running) < self._pool.size else None
            except Exception as error:
                logger.error("the next task could not be read: %s", place_of(error))
                task = None
            if task is not None:
                running = asyncio.create_task(self._do(task))
                self._running.add(running)
                running.add_done_callback(self._after)
                continue
            self._due.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._due.wait(), _PAUSE)

    def _after(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._due.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a task could not be ended: %s", place_of(error))

    async def _do(self, task: Claimed) -> None:
        try:
            done = await self._ask(task)
        except Exception as error:
            if self._is_closing:  # it is due again, and has not failed by itself
                return
            await in_thread(self._book.fail, task, refused(error))
            self.done["failed"] += 1
        else:
            await in_thread(self._book.finish, task, done)
            self.done["done"] += 1
        event = self._ended.get(task.id)
        if event is not None:
            event.set()

    async def _ask(self, task: Claimed) -> Done:
        verb, wish, data, _ = task.wish
        if verb == "document":
            return await self._pool.run(verb, data, wish=wish, patient=True)
        if verb == "job":
            return await self._pool.run(verb, read_json(data), wish=wish, patient=True)
        return await self._pool.run(verb, {**read_json(data), **wish}, patient=True)

    async def _look_after(self) -> None:
        swept = 0.0
        while True:
            await asyncio.sleep(_RENEW)
            try:
                await in_thread(self._book.renew)
                if time.monotonic() - swept > _SWEEP:
                    swept = time.monotonic()
                    await in_thread(self._book.sweep, time.time() - self._keep)
            except Exception as error:
                logger.error("the tasks could not be looked after: %s", place_of(error))

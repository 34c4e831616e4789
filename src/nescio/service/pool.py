"""Processes that do the work of requests; one that dies or takes too long is replaced."""

from __future__ import annotations

import asyncio
import logging
import math
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final

from nescio.core.errors import NescioError, PluginError, place_of
from nescio.service.settings import Limits, Opening
from nescio.service.work import WORK, Done, open_for
from nescio.web.answers import Refusal, bug

logger: Final = logging.getLogger("nescio.service")
_LOADING: Final = 300.0  # seconds in which a process must be ready
_READY: Final = "ready"
_CHANCES: Final = 2  # how often work is begun whose process dies over it
Counted = Callable[[str, float, Done | None], None]  # verb, seconds, and the answer if there is one


class LostError(Exception):
    """The process was ended from outside while it worked."""


class Pool:
    """As many processes as are wished; who asks waits for a free one, and if too many wait is sent away."""

    def __init__(self, opening: Opening, number: int, limits: Limits, *, counted: Counted) -> None:
        self._limits, self._counted = limits, counted
        self._workers = [_Worker(opening) for _ in range(number)]
        self._threads = ThreadPoolExecutor(number, thread_name_prefix="pool")
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        self._running: set[asyncio.Task[Any]] = set()
        self._started = self._closed = False
        self.waiting = 0
        self.restarts = 0

    @property
    def is_ready(self) -> bool:
        """Whether all was loaded; a process that is replaced later is waited for."""
        return self._started and not self._closed

    @property
    def size(self) -> int:
        return len(self._workers)

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers]

    async def start(self) -> None:
        """Loads everything; what cannot be loaded is an error of nescio."""
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self._threads, item.start) for item in self._workers))
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._started = True

    async def run(self, verb: str, *args: Any, patient: bool = False, **more: Any) -> Done:
        """The answer of a process; `patient` work waits as long as it must and does not count as waiting."""
        if not patient:
            self.need_ready()
            if self.waiting >= self._limits.waiting + self._free.qsize():
                raise Refusal(503, "busy", "Too many requests are waiting.", headers={"retry-after": "1"})
        # The work goes on if whoever asked goes away: only then its process is free for the next.
        self.waiting += not patient  # here, so that nobody slips in before the task begins
        task = asyncio.create_task(self._run(verb, args, more, patient))
        self._running.add(task)
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)

    def need_ready(self) -> None:
        if not self.is_ready:
            raise Refusal(503, "not_ready", "The models are being loaded.", headers={"retry-after": "2"})

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # was told to whoever waited; if nobody did, there is nobody to tell

    async def _run(self, verb: str, args: Sequence[Any], more: dict[str, Any], patient: bool) -> Done:
        try:
            worker = await self._free.get()
        finally:
            self.waiting -= not patient
        begin, done = time.perf_counter(), None
        try:
            done = await asyncio.get_running_loop().run_in_executor(
                self._threads, self._ask, worker, (verb, tuple(args), more)
            )
        finally:
            self._free.put_nowait(worker)
            self._counted(verb, time.perf_counter() - begin, done)
        return done

    def _ask(self, worker: _Worker, question: Any) -> Done:
        for chance in range(_CHANCES):
            try:
                return worker.ask(question, self._limits.seconds)
            except LostError:
                self.restarts += 1
                worker.restart()
                if chance == _CHANCES - 1:
                    sentence = "The process that worked on it was ended, twice."
                    raise Refusal(503, "lost", sentence, headers={"retry-after": "5"}) from None
            except TimeoutError:
                self.restarts += 1
                worker.restart()
                seconds = math.ceil(self._limits.seconds)
                sentence = f"The work took longer than {seconds} seconds; send less at once."
                raise Refusal(503, "took_too_long", sentence, headers={"retry-after": str(seconds)}) from None
        raise AssertionError("a chance ends with an answer or an error")

    async def close(self, seconds: float = 20.0) -> None:
        """Lets what is being done come to its end, for some time."""
        self._closed = True
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)
        for worker in self._workers:
            worker.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Worker:
    """One process and the line to it; used by one thread at a time."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening
        self._context = multiprocessing.get_context("spawn")  # nothing of this process's threads and files
        self._process: Any = None
        self._line: Connection | None = None
        self._stopped = False
        self.is_ready = False

    @property
    def pid(self) -> int:
        return 0 if self._process is None else int(self._process.pid or 0)

    def start(self) -> None:
        ours, theirs = self._context.Pipe()
        self._process = self._context.Process(target=serve, args=(self._opening, theirs), daemon=True)
        self._process.start()
        theirs.close()
        self._line = ours
        try:
            found = self._receive(_LOADING)
        except (LostError, TimeoutError):
            raise PluginError("A process of the service ended, or was not ready in time.") from None
        if isinstance(found, Exception):
            raise found
        self.is_ready = True

    def ask(self, question: Any, seconds: float) -> Done:
        if self._line is None:
            raise LostError
        try:
            self._line.send(question)
        except OSError:
            raise LostError from None
        answer = self._receive(seconds)
        if isinstance(answer, Exception):
            raise answer
        if not isinstance(answer, Done):
            raise LostError
        return answer

    def _receive(self, seconds: float) -> Any:
        if self._line is None:
            raise LostError
        try:
            if not self._line.poll(seconds):
                raise TimeoutError
            return self._line.recv()
        except (EOFError, ConnectionError):
            raise LostError from None

    def restart(self) -> None:
        """Another process in the place of this one."""
        self._end()
        if self._stopped:
            return
        logger.warning("a process that works was lost or too slow; another one takes its place")
        try:
            self.start()
        except (NescioError, OSError) as error:
            logger.error("it could not be started: %s", place_of(error))

    def stop(self) -> None:
        self._stopped = True
        self._end()

    def _end(self) -> None:
        self.is_ready = False
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.kill()
            self._process.join(5)


def serve(opening: Opening, line: Connection) -> None:
    """What a process does until nobody asks any more, also when whoever asked was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever talks HTTP, and so is SIGTERM
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with suppress(OSError, EOFError):
        try:
            anonymizer = open_for(opening)
        except Exception as error:
            line.send(_told(error))
            return
        line.send(_READY)
        while True:
            verb, args, more = line.recv()
            line.send(_done(WORK[verb], anonymizer, args, more))
    os._exit(0)


def _done(work: Callable[..., Done], anonymizer: Any, args: Sequence[Any], more: dict[str, Any]) -> Any:
    try:
        return work(anonymizer, *args, **more)
    except Exception as error:
        return _told(error)


def _told(error: Exception) -> Exception:
    """nescio's own errors as they are; of others only kind and place, which hold no text."""
    if isinstance(error, NescioError | Refusal):
        return error
    return bug(error)

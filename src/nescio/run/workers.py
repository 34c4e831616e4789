"""Processes that take texts through the pipeline beside each other; whoever called them writes, alone."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Final, NamedTuple, Protocol

from nescio.core.errors import JobError, NescioError
from nescio.core.groups import in_groups
from nescio.core.model import Job
from nescio.run.reports import reason

LOST: Final = "The process that worked on the text was ended from outside; it may have lacked memory."
_STAGE: Final = "run"
_PIECE: Final = 60_000  # characters that a process gets at a time, at most
_ROUNDS: Final = 4  # pieces for each process, so that none waits long for the others


class Work(Protocol):
    """Takes jobs through the pipeline, as `Anonymizer.run` does."""

    def __call__(self, jobs: Iterable[Job], *, stop: str = "replace") -> list[Job]: ...


def can_share() -> bool:
    """Whether new processes have what was loaded already: elsewhere each would load the models again."""
    return sys.platform == "linux" and "fork" in multiprocessing.get_all_start_methods()


class _Process(NamedTuple):
    process: multiprocessing.process.BaseProcess
    line: Connection


class _Piece(NamedTuple):
    """Some jobs of a batch, by their numbers."""

    numbers: Sequence[int]
    stop: str
    last: bool = False  # a process was lost over it already


class Workers:
    """As many processes as are wished, for as long as the block lasts; they share what is loaded before.

    Texts come back in their order. If a process is lost, each of its texts gets another chance alone; one
    that loses its process again has failed, and the others go on.
    """

    def __init__(self, work: Work, number: int) -> None:
        self._work, self._number = work, number
        self._processes: list[_Process] = []

    @property
    def enough(self) -> int:
        """Characters with which all of them have something to do."""
        return self._number * _ROUNDS * _PIECE

    def __enter__(self) -> Workers:
        gc.freeze()  # what is there now is shared; a collection would touch, and so copy, all of it
        try:
            while len(self._processes) < self._number:
                self._processes.append(self._start())
        finally:
            gc.unfreeze()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for item in self._processes:
            item.line.close()
        for item in self._processes:
            if kind is not None:
                item.process.kill()
            item.process.join()
        self._processes = []

    def run(self, jobs: Iterable[Job], *, stop: str = "replace") -> list[Job]:
        """The jobs, done; an error of one process is raised when the others have answered too."""
        done = list(jobs)
        due = deque(_Piece(numbers, stop) for numbers in self._pieces(done))
        busy: dict[Connection, _Piece] = {}
        refused: Exception | None = None
        while (due and refused is None) or busy:
            if refused is None:
                self._hand_out(done, due, busy)
            ready = wait(list(busy))
            for line in [line for line in busy if line in ready]:
                piece, answer = busy.pop(line), self._answer(line)
                if isinstance(answer, Exception):
                    refused = answer
                elif answer is None:
                    due.extend(_give_up(done, piece))
                else:
                    for number, job in zip(piece.numbers, answer, strict=True):
                        done[number] = job
        if refused is not None:
            raise refused
        return done

    def _pieces(self, jobs: Sequence[Job]) -> Iterable[list[int]]:
        size = sum(len(job.document.text) for job in jobs)
        enough = min(_PIECE, size // (self._number * _ROUNDS) + 1)
        return in_groups(range(len(jobs)), lambda number: len(jobs[number].document.text), enough)

    def _hand_out(self, jobs: Sequence[Job], due: deque[_Piece], busy: dict[Connection, _Piece]) -> None:
        """A piece for each process that has none: it waits for one, so that nothing can be stuck."""
        for item in list(self._processes):
            if not due:
                return
            if item.line in busy:
                continue
            piece = due.popleft()
            with suppress(OSError):  # a lost process is noticed when it should answer
                item.line.send((piece.stop, [jobs[number] for number in piece.numbers]))
            busy[item.line] = piece

    def _answer(self, line: Connection) -> list[Job] | Exception | None:
        """What a process says; nothing if it is lost, and then another one is there in its place."""
        try:
            answer: list[Job] | Exception = line.recv()
        except (OSError, EOFError):
            self._replace(line)
            return None
        return answer

    def _replace(self, line: Connection) -> None:
        [place] = [number for number, item in enumerate(self._processes) if item.line is line]
        lost = self._processes[place]
        lost.process.kill()
        lost.process.join()
        line.close()
        self._processes[place] = self._start()

    def _start(self) -> _Process:
        ours, theirs = multiprocessing.Pipe()
        others = [item.line for item in self._processes if not item.line.closed]
        process = multiprocessing.get_context("fork").Process(
            target=_serve, args=(self._work, theirs, [ours, *others]), daemon=True
        )
        process.start()
        theirs.close()
        return _Process(process, ours)


def _give_up(jobs: list[Job], piece: _Piece) -> list[_Piece]:
    """The jobs of a lost process once more, one by one; what had its chance already has failed."""
    if not piece.last:
        return [_Piece([number], piece.stop, last=True) for number in piece.numbers]
    [number] = piece.numbers
    jobs[number] = jobs[number].failed(_STAGE, LOST)
    return []


def _serve(work: Work, line: Connection, others: Sequence[Connection]) -> None:
    """Answers until nobody asks any more, also when whoever asked was killed."""
    for other in others:  # as long as they were open here, the others would not see that end
        other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever writes
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.SIG_DFL)
    with suppress(OSError, EOFError):
        while True:
            stop, jobs = line.recv()
            line.send(_done(work, jobs, stop))
    os._exit(0)  # nothing of what was open when this process began is its own to close


def _done(work: Work, jobs: Sequence[Job], stop: str) -> list[Job] | Exception:
    try:
        return work(jobs, stop=stop)
    except NescioError as error:
        return error
    except Exception as error:
        return JobError(reason(error))

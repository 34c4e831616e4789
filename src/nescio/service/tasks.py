"""Work that outlives its request and a restart: written down sealed, done once, kept for a while."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import Connection, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from nescio.core.errors import NescioError, place_of
from nescio.service.solved import SolvedTexts
from nescio.service.store import Store, tasks
from nescio.service.work import Done
from nescio.web.answers import Refusal, bug, dump, refusal_of

logger: Final = logging.getLogger("nescio.service")
QUEUED, RUNNING, DONE, FAILED = "queued", "running", "done", "failed"
_ENDED: Final = (DONE, FAILED)
_LEASE: Final = 15.0  # seconds after which a task whose server says nothing more is anybody's
_ATTEMPTS: Final = 3
_LOST: Final = Refusal(500, "lost", "The service was ended over it, again and again.")
P = ParamSpec("P")
T = TypeVar("T")
_Row = Any  # a row of the database


class TaskWish(NamedTuple):
    """What is to be done: a verb of the work, what was wished, and what it is done to."""

    verb: str
    wish: Mapping[str, Any]
    data: bytes
    owner: str

    @property
    def digest(self) -> str:
        """Tells one request from another; what the service itself has drawn for it does not count."""
        told = {key: value for key, value in self.wish.items() if key not in ("id", "solution")}
        head = json.dumps([self.verb, told], sort_keys=True).encode()
        return hashlib.sha256(len(head).to_bytes(8) + head + self.data).hexdigest()


class Claimed(NamedTuple):
    """A task that this server does now."""

    id: str
    wish: TaskWish


class TaskBook:
    """The tasks in the database; every change is one transaction."""

    def __init__(self, store: Store, solved: SolvedTexts, *, server: str) -> None:
        self._store, self._solved, self._server = store, solved, server

    def add(self, wish: TaskWish, idempotency: str | None) -> str:
        """The name of the new task, or of the one that was asked for under the same word before."""
        id = f"task_{secrets.token_hex(12)}"
        word = None if idempotency is None else hashlib.sha256(idempotency.encode()).hexdigest()
        head = json.dumps({"verb": wish.verb, "wish": wish.wish, "owner": wish.owner}).encode()
        row = {
            "id": id, "owner": wish.owner, "idempotency": word, "request": wish.digest, "verb": wish.verb,
            "status": QUEUED, "made": time.time(), "attempts": 0,
            "question": self._store.seal.close(head + b"\n" + wish.data, id),
        }  # fmt: skip
        try:
            with self._store.engine.begin() as connection:
                connection.execute(insert(tasks).values(row))
        except IntegrityError:
            return self._same(wish, word)
        return id

    def _same(self, wish: TaskWish, word: str | None) -> str:
        with self._store.engine.begin() as connection:
            query = select(tasks.c.id, tasks.c.request)
            found = connection.execute(
                query.where(tasks.c.owner == wish.owner, tasks.c.idempotency == word)
            ).one()
        if found.request != wish.digest:
            sentence = "This idempotency key was used for another request."
            raise Refusal(409, "idempotency_mismatch", sentence)
        return str(found.id)

    def find(self, id: str, owner: str) -> _Row:
        """The row of a task; that of somebody else is not there."""
        with self._store.engine.begin() as connection:
            found = connection.execute(select(tasks).where(tasks.c.id == id, tasks.c.owner == owner)).first()
        if found is None:
            raise Refusal(404, "no_such_task", "There is no such task, or it was kept long enough.")
        return found

    def answer(self, row: _Row) -> Done:
        """The answer of a task that has ended; a failed one is refused as it was."""
        if row.status == FAILED:
            told = json.loads(row.failure)
            raise Refusal(row.failure_status, told["code"], told["sentence"], told["possible"])
        if row.status != DONE:
            raise Refusal(409, "not_done", "The task has not ended yet.", headers={"retry-after": "1"})
        head, _, content = self._store.seal.open(row.answer, row.id).partition(b"\n")
        told = json.loads(head)
        return Done(content, told["kind"], told["headers"])

    def drop(self, id: str, owner: str) -> None:
        """A task with all that is kept of it; one that is being done ends for nothing."""
        with self._store.engine.begin() as connection:
            done = connection.execute(delete(tasks).where(tasks.c.id == id, tasks.c.owner == owner))
        if not done.rowcount:
            raise Refusal(404, "no_such_task", "There is no such task, or it was kept long enough.")

    def claim(self) -> Claimed | None:
        """The next task, which is now this server's."""
        now = time.time()
        due = or_(tasks.c.status == QUEUED, (tasks.c.status == RUNNING) & (tasks.c.leased_until < now))
        with self._store.engine.begin() as connection:
            row = connection.execute(
                select(tasks).where(due).order_by(tasks.c.made).limit(1).with_for_update(skip_locked=True)
            ).first()
            if row is None:
                return None
            if row.attempts >= _ATTEMPTS:
                self._end(connection, row.id, failure=_LOST)
                return None
            values = {"status": RUNNING, "leased_by": self._server, "leased_until": now + _LEASE}
            connection.execute(
                update(tasks).where(tasks.c.id == row.id).values({**values, "attempts": row.attempts + 1})
            )
        head, _, data = self._store.seal.open(row.question, row.id).partition(b"\n")
        told = json.loads(head)
        return Claimed(row.id, TaskWish(told["verb"], told["wish"], data, told["owner"]))

    def finish(self, task: Claimed, done: Done) -> None:
        """The answer and the way back, both or neither; nothing if the task is no longer this server's."""
        with self._store.engine.begin() as connection:
            if self._is_ours(connection, task.id):
                self._solved.keep(connection, done.kept, owner=task.wish.owner)
                head = json.dumps({"kind": done.kind, "headers": dict(done.headers)}).encode()
                sealed = self._store.seal.close(head + b"\n" + done.content, task.id)
                self._end(connection, task.id, answer=sealed)

    def fail(self, task: Claimed, refusal: Refusal) -> None:
        with self._store.engine.begin() as connection:
            if self._is_ours(connection, task.id):
                self._end(connection, task.id, failure=refusal)

    def _is_ours(self, connection: Connection, id: str) -> bool:
        query = select(tasks.c.leased_by, tasks.c.status).where(tasks.c.id == id).with_for_update()
        row = connection.execute(query).first()
        return row is not None and row.leased_by == self._server and row.status == RUNNING

    def _end(
        self, connection: Connection, id: str, *, answer: bytes | None = None, failure: Refusal | None = None
    ) -> None:
        values: dict[str, Any] = {"ended": time.time(), "question": None, "leased_by": None, "answer": answer}
        values["status"] = DONE if failure is None else FAILED
        if failure is not None:
            values |= {"failure": dump(failure.content).decode(), "failure_status": failure.status_code}
        connection.execute(update(tasks).where(tasks.c.id == id).values(values))

    def renew(self) -> None:
        """Says that this server still works on what it has."""
        ours = (tasks.c.leased_by == self._server) & (tasks.c.status == RUNNING)
        with self._store.engine.begin() as connection:
            connection.execute(update(tasks).where(ours).values(leased_until=time.time() + _LEASE))

    def release(self, *, everything: bool = False) -> None:
        """What this server has not ended is due again; with `everything`, whatever any server had begun."""
        begun = tasks.c.status == RUNNING
        ours = begun if everything else begun & (tasks.c.leased_by == self._server)
        fewer = 0 if everything else 1  # a server that ends in order has not failed over it
        with self._store.engine.begin() as connection:
            values = {"status": QUEUED, "leased_by": None, "attempts": tasks.c.attempts - fewer}
            connection.execute(update(tasks).where(ours).values(values))

    def sweep(self, before: float) -> None:
        """Forgets what has ended before a time."""
        with self._store.engine.begin() as connection:
            ended = tasks.c.status.in_(_ENDED) & (tasks.c.ended < before)
            connection.execute(delete(tasks).where(ended))


def refused(error: Exception) -> Refusal:
    """Any error as what a caller is told."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, NescioError):
        return refusal_of(error)
    logger.error("a task failed: %s", place_of(error))
    return bug(error)


def is_ended(row: _Row) -> bool:
    return row.status in _ENDED


def told_task(row: _Row) -> dict[str, Any]:
    """What is said about a task; nothing of what it is about."""
    told = {"id": row.id, "verb": row.verb, "status": row.status, "made": row.made, "ended": row.ended}
    return {**told, "error": json.loads(row.failure) if row.failure else None}


async def in_thread(call: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """A call that waits for the database, beside the loop."""
    return await asyncio.to_thread(call, *args, **more)

"""Hands work over to the tasks and waits for it, or not."""

from __future__ import annotations

from starlette.responses import Response

from nescio.service.runner import TaskRunner
from nescio.service.tasks import TaskBook, TaskWish, in_thread, is_ended, told_task
from nescio.service.work import Done
from nescio.web.answers import PlainJson


class Desk:
    """Where a request becomes a task."""

    def __init__(self, book: TaskBook, runner: TaskRunner, *, seconds: float) -> None:
        self._book, self._runner, self._seconds = book, runner, seconds

    async def accepted(self, wish: TaskWish, idempotency: str | None) -> Response:
        """Written down: from now on it is done, whatever happens to this process."""
        id = await in_thread(self._book.add, wish, idempotency)
        self._runner.wake()
        return _pending(await in_thread(self._book.find, id, wish.owner))

    async def ended(self, wish: TaskWish, idempotency: str | None) -> Response:
        """The answer of the task; if that takes longer than a request may, where it will be."""
        id = await in_thread(self._book.add, wish, idempotency)
        self._runner.wake()
        row = await self._runner.wait(id, wish.owner, self._seconds)
        if not is_ended(row):
            return _pending(row)
        return reply(await in_thread(self._book.answer, row))

    async def state(self, id: str, owner: str) -> Response:
        return PlainJson(told_task(await in_thread(self._book.find, id, owner)))

    async def result(self, id: str, owner: str) -> Response:
        row = await in_thread(self._book.find, id, owner)
        return reply(await in_thread(self._book.answer, row))

    async def drop(self, id: str, owner: str) -> Response:
        await in_thread(self._book.drop, id, owner)
        return Response(status_code=204)


def reply(done: Done) -> Response:
    """What was done as it is sent."""
    return Response(done.content, media_type=done.kind, headers=dict(done.headers))


def _pending(row: object) -> Response:
    told = told_task(row)
    return PlainJson(told, 202, {"location": f"/v1/tasks/{told['id']}", "retry-after": "1"})

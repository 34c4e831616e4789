"""Files on the desk, and what people do to the documents in them."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import unquote

from fastapi import APIRouter, Body, Header
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from nescio.core.errors import JobError
from nescio.web.answers import PlainJson, Refusal
from nescio.workbench.desk import DeskFile, ReviewDesk
from nescio.workbench.routes.fields import person_of
from nescio.workbench.store.opening import ConflictError
from nescio.workbench.view import explain

_MOVES = ("undo", "redo")
Message = Annotated[dict[str, Any], Body()]


def make_files(desk: ReviewDesk) -> APIRouter:
    router = APIRouter(prefix="/api")

    @router.get("/files")
    def all_files() -> PlainJson:
        return PlainJson([_about(file) for file in list(desk.files.values())])

    @router.post("/files", status_code=201)
    async def add(request: Request, x_file_name: Annotated[str, Header()] = "") -> PlainJson:
        """The bytes of one file; its name comes percent-encoded in a header."""
        data = await request.body()
        file = await run_in_threadpool(desk.add_file, unquote(x_file_name), data)
        return PlainJson(_about(file), 201)

    @router.delete("/files/{id}")
    def remove(id: int) -> PlainJson:
        desk.remove_file(id)
        return PlainJson({})

    @router.post("/files/{id}/read")
    def read_again(id: int, message: Message) -> PlainJson:
        desk.read_again(id, str(message.get("language", "")))
        return PlainJson(_about(desk.file(id)))

    return router


def make_documents(desk: ReviewDesk) -> APIRouter:
    router = APIRouter(prefix="/api")

    @router.get("/documents/{id}")
    def view(id: int) -> PlainJson:
        return PlainJson(desk.view(id))

    @router.post("/documents/{id}/acts")
    def act(id: int, request: Request, message: Message) -> PlainJson:
        """Something that a person does; with the version that they see."""
        act = message.get("act")
        if not isinstance(act, dict):
            raise JobError("The act is missing.")
        return PlainJson(_guarded(desk.act, id, act, _version(message), person_of(request).name))

    @router.post("/documents/{id}/{move}")
    def move(id: int, move: str, request: Request, message: Message) -> PlainJson:
        if move not in _MOVES:
            raise Refusal(404, "not_found", "There is nothing at this address.")
        return PlainJson(_guarded(desk.move, id, move, _version(message), person_of(request).name))

    @router.get("/documents/{id}/explain")
    def why(id: int, start: int, end: int) -> PlainJson:
        paper = desk.paper(id)
        job = paper.job(desk.run)
        return PlainJson(explain(job, desk.anonymizer.kit(job.document.language), (start, end)))

    return router


def _version(message: dict[str, Any]) -> int:
    version = message.get("version")
    if type(version) is not int:
        raise JobError("The version that was seen is missing.")
    return version


def _guarded(do: Any, *args: Any) -> dict[str, Any]:
    """A conflict of two tabs has a status of its own, so that the page shows the newest state."""
    try:
        done: dict[str, Any] = do(*args)
        return done
    except ConflictError as conflict:
        raise Refusal(409, "changed_elsewhere", str(conflict)) from None


def _about(file: DeskFile) -> dict[str, Any]:
    return {
        "id": file.id,
        "name": file.name,
        "size": len(file.data),
        "state": file.state,
        "failure": file.failure,
        "documents": [
            {
                "id": paper.id,
                "name": paper.name,
                "language": paper.base.document.language,
                "steps": len(paper.done),
            }
            for paper in file.papers
        ],
    }

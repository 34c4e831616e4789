"""Annotation projects, their documents, who annotates them, and what is taken away."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import unquote

from fastapi import APIRouter, Header, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from nescio.web.answers import PlainJson
from nescio.workbench.annotate.managing import ProjectManager
from nescio.workbench.annotate.offers import offers
from nescio.workbench.annotate.office import ProjectOffice, about_project
from nescio.workbench.annotate.settling import ProjectResults
from nescio.workbench.routes.documents import Message
from nescio.workbench.routes.downloads import answer_download
from nescio.workbench.routes.fields import need_number, need_numbers, need_word, only, person_of

Sentences = Annotated[int, Query(ge=1, le=100_000)]


def make_projects(office: ProjectOffice) -> APIRouter:
    router = APIRouter(prefix="/api")

    @router.get("/annotation")
    def what_there_is() -> PlainJson:
        return PlainJson(offers(office))

    @router.get("/projects")
    def all_projects(request: Request) -> PlainJson:
        return PlainJson(office.list_projects(person_of(request)))

    @router.post("/projects", status_code=201)
    def add(request: Request, message: Message) -> PlainJson:
        given = {name: value for name, value in message.items() if name != "task"}
        return PlainJson(office.add_project(person_of(request), need_word(message, "task"), given), 201)

    @router.get("/projects/{project}")
    def one(project: int, request: Request) -> PlainJson:
        return PlainJson(about_project(office.project(person_of(request), project)))

    @router.put("/projects/{project}")
    def change(project: int, request: Request, message: Message) -> PlainJson:
        given = {name: value for name, value in message.items() if name != "version"}
        version = need_number(message, "version")
        return PlainJson(office.change_project(person_of(request), project, version, given))

    return router


def make_contents(office: ProjectOffice, manager: ProjectManager) -> APIRouter:
    router = APIRouter(prefix="/api/projects/{project}")

    @router.get("/documents")
    def documents(project: int, request: Request) -> PlainJson:
        return PlainJson(office.list_documents(person_of(request), project))

    @router.post("/documents", status_code=201)
    async def upload(
        project: int, request: Request, x_file_name: Annotated[str, Header()] = "", sentences: Sentences = 1
    ) -> PlainJson:
        """The bytes of one file; its name comes percent-encoded in a header."""
        data, person, name = await request.body(), person_of(request), unquote(x_file_name)
        added = await run_in_threadpool(manager.upload, person, project, name, data, sentences=sentences)
        return PlainJson({"added": added}, 201)

    @router.post("/differences", status_code=201)
    def compare(project: int, request: Request, message: Message) -> PlainJson:
        only(message, "project", "left", "right")
        left, right = (str(message.get(side, "")) for side in ("left", "right"))
        other = need_number(message, "project")
        return PlainJson({"added": manager.compare(person_of(request), project, other, left, right)}, 201)

    @router.delete("/documents/{document}")
    def remove(project: int, document: int) -> PlainJson:
        manager.remove(project, document)
        return PlainJson({})

    @router.post("/preannotate")
    def preannotate(project: int, request: Request, message: Message) -> PlainJson:
        only(message, "recognizer", "documents")
        chosen = need_numbers(message, "documents") if "documents" in message else None
        recognizer = need_word(message, "recognizer")
        return PlainJson(manager.preannotate(person_of(request), project, recognizer, chosen))

    return router


def make_lead(manager: ProjectManager, results: ProjectResults) -> APIRouter:
    router = APIRouter(prefix="/api/projects/{project}")

    @router.put("/assignments")
    def share(project: int, request: Request, message: Message) -> PlainJson:
        only(message, "annotators", "common")
        annotators, common = need_numbers(message, "annotators"), need_number(message, "common")
        return PlainJson(manager.share(person_of(request), project, annotators, common))

    @router.put("/documents/{document}/annotators")
    def assign(project: int, document: int, request: Request, message: Message) -> PlainJson:
        only(message, "annotators")
        annotators = need_numbers(message, "annotators")
        return PlainJson(manager.assign(person_of(request), project, document, annotators))

    @router.get("/progress")
    def progress(project: int) -> PlainJson:
        return PlainJson(manager.progress(project))

    @router.get("/agreement")
    def agreement(project: int) -> PlainJson:
        return PlainJson(results.agreement(project))

    @router.get("/export/{kind}")
    def export(project: int, kind: str, request: Request, layer: str = "gold") -> Response:
        return answer_download(results.export(person_of(request), project, kind, layer))

    @router.post("/purge")
    def purge(project: int, message: Message) -> PlainJson:
        only(message, "version")
        return PlainJson({"purged": results.purge(project, need_number(message, "version"))})

    return router

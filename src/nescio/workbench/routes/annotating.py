"""One document of a project: what people annotate, its history, and what is held to be right."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request

from nescio.web.answers import PlainJson
from nescio.workbench.annotate.office import ProjectOffice, read_layer
from nescio.workbench.annotate.settling import ProjectResults
from nescio.workbench.routes.documents import Message
from nescio.workbench.routes.fields import maybe_flag, need_number, need_table, only, person_of


def make_annotating(office: ProjectOffice, results: ProjectResults) -> APIRouter:
    router = APIRouter(prefix="/api/projects/{project}/documents/{document}")

    @router.get("")
    def view(project: int, document: int, request: Request) -> PlainJson:
        return PlainJson(office.view(person_of(request), project, document))

    @router.put("/annotation")
    def annotate(project: int, document: int, request: Request, message: Message) -> PlainJson:
        only(message, "version", "value", "done", "annotator")
        layer = need_number(message, "annotator") if "annotator" in message else None
        version, value = need_number(message, "version"), need_table(message, "value")
        done = bool(maybe_flag(message, "done"))
        person = person_of(request)
        return PlainJson(office.annotate(person, project, document, version, value, done=done, layer=layer))

    @router.get("/history")
    def history(project: int, document: int, request: Request) -> PlainJson:
        return PlainJson(office.history(person_of(request), project, document))

    @router.get("/history/{version}")
    def one(project: int, document: int, version: int, request: Request, annotator: str = "") -> PlainJson:
        person = person_of(request)
        layer = read_layer(annotator, default=person.id)
        return PlainJson(office.version(person, project, document, version, layer))

    @router.get("/layers")
    def layers(project: int, document: int, request: Request) -> PlainJson:
        return PlainJson(results.layers(person_of(request), project, document))

    @router.put("/gold")
    def adjudicate(project: int, document: int, request: Request, message: Message) -> PlainJson:
        only(message, "version", "value", "done")
        version, value = need_number(message, "version"), need_table(message, "value")
        done = bool(maybe_flag(message, "done"))
        return PlainJson(office.adjudicate(person_of(request), project, document, version, value, done=done))

    return router

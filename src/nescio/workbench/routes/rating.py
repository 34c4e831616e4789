"""How good the work of annotators is held to be."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request

from nescio.web.answers import PlainJson
from nescio.workbench.annotate.rating import ProjectRatings
from nescio.workbench.routes.documents import Message
from nescio.workbench.routes.fields import maybe_word, need_number, only, person_of


def make_rating(ratings: ProjectRatings) -> APIRouter:
    router = APIRouter(prefix="/api/projects/{project}")

    @router.get("/ratings")
    def all_ratings(project: int, request: Request) -> PlainJson:
        return PlainJson(ratings.list_all(person_of(request), project))

    @router.put("/documents/{document}/rating")
    def rate(project: int, document: int, request: Request, message: Message) -> PlainJson:
        only(message, "annotator", "version", "rating", "note")
        annotator, version = need_number(message, "annotator"), need_number(message, "version")
        rating, note = need_number(message, "rating"), maybe_word(message, "note") or ""
        person = person_of(request)
        return PlainJson(
            ratings.rate(person, project, document, annotator, version, rating=rating, note=note)
        )

    return router

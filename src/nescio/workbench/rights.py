"""Who may what: one table of every route and the roles that may ask it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fastapi import FastAPI
from starlette.requests import Request

from nescio.web.answers import Refusal
from nescio.workbench.people import ADMINISTRATOR, ANNOTATOR, REVISOR, ROLES, Someone

EVERYBODY: Final = frozenset(ROLES)
ANYBODY: Final = EVERYBODY | {""}  # without a session, too
_ADMINISTRATOR: Final = frozenset({ADMINISTRATOR})
_REVISOR: Final = frozenset({REVISOR})
_LEADERS: Final = frozenset({ADMINISTRATOR, REVISOR})

_PROJECT: Final = "/api/projects/{project}"
_DOCUMENT: Final = f"{_PROJECT}/documents/{{document}}"

RIGHTS: Final[dict[tuple[str, str], frozenset[str]]] = {
    ("GET", "/api/door"): ANYBODY,
    ("POST", "/api/sign-in"): ANYBODY,
    ("POST", "/api/sign-out"): EVERYBODY,
    ("GET", "/api/session"): EVERYBODY,
    ("PUT", "/api/password"): EVERYBODY,
    ("GET", "/api/users"): _LEADERS,
    ("POST", "/api/users"): _ADMINISTRATOR,
    ("PUT", "/api/users/{user}"): _ADMINISTRATOR,
    ("GET", "/api/annotation"): EVERYBODY,
    ("GET", "/api/projects"): EVERYBODY,
    ("POST", "/api/projects"): _ADMINISTRATOR,
    ("GET", _PROJECT): EVERYBODY,
    ("PUT", _PROJECT): _ADMINISTRATOR,
    ("GET", f"{_PROJECT}/documents"): EVERYBODY,
    ("POST", f"{_PROJECT}/documents"): _ADMINISTRATOR,
    ("POST", f"{_PROJECT}/differences"): _ADMINISTRATOR,
    ("DELETE", _DOCUMENT): _ADMINISTRATOR,
    ("GET", _DOCUMENT): EVERYBODY,
    ("PUT", f"{_DOCUMENT}/annotation"): EVERYBODY,
    ("GET", f"{_DOCUMENT}/history"): EVERYBODY,
    ("GET", f"{_DOCUMENT}/history/{{version}}"): EVERYBODY,
    ("GET", f"{_DOCUMENT}/layers"): _LEADERS,
    ("PUT", f"{_DOCUMENT}/gold"): _REVISOR,
    ("PUT", f"{_DOCUMENT}/rating"): _REVISOR,
    ("GET", f"{_PROJECT}/ratings"): EVERYBODY,
    ("PUT", f"{_DOCUMENT}/annotators"): _ADMINISTRATOR,
    ("POST", f"{_PROJECT}/preannotate"): _ADMINISTRATOR,
    ("PUT", f"{_PROJECT}/assignments"): _ADMINISTRATOR,
    ("GET", f"{_PROJECT}/progress"): _LEADERS,
    ("GET", f"{_PROJECT}/agreement"): _LEADERS,
    ("GET", f"{_PROJECT}/export/{{kind}}"): _ADMINISTRATOR,
    ("POST", f"{_PROJECT}/purge"): _ADMINISTRATOR,
    # The review of an anonymization.
    ("GET", "/api/files"): _LEADERS,
    ("POST", "/api/files"): _LEADERS,
    ("DELETE", "/api/files/{id}"): _LEADERS,
    ("POST", "/api/files/{id}/read"): _LEADERS,
    ("GET", "/api/documents/{id}"): _LEADERS,
    ("POST", "/api/documents/{id}/acts"): _LEADERS,
    ("POST", "/api/documents/{id}/{move}"): _LEADERS,
    ("GET", "/api/documents/{id}/explain"): _LEADERS,
    ("GET", "/api/files/{id}/download/{kind}"): _LEADERS,
    ("GET", "/api/download"): _LEADERS,
    ("PUT", "/api/settings"): _LEADERS,
    ("GET", "/api/terms"): _LEADERS,
    ("PUT", "/api/terms"): _LEADERS,
}


def told_roles(roles: Iterable[str]) -> str:
    """Roles as the reference writes them."""
    found = frozenset(roles)
    if found in (ANYBODY, EVERYBODY):
        return "anybody" if "" in found else "everybody"
    return ", ".join(role for role in (ADMINISTRATOR, ANNOTATOR, REVISOR) if role in found)


def roles_for(request: Request) -> frozenset[str]:
    """Who may ask what a request asks; a route that the table forgot is nobody's."""
    return RIGHTS.get((request.method, request.scope["route"].path), frozenset())


def check_role(request: Request, person: Someone) -> None:
    allowed = roles_for(request)
    if not allowed & person.roles:
        raise Refusal(403, "forbidden", "Your role does not allow this.", sorted(allowed))


def routes_of(app: FastAPI) -> list[tuple[str, str]]:
    """Every method and path of the interface that an application answers."""
    paths: dict[str, dict[str, object]] = app.openapi()["paths"]
    return [
        (method.upper(), path)
        for path, methods in paths.items()
        if path.startswith("/api")
        for method in methods
    ]

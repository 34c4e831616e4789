"""The page of the workbench and the files that belong to it."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from nescio.web.answers import Refusal
from nescio.workbench.routes.people import Door
from nescio.workbench.team_door import TeamDoor

_TYPES: Final = {
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json", "svg": "image/svg+xml",
}  # fmt: skip
_HERE: Final = "nescio.workbench"


def make_pages(door: Door) -> APIRouter:
    router = APIRouter()
    served = _served()

    @router.get("/")
    def review(request: Request) -> Response:
        """The review; who is not in yet sees how to come in, and who may not review sees their projects."""
        return page(request, "index.html", leads=True)

    @router.get("/projects")
    def projects(request: Request) -> Response:
        """The annotation projects."""
        return page(request, "projects.html", leads=False)

    def page(request: Request, name: str, *, leads: bool) -> Response:
        try:
            person = door.admit(request).person
        except Refusal as refusal:
            if isinstance(door, TeamDoor):
                return RedirectResponse("/sign-in", 303)
            return _answer(served["closed.html"], "html", refusal.status_code)
        if leads and not person.leads:
            return RedirectResponse("/projects", 303)
        return _answer(served[name], "html")

    @router.get("/sign-in")
    def sign_in() -> Response:
        """Where a team comes in; who needs no password sees how else."""
        return _answer(served["sign-in.html" if isinstance(door, TeamDoor) else "closed.html"], "html")

    @router.get("/enter")
    def enter(request: Request, token: str = "") -> Response:
        """Where the printed address leads."""
        try:
            return door.enter(request, token)
        except Refusal as refusal:
            return _answer(served["closed.html"], "html", refusal.status_code)

    return router


def make_shipped() -> APIRouter:
    router = APIRouter()
    served = _served()

    @router.get("/favicon.ico")
    def icon() -> Response:
        return RedirectResponse("/web/icon.svg")

    @router.get("/web/{name:path}")
    def file(name: str) -> Response:
        """A file of the front end; only what was shipped is known, so that no name leads elsewhere."""
        if name not in served:
            raise Refusal(404, "not_found", "There is nothing at this address.")
        return _answer(served[name], name.rpartition(".")[2])

    return router


def _answer(content: bytes, kind: str, status: int = 200) -> Response:
    return Response(content, status, media_type=_TYPES[kind])


def _served() -> dict[str, bytes]:
    """Every file below `web`, by its name with slashes."""
    found: dict[str, bytes] = {}
    waiting = [("", files(_HERE) / "web")]
    while waiting:
        prefix, folder = waiting.pop()
        for item in folder.iterdir():
            if item.is_dir():
                waiting.append((f"{prefix}{item.name}/", item))
            elif item.name.rpartition(".")[2] in _TYPES:
                found[prefix + item.name] = item.read_bytes()
    return found

"""The application: routes, each behind its guards."""

from __future__ import annotations

from typing import Final

from fastapi import Depends, FastAPI
from starlette.requests import Request
from starlette.types import ASGIApp

from nescio.web.answers import install_answers
from nescio.web.binding import Binding
from nescio.web.guards import OWN_CONTENT, BodyLimits, KnownHosts, SafeHeaders
from nescio.workbench.access import Doorkeeper
from nescio.workbench.desk import ReviewDesk
from nescio.workbench.routes.documents import make_documents, make_files
from nescio.workbench.routes.downloads import make_downloads
from nescio.workbench.routes.pages import make_pages
from nescio.workbench.routes.project import make_project

LARGEST: Final = 100 << 20  # bytes of an upload


def make_app(desk: ReviewDesk, door: Doorkeeper, *, host: str = "127.0.0.1") -> ASGIApp:
    """The workbench of one desk, for one person on this machine."""
    app = FastAPI(title="nescio workbench", docs_url=None, redoc_url=None, openapi_url=None)
    install_answers(app)

    def admitted(request: Request) -> None:
        door.admit(request)

    app.include_router(make_pages(door))
    routers = (make_files(desk), make_documents(desk), make_downloads(desk), make_project(desk, door))
    for router in routers:
        app.include_router(router, dependencies=[Depends(admitted)])
    guarded: ASGIApp = BodyLimits(app, size=LARGEST, seconds=120)
    guarded = KnownHosts(guarded, hosts=Binding(host, door.port).hosts)
    return SafeHeaders(guarded, content=OWN_CONTENT)

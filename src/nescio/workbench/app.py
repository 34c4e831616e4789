"""The application: routes, each behind its guards."""

from __future__ import annotations

from typing import Final

from fastapi import Depends, FastAPI
from starlette.requests import Request
from starlette.types import ASGIApp

from nescio.web.answers import install_answers
from nescio.web.binding import Binding, is_loopback
from nescio.web.guards import OWN_CONTENT, BodyLimits, KnownHosts, SafeHeaders
from nescio.workbench.annotate.managing import ProjectManager
from nescio.workbench.annotate.office import ProjectOffice
from nescio.workbench.annotate.rating import ProjectRatings
from nescio.workbench.annotate.settings import ProjectChoices
from nescio.workbench.annotate.settling import ProjectResults
from nescio.workbench.desk import ReviewDesk
from nescio.workbench.rights import check_role
from nescio.workbench.routes.annotating import make_annotating
from nescio.workbench.routes.documents import make_documents, make_files
from nescio.workbench.routes.downloads import make_downloads
from nescio.workbench.routes.pages import make_pages, make_shipped
from nescio.workbench.routes.people import Door, make_door, make_people
from nescio.workbench.routes.project import make_project, usable_methods
from nescio.workbench.routes.projects import make_contents, make_lead, make_projects
from nescio.workbench.routes.rating import make_rating
from nescio.workbench.routes.refusing import install_refusals
from nescio.workbench.store.users import UserBook

LOCAL: Final = Binding("127.0.0.1", 0)
LARGEST: Final = 100 << 20  # bytes of an upload


def make_app(desk: ReviewDesk, door: Door, *, binding: Binding = LOCAL) -> ASGIApp:
    """The workbench of one desk, for the person of this machine or for a team."""
    guarded: ASGIApp = BodyLimits(make_routes(desk, door), size=LARGEST, seconds=120)
    if is_loopback(binding.host) and not binding.behind_proxy:
        guarded = KnownHosts(guarded, hosts=binding.hosts)
    return SafeHeaders(guarded, content=OWN_CONTENT, tls=binding.has_tls or binding.behind_proxy)


def make_routes(desk: ReviewDesk, door: Door) -> FastAPI:
    """Every route; those behind a session are asked only by whom `rights.py` names."""
    app = FastAPI(title="nescio workbench", docs_url=None, redoc_url=None, openapi_url=None)
    install_answers(app)
    install_refusals(app)
    users = UserBook(desk.shelf.store)
    names = ProjectChoices(desk.anonymizer.packs.languages, usable_methods(desk), desk.formats.suffixes)
    office = ProjectOffice(desk.shelf.store, names)
    manager, results = ProjectManager(office, desk.formats), ProjectResults(office)

    def admitted(request: Request) -> None:
        request.state.visit = door.admit(request)
        check_role(request, request.state.visit.person)

    app.include_router(make_pages(door))
    app.include_router(make_shipped())
    app.include_router(make_door(door))
    routers = (
        make_files(desk), make_documents(desk), make_downloads(desk), make_project(desk, door),
        make_people(door, users), make_projects(office), make_annotating(office, results),
        make_contents(office, manager), make_lead(manager, results), make_rating(ProjectRatings(office)),
    )  # fmt: skip
    for router in routers:
        app.include_router(router, dependencies=[Depends(admitted)])
    return app

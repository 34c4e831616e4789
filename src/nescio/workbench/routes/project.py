"""The session, the settings and the word lists of the project."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request

from nescio import __version__
from nescio.core.errors import ConfigError
from nescio.run.policies import list_policies
from nescio.web.answers import PlainJson
from nescio.workbench.desk import ReviewDesk
from nescio.workbench.routes.documents import Message
from nescio.workbench.routes.fields import person_of
from nescio.workbench.routes.people import Door

_METHODS = "nescio.methods"


def make_project(desk: ReviewDesk, door: Door) -> APIRouter:
    router = APIRouter(prefix="/api")

    @router.get("/session")
    def session(request: Request) -> PlainJson:
        """Everything a page needs to begin."""
        about = {"csrf": request.state.visit.csrf, "mode": door.mode, "person": person_of(request).to_json()}
        return PlainJson({**about, **_about(desk)})

    @router.put("/settings")
    def settings(message: Message) -> PlainJson:
        desk.change_settings(message)
        return PlainJson(desk.settings)

    @router.get("/terms")
    def terms() -> PlainJson:
        return PlainJson(list(desk.terms))

    @router.put("/terms")
    def set_term(request: Request, message: Message) -> PlainJson:
        changed = desk.set_term(
            str(message.get("list", "")),
            str(message.get("term", "")),
            label=str(message.get("label", "MISC")),
            there=bool(message.get("there", True)),
            by=person_of(request).name,
        )
        return PlainJson({"changed": changed, "terms": list(desk.terms)})

    return router


def _about(desk: ReviewDesk) -> dict[str, Any]:
    packs = desk.anonymizer.packs
    return {
        "version": __version__,
        "has_key": desk.key is not None,
        "languages": list(packs.languages),
        "labels": {code: _labels(desk, code) for code in packs.languages},
        "methods": usable_methods(desk),
        "policies": [name for name, _ in list_policies("xx")],
        "suffixes": desk.formats.suffixes,
        "settings": desk.settings,
    }


def _labels(desk: ReviewDesk, code: str) -> list[list[Any]]:
    """Name, the label above it, and what a reader of the language calls it."""
    return [[label.name, label.parent, label.display] for label in desk.anonymizer.packs.load(code).labels]


def usable_methods(desk: ReviewDesk) -> list[str]:
    """Those that can be built as they are: without a key, methods that need one are none."""
    registry, pack = desk.anonymizer.registry, desk.anonymizer.pack
    found = []
    for name in registry.names(_METHODS):
        options = {} if desk.key is None else {"key": desk.key.key}
        try:
            registry.build(_METHODS, name, pack=pack, options=options)
        except ConfigError:
            continue
        found.append(name)
    return found

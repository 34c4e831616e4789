"""What is there: configuration, policies, methods, health, figures, and the page to try it all."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request, Security
from starlette.responses import FileResponse, Response

from nescio.core.errors import ConfigError, known
from nescio.run.policies import list_policies
from nescio.service.asking import BEARER, needs
from nescio.service.keys import ADMIN, ServiceKey
from nescio.service.routes.reading import FEW_ERRORS
from nescio.service.schemas import ErrorAnswer, NamedAnswer
from nescio.service.tasks import in_thread
from nescio.web.answers import PlainJson, Refusal
from nescio.web.guards import OWN_CONTENT

router = APIRouter()
Anybody = Annotated[ServiceKey, Depends(needs())]
_METHODS: Final = "nescio.methods"
_PAGES: Final = Path(__file__).parents[1] / "pages"
_KINDS: Final = {"docs.html": "text/html", "docs.js": "text/javascript", "docs.css": "text/css"}
_TEXT: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"text/plain": {}}, "description": "Figures."}
}
_NAMES: Final[dict[int | str, dict[str, Any]]] = {200: {"model": list[NamedAnswer]}, **FEW_ERRORS}
_SETTINGS: Final[dict[int | str, dict[str, Any]]] = {
    200: {"description": "Every setting.", "content": {"application/json": {"schema": {"type": "object"}}}},
    **FEW_ERRORS,
}
# What may hold a place on this machine, an address or a secret is not told over HTTP.
_UNTOLD: Final = ("url", "file", "files", "key", "manifest", "model", "redirects", "path", "postgres")


def _language(request: Request, language: str) -> str:
    packs = request.app.state.packs
    if language not in ("xx", *packs.languages):
        raise ConfigError(f"There is no such language. {known(language[:20], packs.languages)}")
    return language


Language = Annotated[str, Query(max_length=20, examples=["en"])]


@router.get("/v1/config", tags=["about"], dependencies=[Security(BEARER)], responses=_SETTINGS)
async def config(request: Request, key: Anybody, language: Language = "xx") -> Response:
    """What is in force for a language; places, addresses and secrets are left out."""
    found = await in_thread(request.app.state.settings_of, _language(request, language))
    told = {
        name: {"value": setting.value, "from": "configuration" if "/" in setting.origin else setting.origin}
        for name, setting in found.items()
        if name.rpartition(".")[2] not in _UNTOLD
    }
    return PlainJson(told)


@router.get("/v1/policies", tags=["about"], dependencies=[Security(BEARER)], responses=_NAMES)
async def policies(request: Request, key: Anybody, language: Language = "xx") -> Response:
    """What can be decided to be sensitive."""
    found = await in_thread(list_policies, _language(request, language))
    return PlainJson([{"name": name, "about": about} for name, about in found])


@router.get("/v1/methods", tags=["about"], dependencies=[Security(BEARER)], responses=_NAMES)
async def methods(request: Request, key: Anybody) -> Response:
    """How a reference can be replaced."""
    return PlainJson(await in_thread(_methods, request.app.state.registry))


def _methods(registry: Any) -> list[dict[str, str]]:
    found = []
    for name in registry.names(_METHODS):
        owner = getattr(registry.find(_METHODS, name), "__self__", None)
        about = (getattr(owner, "__doc__", None) or "").strip().partition("\n")[0]
        found.append({"name": name, "about": about})
    return found


@router.get("/health/live", tags=["about"], responses={200: {"content": {"application/json": {}}}})
async def live() -> Response:
    """The process answers."""
    return PlainJson({"live": True})


@router.get("/health/ready", tags=["about"], responses={503: {"model": ErrorAnswer}})
async def ready(request: Request) -> Response:
    """All models are loaded."""
    request.app.state.pool.need_ready()
    return PlainJson({"ready": True})


@router.get("/metrics", tags=["about"], dependencies=[Security(BEARER)], responses={**_TEXT, **FEW_ERRORS})
async def metrics(request: Request, key: Annotated[ServiceKey, Depends(needs(ADMIN))]) -> Response:
    """Figures for Prometheus, without content."""
    state = request.app.state
    figures = state.metrics
    figures.waiting.set(state.pool.waiting)
    figures.restarts.set(state.pool.restarts)
    for outcome, number in state.runner.done.items():
        figures.tasks.labels(outcome).set(number)
    return Response(figures.text(), media_type="text/plain; version=0.0.4")


@router.get("/docs", include_in_schema=False)
async def page() -> Response:
    return _page("docs.html")


@router.get("/docs/{name}", include_in_schema=False)
async def page_part(name: str) -> Response:
    return _page(name)


def _page(name: str) -> Response:
    if name not in _KINDS:
        raise Refusal(404, "not_found", "There is nothing at this address.")
    headers = {"content-security-policy": OWN_CONTENT}
    return FileResponse(_PAGES / name, media_type=_KINDS[name], headers=headers)

"""Bodies are read strictly; what the routes share."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.responses import Response

from nescio.core.plain_json import NotJsonError, PlainJsonError, read_json
from nescio.service.schemas import ErrorAnswer
from nescio.service.work import JSON
from nescio.web.answers import Refusal

ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": ErrorAnswer, "description": about}
    for status, about in {
        400: "The body is not JSON.",
        401: "A key is missing, unknown, expired or revoked.",
        403: "The key has not the scope.",
        408: "The body came too slowly.",
        413: "The body is too large.",
        415: "The body is of another kind.",
        422: "What is asked cannot be done, and why.",
        429: "Too often; see Retry-After.",
        503: "Busy, not ready, or it took too long; see Retry-After.",
    }.items()
}
FEW_ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    status: ERRORS[status] for status in (401, 403, 422, 429, 503)
}


def parse(data: bytes) -> Any:
    """JSON that two programs cannot understand differently."""
    try:
        return read_json(data)
    except NotJsonError:
        raise Refusal(400, "bad_json", "The body is not JSON in UTF-8.") from None
    except PlainJsonError as error:
        raise Refusal(400, "bad_json", f"The body cannot be used: {error}.") from None


def need_kind(request: Request, *kinds: str) -> None:
    """Refuses a body of another media type; a page in a browser cannot send ours without asking first."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in kinds:
        raise Refusal(415, "wrong_media_type", "The body is of a media type that is not read here.", kinds)


class _StrictRequest(Request):
    async def json(self) -> Any:
        return parse(await self.body())


class StrictRoute(APIRoute):
    """A route whose body is JSON, read strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()
        has_body = self.body_field is not None

        async def strictly(request: Request) -> Response:
            if has_body:
                need_kind(request, JSON)
            return await handler(_StrictRequest(request.scope, request.receive))

        return strictly

"""Many texts in one request: a stream of lines in, a stream of lines out, and never all of it in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Query, Request, Security
from pydantic import ValidationError
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from nescio.core.errors import InputError, NescioError
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.service.asking import BEARER, needs
from nescio.service.keys import ANONYMIZE, DETECT, ServiceKey
from nescio.service.routes.reading import ERRORS, need_kind
from nescio.service.routes.texts import anonymize_wish, detect_wish, keep
from nescio.service.schemas import TEXT, AnonymizeQuestion, DetectQuestion
from nescio.web.answers import Refusal, dump, told_faults
from nescio.web.guards import drain, too_large

router = APIRouter(prefix="/v1", dependencies=[Security(BEARER)])
NDJSON: Final = "application/x-ndjson"
PATH: Final = "/v1/batch"
_TOGETHER: Final = 20_000  # characters that a process gets at a time
_MOST: Final = 50  # lines
_BODY: Final = {
    "requestBody": {
        "required": True,
        "content": {
            NDJSON: {"schema": {"type": "string"}, "example": f'{{"text": "{TEXT}", "language": "en"}}\n'}
        },
    }
}
_LINES: Final = {NDJSON: {"schema": {"type": "string"}}}


@router.post(
    "/batch", tags=["texts"], openapi_extra=_BODY, response_class=StreamingResponse,
    responses={200: {"description": "One line for each line.", "content": _LINES}, **ERRORS},
)  # fmt: skip
async def batch(
    request: Request,
    key: Annotated[ServiceKey, Depends(needs(DETECT, ANONYMIZE))],
    verb: Annotated[
        Literal["detect", "anonymize"], Query(description="What is done with each.")
    ] = "anonymize",
) -> Response:
    """Each line is what /v1/detect or /v1/anonymize takes, and its answer what they answer, in order.

    A bad line is answered with `{"error": …}`, and the others go on. Read the answer while you write:
    the service keeps neither.
    """
    need_kind(request, NDJSON)
    if verb not in key.scopes:
        raise Refusal(403, "wrong_scope", "The key has not the scope that this needs.", [verb])
    request.app.state.pool.need_ready()
    groups = _groups(request, verb, key)
    # The first answer is waited for: what is wrong with the whole request is then still a status.
    first = await anext(groups, None)
    return _Duplex(_stream(first, groups, request, verb, key), media_type=NDJSON)


class _Duplex(StreamingResponse):
    """Writes while the body still comes; the usual one would read, and lose, the rest of the body."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.stream_response(send)


async def _stream(
    first: list[Any] | None, groups: AsyncIterator[list[Any]], request: Request, verb: str, key: ServiceKey
) -> AsyncIterator[bytes]:
    try:
        if first is not None:
            yield await _answer(first, request, verb, key)
        async for group in groups:
            yield await _answer(group, request, verb, key)
    except Refusal as refusal:  # the answer has begun: it ends with a line that says why
        yield dump({"error": refusal.content, "ended": True}) + b"\n"
    except NescioError as error:
        yield (
            dump({"error": {"code": "bad_input", "sentence": str(error), "possible": []}, "ended": True})
            + b"\n"
        )


async def _answer(group: list[Any], request: Request, verb: str, key: ServiceKey) -> bytes:
    done = await request.app.state.pool.run("lines", group, kind=verb, patient=True)
    await keep(request, done, key)
    return bytes(done.content)


async def _groups(request: Request, verb: str, key: ServiceKey) -> AsyncIterator[list[Any]]:
    """Lines as wishes, as many together as are worth a process's while."""
    group: list[Any] = []
    size = 0
    async for line in _lines(request):
        wish = _wish(line, verb, key)
        group.append(wish)
        size += len(line)
        if size >= _TOGETHER or len(group) >= _MOST:
            yield group
            group, size = [], 0
    if group:
        yield group


async def _lines(request: Request) -> AsyncIterator[bytes]:
    limit = request.app.state.settings.limits.line
    rest = bytearray()
    async for piece in request.stream():
        rest += piece
        *lines, tail = rest.split(b"\n")
        for line in lines:
            if len(line) > limit:
                await drain(request.receive)
                raise too_large(limit)
            if line.strip():
                yield bytes(line)
        rest = bytearray(tail)
        if len(rest) > limit:
            await drain(request.receive)
            raise too_large(limit)
    if rest.strip():
        yield bytes(rest)


def _wish(line: bytes, verb: str, key: ServiceKey) -> dict[str, Any] | NescioError:
    try:
        content = read_json(line)
        if verb == "detect":
            return detect_wish(DetectQuestion.model_validate(content), key)
        return anonymize_wish(AnonymizeQuestion.model_validate(content), key)
    except PlainJsonError as error:
        return InputError(f"The line cannot be used: {error}.")
    except ValidationError as error:
        return InputError(told_faults(error.errors(include_input=False)).sentence)
    except NescioError as error:
        return error

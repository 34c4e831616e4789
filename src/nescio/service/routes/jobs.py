"""Jobs: they enter at any stage and leave with the next layers, in nescio's form or the thesis's."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Security
from starlette.responses import Response

from nescio.service.asking import BEARER, needs, wished_options
from nescio.service.desk import reply
from nescio.service.keys import ANONYMIZE, DETECT, ServiceKey
from nescio.service.routes.reading import ERRORS, need_kind, parse
from nescio.service.routes.texts import Idempotency
from nescio.service.schemas import TEXT, Offsets, Stage, TaskAnswer
from nescio.service.tasks import TaskWish
from nescio.service.work import JSON
from nescio.web.answers import Refusal

router = APIRouter(prefix="/v1", dependencies=[Security(BEARER)])
Either = Annotated[ServiceKey, Depends(needs(DETECT, ANONYMIZE))]
_EXAMPLES = {
    "own": {"summary": "nescio's job", "value": {"text": TEXT, "language": "en"}},
    "thesis": {
        "summary": "The job of the thesis (B.2)",
        "value": {"text": TEXT, "language": "en", "method": "TAG"},
    },
}
_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            JSON: {
                "schema": {
                    "type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}
                },
                "examples": _EXAMPLES,
            }
        },
    }
}  # fmt: skip
_JOB: dict[int | str, dict[str, Any]] = {
    200: {"description": "The job.", "content": {JSON: {"schema": {"type": "object"}}}}
}


@router.post(
    "/jobs", tags=["jobs"], openapi_extra=_BODY,
    responses={**_JOB, 202: {"model": TaskAnswer}, **ERRORS, 409: ERRORS[422]},
)  # fmt: skip
async def run_job(
    request: Request,
    key: Either,
    start: Annotated[
        Stage | None, Query(description="Where it enters; behind its last layer by itself.")
    ] = None,
    stop: Annotated[Stage, Query(description="The last stage.")] = "replace",
    form: Annotated[Literal["nescio", "thesis"] | None, Query(description="Of the answer.")] = None,
    offsets: Annotated[Offsets, Query()] = "codepoints",
    background: Annotated[bool, Query(description="Answer at once; see /v1/tasks.")] = False,
    idempotency: Idempotency = None,
) -> Response:
    """A job with the layers that it gains; its form tells whose it is."""
    need_kind(request, JSON)
    needed = ANONYMIZE if stop == "replace" else None
    if needed is not None and needed not in key.scopes:
        raise Refusal(403, "wrong_scope", "The key has not the scope that this needs.", [needed])
    data = await request.body()
    content = parse(data)
    wish = {
        "start": start, "stop": stop, "form": form, "offsets": offsets, "options": wished_options({}, key),
    }  # fmt: skip
    if background or idempotency is not None:
        task, desk = TaskWish("job", wish, data, key.id), request.app.state.desk
        answer: Response = await (desk.accepted if background else desk.ended)(task, idempotency)
        return answer
    return reply(await request.app.state.pool.run("job", content, wish=wish))


@router.post("/ner", tags=["jobs"], openapi_extra=_BODY, responses={**_JOB, **ERRORS})
async def recognize(request: Request, key: Annotated[ServiceKey, Depends(needs(DETECT))]) -> Response:
    """The recognizer service of the thesis: `{"text", "language", "classifier"}` in, its job with `ner` out.

    The detector `remote` of another nescio asks here.
    """
    need_kind(request, JSON)
    content = parse(await request.body())
    options = wished_options({}, key)
    return reply(await request.app.state.pool.run("recognize", content, options=options))

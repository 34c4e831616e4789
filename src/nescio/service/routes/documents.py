"""Documents: a file in, a file out, and what became of each of its parts; and the way back."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request, Security
from pydantic import ValidationError
from starlette.responses import Response

from nescio.service.asking import BEARER, needs, wished_options
from nescio.service.desk import reply
from nescio.service.keys import ANONYMIZE, ServiceKey
from nescio.service.routes.reading import ERRORS, need_kind, parse
from nescio.service.routes.texts import Idempotency, Reidentifying, chosen, keep
from nescio.service.schemas import (
    DocumentAnswer,
    DocumentBackAnswer,
    DocumentBackQuestion,
    DocumentQuestion,
    SentDocument,
    TaskAnswer,
)
from nescio.service.solved import new_solution
from nescio.service.tasks import TaskWish, in_thread
from nescio.service.work import FILE, JSON
from nescio.solutions.table import Table, table_from_json
from nescio.web.answers import Refusal, told_faults

router = APIRouter(prefix="/v1", dependencies=[Security(BEARER)])
_SUFFIX: Final = re.compile(r"[A-Za-z0-9]{1,10}")
_FILES: Final = {FILE: {"schema": {"type": "string", "format": "binary"}}}
_BODY: Final = {"requestBody": {"required": True, "content": _FILES}}
_SENT: Final = {
    "schema": SentDocument.model_json_schema(),
    "example": {"content": "dG8gW0VNQUlMMV0=", "tables": [{"schema": 2}]},
}
_BACK: Final = {"requestBody": {"required": True, "content": {**_FILES, JSON: _SENT}}}


@router.post(
    "/documents", tags=["documents"], openapi_extra=_BODY,
    responses={
        200: {"model": DocumentAnswer, "content": _FILES}, 202: {"model": TaskAnswer},
        **ERRORS, 409: ERRORS[422],
    },
)  # fmt: skip
async def anonymize_document(
    request: Request,
    key: Annotated[ServiceKey, Depends(needs(ANONYMIZE))],
    asked: Annotated[DocumentQuestion, Query()],
    idempotency: Idempotency = None,
) -> Response:
    """A document of any format that nescio knows, without its references; layout and form are kept."""
    if asked.table and asked.answer == "file":
        raise Refusal(422, "no_room", "Tables come with the answer in JSON alone.", ["answer=json", "keep"])
    data = _some(await request.body())
    wish = _wish(asked, key)
    if asked.background or idempotency is not None:
        task, desk = TaskWish("document", wish, data, key.id), request.app.state.desk
        found: Response = await (desk.accepted if asked.background else desk.ended)(task, idempotency)
        return found
    done = await request.app.state.pool.run("document", data, wish=wish)
    await keep(request, done, key)
    return reply(done)


@router.post(
    "/documents/reidentify", tags=["documents"], openapi_extra=_BACK,
    responses={200: {"model": DocumentBackAnswer, "content": _FILES}, **ERRORS},
)  # fmt: skip
async def reidentify_document(
    request: Request, key: Reidentifying, asked: Annotated[DocumentBackQuestion, Query()]
) -> Response:
    """The originals back into a document, all or some labels; each time is written to the audit log."""
    need_kind(request, FILE, JSON)
    only = await in_thread(chosen, tuple(asked.labels), key.labels)
    state, is_sent = request.app.state, _is_json(request)
    data, tables = await in_thread(_sent if is_sent else _kept, await request.body(), asked, state)
    wish = {
        "suffix": _suffix(asked.name), "name": asked.name, "by": asked.by, "only": only,
        "answer": asked.answer,
    }  # fmt: skip
    done = await state.pool.run("restore", data, tables, wish=wish)
    await in_thread(
        state.audit.add, "reidentify", key.id, document=asked.solution, labels=sorted(only.labels),
        output=hashlib.sha256(data).hexdigest(), texts=len(tables), kept_here=not is_sent,
    )  # fmt: skip
    return reply(done)


def _kept(data: bytes, asked: DocumentBackQuestion, state: Any) -> tuple[bytes, list[Table]]:
    if asked.solution is None:
        sentence = "Name the way back that was kept, or send the tables along in JSON."
        raise Refusal(422, "no_table", sentence, ["solution", "tables"])
    return _some(data), state.solved.kept(asked.solution)


def _sent(body: bytes, asked: DocumentBackQuestion, state: Any) -> tuple[bytes, list[Table]]:
    if asked.solution is not None:
        raise Refusal(422, "two_tables", "Give tables or the name of them, not both.", ["tables", "solution"])
    try:
        sent = SentDocument.model_validate(parse(body))
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        raise told_faults([{**fault, "loc": ("body", *fault["loc"])} for fault in faults]) from None
    try:
        data = base64.b64decode(sent.content, validate=True)
    except (binascii.Error, ValueError):
        raise Refusal(422, "bad_field", "The field 'content' of the request is not base64.") from None
    return _some(data), [table_from_json(table) for table in sent.tables]


def _is_json(request: Request) -> bool:
    return request.headers["content-type"].partition(";")[0].strip().lower() == JSON


def _some(data: bytes) -> bytes:
    if not data:
        raise Refusal(422, "empty", "The document is empty.")
    return data


def _wish(asked: DocumentQuestion, key: ServiceKey) -> dict[str, Any]:
    solution = new_solution()
    return {
        "id": solution,
        "suffix": _suffix(asked.name),
        "language": asked.language,
        "keep": asked.keep,
        "table": asked.table,
        "answer": asked.answer,
        "options": wished_options({"policy": asked.policy, "method": asked.method}, key),
        "documents": {"drop_macros": asked.drop_macros, "allow_unknown_parts": asked.allow_unknown_parts},
        "solution": solution if asked.keep else None,
    }


def _suffix(name: str) -> str:
    """What a name says about the kind of a file; a path in it leads nowhere, for nothing is opened by it."""
    last = name.replace("\\", "/").rpartition("/")[2]
    suffix = last.rpartition(".")[2] if "." in last else ""
    return suffix.lower() if _SUFFIX.fullmatch(suffix) else ""

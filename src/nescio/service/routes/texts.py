"""Single texts: detect, anonymize, re-identify."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request, Security
from starlette.responses import Response

from nescio.core.errors import JobError
from nescio.run.restore import choose_only
from nescio.service.asking import BEARER, needs, wished_options
from nescio.service.desk import reply
from nescio.service.keys import ANONYMIZE, DETECT, REIDENTIFY, ServiceKey
from nescio.service.routes.reading import ERRORS, StrictRoute
from nescio.service.schemas import (
    AnonymizeAnswer,
    AnonymizeQuestion,
    DetectAnswer,
    DetectQuestion,
    ReidentifyAnswer,
    ReidentifyQuestion,
    TaskAnswer,
)
from nescio.service.solved import new_solution
from nescio.service.tasks import TaskWish, in_thread
from nescio.service.work import Done, told_restored
from nescio.solutions.reidentify import Only
from nescio.solutions.table import fingerprint, table_from_json
from nescio.solutions.tables import Tables, lead_back
from nescio.web.answers import PlainJson, Refusal

router = APIRouter(prefix="/v1", route_class=StrictRoute, dependencies=[Security(BEARER)])
Detecting = Annotated[ServiceKey, Depends(needs(DETECT))]
Anonymizing = Annotated[ServiceKey, Depends(needs(ANONYMIZE))]
Reidentifying = Annotated[ServiceKey, Depends(needs(REIDENTIFY))]
Idempotency = Annotated[
    str | None,
    Header(alias="Idempotency-Key", max_length=200, description="The same word yields one result, once."),
]


@router.post("/detect", tags=["texts"], responses={200: {"model": DetectAnswer}, **ERRORS})
async def detect(question: DetectQuestion, request: Request, key: Detecting) -> Response:
    """Every reference in a text; with a policy, those that it hides."""
    return reply(await request.app.state.pool.run("detect", detect_wish(question, key)))


def detect_wish(question: DetectQuestion, key: ServiceKey) -> dict[str, Any]:
    wish = question.model_dump()
    return {**wish, "options": wished_options(wish, key), "by_policy": question.policy is not None}


@router.post(
    "/anonymize",
    tags=["texts"],
    responses={200: {"model": AnonymizeAnswer}, 202: {"model": TaskAnswer}, **ERRORS, 409: ERRORS[422]},
)
async def anonymize(
    question: AnonymizeQuestion, request: Request, key: Anonymizing, idempotency: Idempotency = None
) -> Response:
    """The text without its references; with `keep` the way back stays here, sealed."""
    wish = anonymize_wish(question, key)
    if idempotency is not None:
        rest = {name: wish[name] for name in ("options", "solution")}
        data = json.dumps({name: value for name, value in wish.items() if name not in rest}).encode()
        task = TaskWish("anonymize", rest, data, key.id)
        answer: Response = await request.app.state.desk.ended(task, idempotency)
        return answer
    done = await request.app.state.pool.run("anonymize", wish)
    await keep(request, done, key)
    return reply(done)


def anonymize_wish(question: AnonymizeQuestion, key: ServiceKey) -> dict[str, Any]:
    wish = question.model_dump()
    return {
        **wish,
        "options": wished_options(wish, key),
        "solution": new_solution() if wish["keep"] else None,
    }


async def keep(request: Request, done: Done, key: ServiceKey) -> None:
    """First the way back, then the text."""
    if not done.kept:
        return

    def write() -> None:
        with request.app.state.store.engine.begin() as connection:
            request.app.state.solved.keep(connection, done.kept, owner=key.id)

    await in_thread(write)


@router.post("/reidentify", tags=["texts"], responses={200: {"model": ReidentifyAnswer}, **ERRORS})
async def reidentify(question: ReidentifyQuestion, request: Request, key: Reidentifying) -> Response:
    """The originals back into a text, all of them or some labels; each time is written to the audit log."""
    only = await in_thread(chosen, tuple(question.labels), key.labels)
    return await in_thread(_restore, question, request.app.state, key, only)


def _restore(question: ReidentifyQuestion, state: Any, key: ServiceKey, only: Only) -> Response:
    if question.table is not None and question.solution is not None:
        raise Refusal(422, "two_tables", "Give a table or the name of one, not both.", ["table", "solution"])
    if question.table is not None:
        tables = Tables([table_from_json(question.table)])
    else:
        tables = state.solved.find(fingerprint(question.text), question.solution)
    table = tables.find(question.text, alone=True)
    restored = lead_back(question.text, table, by=question.by, only=only)
    state.audit.add(
        "reidentify", key.id, document=question.solution, output=table.output_sha256,
        labels=sorted(only.labels), restored=restored.restored, kept_here=question.table is None,
    )  # fmt: skip
    return PlainJson({"text": restored.text, **told_restored(restored)})


@lru_cache(maxsize=256)
def chosen(asked: tuple[str, ...], allowed: tuple[str, ...]) -> Only:
    """What may come back: what is asked for, and of that what the key allows."""
    wanted, may = choose_only(asked, ()), choose_only(allowed, ())
    if not allowed:
        return wanted
    found = wanted.labels & may.labels if asked else may.labels
    if not found:
        raise JobError("The key allows none of the labels that are asked for.")
    return Only(found)

"""Tasks: work that goes on by itself, also over a restart."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Security
from starlette.responses import Response

from nescio.service.asking import BEARER, needs
from nescio.service.keys import ADMIN, ANONYMIZE, DETECT, ServiceKey
from nescio.service.routes.reading import ERRORS, FEW_ERRORS
from nescio.service.schemas import ErrorAnswer, TaskAnswer
from nescio.service.tasks import in_thread
from nescio.service.work import FILE, JSON
from nescio.web.answers import Refusal

router = APIRouter(prefix="/v1", dependencies=[Security(BEARER)])
Owner = Annotated[ServiceKey, Depends(needs(DETECT, ANONYMIZE))]
Name = Annotated[str, Path(pattern="^task_[0-9a-f]{24}$", examples=["task_0123456789abcdef01234567"])]
_GONE: dict[int | str, dict[str, Any]] = {
    404: {"model": ErrorAnswer, "description": "There is no such thing, or it is somebody else's."}
}
_ANY: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "What the work answered, in the kind that was asked for.",
        "content": {
            JSON: {"schema": {"type": "object"}},
            FILE: {"schema": {"type": "string", "format": "binary"}},
        },
    }
}


@router.get("/tasks/{id}", tags=["tasks"], responses={200: {"model": TaskAnswer}, **FEW_ERRORS, **_GONE})
async def task_state(id: Name, request: Request, key: Owner) -> Response:
    """How far a task is; only for the key that gave it."""
    answer: Response = await request.app.state.desk.state(id, key.id)
    return answer


@router.get(
    "/tasks/{id}/result", tags=["tasks"],
    responses={**_ANY, **ERRORS, **_GONE, 409: {"model": ErrorAnswer}, 500: {"model": ErrorAnswer}},
)  # fmt: skip
async def task_result(id: Name, request: Request, key: Owner) -> Response:
    """What a task answered, or why it failed."""
    answer: Response = await request.app.state.desk.result(id, key.id)
    return answer


@router.delete("/tasks/{id}", tags=["tasks"], status_code=204, responses={**FEW_ERRORS, **_GONE})
async def drop_task(id: Name, request: Request, key: Owner) -> Response:
    """Forget a task with all that is kept of it."""
    answer: Response = await request.app.state.desk.drop(id, key.id)
    return answer


@router.delete("/solutions/{id}", tags=["tasks"], status_code=204, responses={**FEW_ERRORS, **_GONE})
async def drop_solution(
    id: Annotated[str, Path(pattern="^sol_[0-9a-f]{24}$")],
    request: Request,
    key: Annotated[ServiceKey, Depends(needs(ADMIN))],
) -> Response:
    """Take the way back of a text away, for ever."""
    state = request.app.state
    if not await in_thread(state.solved.forget, id):
        raise Refusal(404, "no_such_solution", "No table of solutions is kept under this name.")
    await in_thread(state.audit.add, "forget", key.id, document=id)
    return Response(status_code=204)

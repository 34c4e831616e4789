"""What the office and the store refuse, as statuses and codes."""

from __future__ import annotations

from typing import Final

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from nescio.web.answers import PlainJson, Refusal
from nescio.workbench.annotate.managing import NotEmptyError
from nescio.workbench.annotate.office import ClosedError, OutdatedError, PurgedError
from nescio.workbench.annotate.settling import NotExportedError
from nescio.workbench.store.opening import ConflictError, MissingError
from nescio.workbench.store.users import LastAdministratorError, TakenError

CODES: Final[dict[type[Exception], tuple[int, str]]] = {
    MissingError: (404, "not_found"),
    TakenError: (409, "taken"),
    LastAdministratorError: (409, "last_administrator"),
    NotEmptyError: (409, "not_empty"),
    NotExportedError: (409, "not_exported"),
    ClosedError: (409, "closed"),
    PurgedError: (410, "purged"),
    ConflictError: (409, "changed_elsewhere"),
}


def install_refusals(app: FastAPI) -> None:
    for kind in CODES:
        app.add_exception_handler(kind, _answer)


async def _answer(request: Request, error: Exception) -> Response:
    status, code = next(told for kind, told in CODES.items() if isinstance(error, kind))
    refusal = Refusal(status, code, str(error))
    newest = {"newest": error.newest} if isinstance(error, OutdatedError) else {}
    return PlainJson({**refusal.content, **newest}, status)

"""The one form of a refusal over HTTP, whatever went wrong; it never repeats what was sent."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from nescio.core.errors import ConfigError, InputError, JobError, NescioError, PluginError, place_of

logger: Final = logging.getLogger("nescio.web")
_CODES: Final = {
    ConfigError: "bad_setting",
    PluginError: "bad_part",
    InputError: "bad_input",
    JobError: "bad_job",
}
_OF_STATUS: Final = {
    401: ("no_key", "This needs a key."),
    403: ("forbidden", "This is not allowed."),
    404: ("not_found", "There is nothing at this address."),
    405: ("bad_method", "This address cannot be asked in this way."),
}
_BUG: Final = "This is a bug in nescio or in a plug-in ({place}); please report it."
_WORD: Final = 40  # characters of the name of a field that are told


class Refusal(HTTPException):
    """Why something is not done: a stable code, a sentence, and what is possible instead."""

    def __init__(
        self,
        status: int,
        code: str,
        sentence: str,
        possible: Iterable[str] = (),
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, sentence, dict(headers or {}))
        self.code, self.sentence, self.possible = code, sentence, tuple(possible)

    def __reduce__(self) -> tuple[Any, ...]:
        return Refusal, (self.status_code, self.code, self.sentence, self.possible)

    @property
    def content(self) -> dict[str, Any]:
        return {"code": self.code, "sentence": self.sentence, "possible": list(self.possible)}

    def answer(self) -> Response:
        return PlainJson(self.content, self.status_code, dict(self.headers or {}))


class PlainJson(JSONResponse):
    """JSON in UTF-8; half characters, which UTF-8 cannot write, stay escaped."""

    def render(self, content: Any) -> bytes:
        return dump(content)


def dump(content: Any) -> bytes:
    try:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(content, separators=(",", ":")).encode()


def refusal_of(error: NescioError) -> Refusal:
    """nescio's own errors carry no source text."""
    code = next((code for kind, code in _CODES.items() if isinstance(error, kind)), "refused")
    return Refusal(422, code, str(error))


def install_answers(app: FastAPI) -> None:
    """Every error of the application is answered in the one form."""
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(NescioError, _on_own)
    app.add_exception_handler(RequestValidationError, _on_validation)
    app.add_exception_handler(Exception, _on_bug)


async def _on_http(request: Request, error: Exception) -> Response:
    if isinstance(error, Refusal):
        return error.answer()
    status = error.status_code if isinstance(error, HTTPException) else 500
    code, sentence = _OF_STATUS.get(status, ("refused", "This cannot be done."))
    headers = dict(getattr(error, "headers", None) or {})
    return Refusal(status, code, sentence, headers=headers).answer()


async def _on_own(request: Request, error: Exception) -> Response:
    return refusal_of(error).answer() if isinstance(error, NescioError) else await _on_bug(request, error)


async def _on_validation(request: Request, error: Exception) -> Response:
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    return told_faults(faults).answer()


async def _on_bug(request: Request, error: Exception) -> Response:
    logger.error("an error of kind %s", place_of(error))
    return bug(error).answer()


def bug(error: Exception) -> Refusal:
    """What an error says may quote a text: only its kind and place are told."""
    return Refusal(500, "bug", _BUG.format(place=place_of(error)))


def told_faults(faults: Sequence[Any]) -> Refusal:
    """The first fault by the name of its field, as far as that is one of ours, without its value."""
    if not faults:
        return Refusal(422, "bad_request", "The request cannot be understood.")
    first = faults[0]
    kind, where = str(first.get("type", "")), first.get("loc", ())
    possible = [str(item) for item in (first.get("ctx") or {}).get("possible", ())]
    if kind == "json_invalid":
        return Refusal(400, "bad_json", "The body is not JSON in UTF-8.")
    if kind == "extra_forbidden":  # the name itself is the caller's
        return Refusal(422, "unknown_field", "The request has a field that does not exist here.", possible)
    field = _field(where)
    if kind == "missing":
        return Refusal(422, "missing_field", f"The request lacks {field}.", possible)
    expected = (first.get("ctx") or {}).get("expected")
    if kind in ("literal_error", "enum") and expected:
        possible = [word.strip(" '") for word in str(expected).replace(" or ", ", ").split(",")]
    return Refusal(
        422, "bad_field", f"{field[0].upper()}{field[1:]} of the request cannot be used.", possible
    )


def _field(where: Sequence[Any]) -> str:
    """The place of a fault in names of ours: what a caller called a key in a table is not repeated."""
    names = [item for item in where if isinstance(item, str)]
    if len(names) < 2:
        return "the body"
    name = "".join(char for char in names[1][:_WORD] if char.isalnum() or char in "_-")
    return f"the field {name!r}"

"""What routes take out of a message; what is missing or of another kind is refused by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from nescio.web.answers import Refusal
from nescio.workbench.people import Someone


def person_of(request: Request) -> Someone:
    """Who asks; the guard of the application has found it out before."""
    person: Someone = request.state.visit.person
    return person


def only(message: Mapping[str, Any], *names: str) -> None:
    """A field that does not exist here would be passed over in silence."""
    if set(message) - set(names):
        raise Refusal(422, "unknown_field", "The request has a field that does not exist here.", names)


def need_word(message: Mapping[str, Any], name: str) -> str:
    return str(_need(message, name, str))


def need_number(message: Mapping[str, Any], name: str) -> int:
    return int(_need(message, name, int))


def need_table(message: Mapping[str, Any], name: str) -> dict[str, Any]:
    return dict(_need(message, name, dict))


def need_numbers(message: Mapping[str, Any], name: str) -> list[int]:
    found = _need(message, name, list)
    if not all(type(item) is int for item in found):
        raise _bad(name)
    return list(found)


def maybe_word(message: Mapping[str, Any], name: str) -> str | None:
    return None if message.get(name) is None else need_word(message, name)


def maybe_flag(message: Mapping[str, Any], name: str) -> bool | None:
    return None if message.get(name) is None else bool(_need(message, name, bool))


def _need(message: Mapping[str, Any], name: str, kind: type) -> Any:
    if name not in message:
        raise Refusal(422, "missing_field", f"The request lacks the field {name!r}.")
    if type(message[name]) is not kind:  # True is a number for Python, and for nobody else
        raise _bad(name)
    return message[name]


def _bad(name: str) -> Refusal:
    return Refusal(422, "bad_field", f"The field {name!r} of the request cannot be used.")

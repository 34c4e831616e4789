"""JSON from outside, read strictly: what two programs could understand differently is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import accumulate
from math import isfinite
from typing import Any, Final

DEPTH: Final = 100  # lists and objects in each other; nothing that nescio reads comes near it
_LARGEST: Final = 1 << 63  # what other programs can still count with
_DIGITS: Final = 20  # more of them are too large, and are not even read
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_BRACKET: Final = re.compile(r"[\[\]{}]")
_STEP: Final = {"[": 1, "{": 1, "]": -1, "}": -1}


class PlainJsonError(ValueError):
    """Says in a few words what is wrong, and never what stands there."""


class NotJsonError(PlainJsonError):
    """It is no JSON at all, perhaps because its end is missing."""


def read_json(data: str | bytes) -> Any:
    """The value of a JSON text: no key twice, no NaN or infinity, no number beyond 64 bits, not deep."""
    try:
        text = data if isinstance(data, str) else data.decode(json.detect_encoding(data), "surrogatepass")
        _refuse_depth(text)
        return _DECODER.decode(text.removeprefix("\ufeff"))
    except PlainJsonError:
        raise
    except (ValueError, RecursionError):
        raise NotJsonError("it is not JSON in UTF-8") from None  # the cause holds the text


def _refuse_depth(text: str) -> None:
    """Before it is parsed: depth is what makes parsers, and whoever walks through the value, fail."""
    if text.count("[") + text.count("{") <= DEPTH:
        return
    brackets = _BRACKET.findall(_STRING.sub("", text))
    if max(accumulate(map(_STEP.__getitem__, brackets)), default=0) > DEPTH:
        raise PlainJsonError(f"it is nested deeper than {DEPTH} levels")


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    pairs = list(pairs)
    found = dict(pairs)
    if len(found) != len(pairs):
        raise PlainJsonError("a key stands twice in one object")
    return found


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS or not -_LARGEST <= (number := int(digits)) < _LARGEST:
        raise PlainJsonError("a number is too large")
    return number


def _fraction(digits: str) -> float:
    if not isfinite(number := float(digits)):
        raise PlainJsonError("a number is too large")
    return number


def _constant(name: str) -> Any:
    raise PlainJsonError("it holds NaN or infinity, which are no JSON")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_constant
)


def place_of_fault(text: str) -> tuple[int, int] | None:
    """Line and column at which a text stops being JSON; None if that is not what is wrong with it."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.lineno, error.colno
    except (ValueError, RecursionError):
        pass
    return None

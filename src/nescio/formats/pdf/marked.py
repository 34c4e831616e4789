"""What the operands of marked content say: strings and names in dictionaries within a stream."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pikepdf

_DEEPEST: Final = 24


def strings_of(value: Any, depth: int = 0) -> Iterator[tuple[Any, Any, pikepdf.String]]:
    """The strings in a dictionary or array of a content stream, each with its container and key."""
    if depth > _DEEPEST:
        return
    if isinstance(value, pikepdf.Dictionary):
        pairs: list[tuple[Any, Any]] = list(value.items())
    elif isinstance(value, pikepdf.Array):
        pairs = list(enumerate(value))
    else:
        return
    for key, item in pairs:
        if isinstance(item, pikepdf.String):
            yield value, key, item
        else:
            yield from strings_of(item, depth + 1)


def marked_strings(operands: Sequence[Any]) -> Iterator[tuple[Any, Any, pikepdf.String]]:
    for operand in operands:
        if isinstance(operand, pikepdf.Dictionary):
            yield from strings_of(operand)


def marked_names(operands: Sequence[Any]) -> Iterator[str]:
    """The names in the operands of marked content, with their slash."""
    waiting = list(operands)
    while waiting:
        operand = waiting.pop()
        if isinstance(operand, pikepdf.Name):
            yield str(operand)
        elif isinstance(operand, pikepdf.Dictionary):
            yield from operand.keys()
            waiting.extend(operand.values())
        elif isinstance(operand, pikepdf.Array):
            waiting.extend(list(operand))

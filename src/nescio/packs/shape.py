"""Turns a table of a file into a value of a declared shape, and refuses what does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from types import UnionType
from typing import Any, Final, TypeVar, get_args, get_origin, get_type_hints

from nescio.core.errors import ConfigError
from nescio.packs.files import refuse_unknown

Shape = TypeVar("Shape")
KEY: Final = "key"  # metadata of a field whose name in the file is another one
_WORDS: Final[Mapping[Any, str]] = {
    str: "a string", bool: "true or false", int: "a whole number", float: "a number",
    tuple: "a list", frozenset: "a list", Mapping: "a table",
}  # fmt: skip
_WRITTEN: Final[Mapping[Any, Any]] = {tuple: list, frozenset: list, float: (int, float)}


def shaped(kind: type[Shape], table: Mapping[str, Any], where: str) -> Shape:
    """A frozen dataclass from a table of a file; `where` names the file in messages.

    The fields are the keys: a field without a default is needed, and a key without a field is
    refused. Fields may be strings, numbers, truth values, tuples, frozen sets, mappings from
    strings, other such classes, and any of these or None.
    """
    return _fill(kind, table, where, "")


def _fill(kind: type[Shape], table: Mapping[str, Any], where: str, place: str) -> Shape:
    hints = get_type_hints(kind)
    by_key = {item.metadata.get(KEY, item.name): item for item in fields(kind)}  # type: ignore[arg-type] # a dataclass
    refuse_unknown(table, tuple(by_key), f"{where} [{place}]" if place else where)
    missing = [key for key, item in by_key.items() if key not in table and _is_needed(item)]
    if missing:
        raise ConfigError(f"{where} lacks the key {_join(place, missing[0])!r}.")
    values = {
        item.name: _value(hints[item.name], table[key], where, _join(place, key))
        for key, item in by_key.items()
        if key in table
    }
    return kind(**values)


def _is_needed(item: Field[Any]) -> bool:
    return item.default is MISSING and item.default_factory is MISSING


def _value(hint: Any, value: object, where: str, place: str) -> Any:
    """The value as the hint wants it."""
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if origin is UnionType:
        return _value(inner[0], value, where, place)  # a file has no None: the key is not there
    if is_dataclass(origin) and isinstance(origin, type):
        return _fill(origin, _need(value, Mapping, where, place), where, place)
    if origin is Mapping:
        table = _need(value, Mapping, where, place)
        return {key: _value(inner[1], entry, where, _join(place, key)) for key, entry in table.items()}
    if origin is tuple and inner[-1] is not Ellipsis:
        return tuple(
            _value(one, entry, where, place)
            for one, entry in zip(inner, _pair(value, len(inner), where, place), strict=True)
        )
    if origin in (tuple, frozenset):
        return origin(_value(inner[0], entry, where, place) for entry in _need(value, origin, where, place))
    return _need(value, origin, where, place)


def _pair(value: object, size: int, where: str, place: str) -> list[Any]:
    entries: list[Any] = _need(value, tuple, where, place)
    if len(entries) != size:
        raise ConfigError(f"{where}: an entry of {place!r} has {size} parts, not {len(entries)}.")
    return entries


def _need(value: object, kind: Any, where: str, place: str) -> Any:
    possible = _WRITTEN.get(kind, kind)
    if not isinstance(value, possible) or (isinstance(value, bool) and kind is not bool):
        raise ConfigError(f"{where}: {place!r} must be {_WORDS[kind]}, not of type {type(value).__name__}.")
    return value


def _join(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key

"""Turns valid examples into invalid ones: first their structure, then their bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any, Final

WORD: Final = "Zwiebelfisch"  # planted in texts and values: no message about data may repeat it
LONG: Final = WORD * 10  # a user's own value may be shown, but not all of it
NUMBERS: Final = (0, -1, 1, 2, 7, 1 << 31, 1 << 63, 1 << 64, -(1 << 70), 0.5, -0.0, 1e308, 10**400)
TEXTS: Final = (
    "", " ", WORD, LONG, f"{WORD}\ud800", "\udfff", "\x00", "\x1b[31m", "\u202e", "a" * 300, "x" * 5000,
    "PER", "PERSON", "en", "de", "xx", "auto", "tag", "substitute", "generalize", "default", "-", "../x",
    "1e999", "NaN", "9" * 5000, "PER-1", "PER--1", "[PERSON1]", "failed: " + WORD, "ß", "ǅ", "\u0301",
)  # fmt: skip
TOKENS: Final = (
    b"NaN", b"1e999", b"-Infinity", b"9" * 5000, b"[" * 5000, b"{" * 200, b'"', b"\\ud800", b"\xff\xfe",
    b"\x00", b"\n", b"null", b"true", b"{}", b"[]", b"\xef\xbb\xbf", b",", b":", b"\x1b[2J", b"=", b"<", b">",
    b"#", b"(",
)  # fmt: skip


def weird(random: Random) -> Any:
    """A value that hardly ever belongs where it comes to stand."""
    kind = random.randrange(8)
    if kind == 0:
        return random.choice((None, True, False))
    if kind == 1:
        return random.choice(NUMBERS)
    if kind == 2:
        return []
    if kind == 3:
        return {}
    if kind == 4:
        return [weird(random) for _ in range(random.randrange(4))]
    if kind == 5:
        return {text(random): weird(random) for _ in range(random.randrange(3))}
    if kind == 6:
        return nested(random.choice((3, 99, 150, 2000)))
    return text(random)


def text(random: Random) -> str:
    return random.choice(TEXTS)


def nested(depth: int) -> Any:
    value: Any = WORD
    for level in range(depth):
        value = [value] if level % 2 else {"x": value}
    return value


def mutated(value: Any, random: Random, *, times: int | None = None) -> Any:
    """The value with a few of its parts changed, taken out, doubled or put elsewhere."""
    for _ in range(random.randrange(4) if times is None else times):
        value = _once(value, random)
    return value


def _once(value: Any, random: Random) -> Any:
    """Goes down to a part that is chosen on the way, and changes it."""
    if isinstance(value, dict) and value and random.random() < 0.85:
        key = random.choice(list(value))
        change = random.randrange(10)
        if change == 0:
            return {name: item for name, item in value.items() if name != key}
        if change == 1:
            return {(text(random) if name == key else name): item for name, item in value.items()}
        if change == 2:
            return {**value, text(random): weird(random)}
        if change == 3:
            return {**value, key: value[random.choice(list(value))]}
        return {**value, key: _once(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.85:
        place = random.randrange(len(value))
        change = random.randrange(10)
        if change == 0:
            return value[:place] + value[place + 1 :]
        if change == 1:
            return [*value, value[place]]
        if change == 2:
            return [*value, weird(random)]
        return [*value[:place], _once(value[place], random), *value[place + 1 :]]
    return _leaf(value, random)


def _leaf(value: Any, random: Random) -> Any:
    if isinstance(value, int) and not isinstance(value, bool) and random.random() < 0.4:
        return value + random.choice((-1, 1, 5, -value, 1 << 40))
    if isinstance(value, str) and random.random() < 0.4:
        place = random.randrange(len(value) + 1)
        return value[:place] + text(random) + value[place:]
    return weird(random)


def as_json(value: Any, random: Random) -> bytes:
    """As a file; numbers beyond JSON are written as Python writes them."""
    return spoilt(json_of(value), random)


def json_of(value: Any) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value).encode()
    except (RecursionError, ValueError):  # deeper, or with more digits, than Python itself writes
        return b"[" * 3000 + b"]" * 3000


def spoilt(data: bytes, random: Random) -> bytes:
    """The bytes as they are, mostly; else cut, doubled, torn or with something foreign in them."""
    while random.random() < 0.25:
        start = random.randrange(len(data) + 1)
        end = min(len(data), start + random.choice((0, 1, 3, 20)))
        change = random.randrange(5)
        if change == 0:
            data = data[:start]
        elif change == 1:
            data = data[:end] + data[start:]
        elif change == 2:
            data = data[:start] + data[end:]
        elif change == 3:
            data = data[:start] + random.choice(TOKENS) + data[end:]
        else:
            data = data[:start] + bytes(random.randrange(256) for _ in range(3)) + data[end:]
    return data


def as_toml(table: Mapping[str, Any], random: Random) -> bytes:
    return spoilt(toml_of(table), random)


def toml_of(table: Mapping[str, Any]) -> bytes:
    """As a TOML file; what TOML cannot say is left out."""
    lines = [f"{_key(name)} = {said}" for name, item in table.items() if (said := _toml(item)) is not None]
    return "\n".join([*lines, ""]).encode("utf-8", "replace")


def _key(name: str) -> str:
    return json.dumps(name.encode("utf-8", "replace").decode(), ensure_ascii=False).replace("\x7f", "")


def _toml(value: Any, depth: int = 0) -> str | None:
    if value is None:
        return None
    if depth > 100:  # deeper than this very function could go
        return "[" * 3000 + "]" * 3000
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) > 10**300:
        return "9" * 400
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _key(value)
    if isinstance(value, Mapping):
        said = {_key(str(name)): _toml(item, depth + 1) for name, item in value.items()}
        return "{" + ", ".join(f"{name} = {item}" for name, item in said.items() if item is not None) + "}"
    items = (_toml(item, depth + 1) for item in value)
    return "[" + ", ".join(item for item in items if item is not None) + "]"

"""Offsets as the caller counts them: code points, UTF-16 units or UTF-8 bytes, there and back.

The pipeline counts code points and nothing else; here is where others are translated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from nescio.text.offsets import from_bytes, from_utf16, to_bytes, to_utf16

CODE_POINTS: Final = "codepoints"
Count = Callable[[str, Iterable[int]], list[int]]
_OUT: Final[dict[str, Count]] = {"utf16": to_utf16, "bytes": to_bytes}
_IN: Final[dict[str, Count]] = {"utf16": from_utf16, "bytes": from_bytes}
_LAYERS: Final = ("candidates", "voted", "spans")
_ENDS: Final = ("place", "places", "to")


def counted_out(text: str, offsets: Sequence[int], unit: str) -> list[int]:
    """Code points as the caller counts."""
    return _OUT[unit](text, offsets) if unit in _OUT else list(offsets)


def counted_in(text: str, offsets: Sequence[int], unit: str) -> list[int]:
    """As the caller counts, in code points; what lies in no text is refused."""
    return _IN[unit](text, offsets) if unit in _IN else list(offsets)


def rows_in(text: str, rows: Any, unit: str) -> Any:
    """Spans `[start, end, …]` of the caller in code points; what is no span is left to whoever reads it."""
    if unit == CODE_POINTS or not isinstance(rows, list):
        return rows
    return _Recount(_IN[unit], text, "").rows(rows)


def job_in(data: Any, unit: str) -> Any:
    """A job as the caller counts, in code points."""
    return _recount(data, _IN[unit]) if unit != CODE_POINTS else data


def job_out(data: dict[str, Any], unit: str) -> dict[str, Any]:
    """A job of ours as the caller counts."""
    found = _recount(data, _OUT[unit]) if unit != CODE_POINTS else data
    return found if isinstance(found, dict) else data


def _recount(data: Any, count: Count) -> Any:
    text = data.get("text") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(text, str):
        return data
    solution = data.get("solution")
    output = solution.get("text") if isinstance(solution, dict) else None
    change = _Recount(count, text, output if isinstance(output, str) else "")
    return {key: change.value(key, value) for key, value in data.items()}


class _Recount:
    """Every place of one job, in either form; what is no place, or no job, stays for the reader to refuse."""

    def __init__(self, count: Count, text: str, output: str) -> None:
        self._count, self._text, self._output = count, text, output

    def value(self, key: str, value: Any) -> Any:
        if key in _LAYERS:
            return self.rows(value)
        if key == "entities" and isinstance(value, list):
            return [self._inside(item, "mentions", self.rows) for item in value]
        if key == "decisions" and isinstance(value, list):
            return [self._decision(item) for item in value]
        if key == "solution":
            return self._inside(value, "replacements", self._replacements)
        if key == "edits" and isinstance(value, list):
            return [self._edit(item) for item in value]
        if key == "ner":
            return self._inside(value, "entries", self._entries)
        return value

    def rows(self, rows: Any) -> Any:
        if not isinstance(rows, list):
            return rows
        places = self._places([row[:2] if isinstance(row, list) else None for row in rows])
        return [row if at is None else [*at, *row[2:]] for row, at in zip(rows, places, strict=True)]

    def _places(self, pairs: Sequence[Any]) -> list[list[int] | None]:
        """All pairs at once: the text is looked through once for all of them."""
        usable = [self._is_pair(pair) for pair in pairs]
        flat = [edge for pair, is_one in zip(pairs, usable, strict=True) if is_one for edge in pair]
        found = iter(self._count(self._text, flat))
        return [[next(found), next(found)] if is_one else None for is_one in usable]

    def _is_pair(self, pair: Any) -> bool:
        return isinstance(pair, list | tuple) and len(pair) == 2 and all(type(edge) is int for edge in pair)

    def _inside(self, item: Any, key: str, change: Callable[[Any], Any]) -> Any:
        return {**item, key: change(item[key])} if isinstance(item, dict) and key in item else item

    def _decision(self, item: Any) -> Any:
        return [*item[:3], self.rows(item[3])] if isinstance(item, list) and len(item) == 4 else item

    def _replacements(self, rows: Any) -> Any:
        found = self.rows(rows)
        if not isinstance(found, list):
            return rows
        whole = [isinstance(row, list) and len(row) > 6 and type(row[6]) is int for row in found]
        flat = [row[6] for row, is_one in zip(found, whole, strict=True) if is_one]
        starts = iter(self._count(self._output, flat))
        return [
            [*row[:6], next(starts), *row[7:]] if is_one else row
            for row, is_one in zip(found, whole, strict=True)
        ]

    def _edit(self, item: Any) -> Any:
        if not isinstance(item, dict):
            return item
        return {key: self._edge(value) if key in _ENDS else value for key, value in item.items()}

    def _edge(self, value: Any) -> Any:
        if self._is_pair(value):
            return self._places([value])[0]
        if isinstance(value, list | tuple):
            return [at or pair for pair, at in zip(value, self._places(value), strict=True)]
        return value

    def _entries(self, entries: Any) -> Any:
        if not isinstance(entries, list):
            return entries
        pairs = [[e.get("begin"), e.get("end")] if isinstance(e, dict) else None for e in entries]
        return [
            entry if at is None else {**entry, "begin": at[0], "end": at[1]}
            for entry, at in zip(entries, self._places(pairs), strict=True)
        ]

"""Finds the cells of a table in its source: where each begins and ends, and whether it is quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from nescio.core.errors import InputError

SIGNS: Final = ",|;\t"  # what may stand between cells; where several may, the last: 1,5;2,5
_SAMPLE: Final = 200  # rows by which the sign is told
_NAMED: Final = re.compile(r"sep=([^\r\n])\r?\n", re.IGNORECASE)  # what spreadsheet programs write before all
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


class TableCell(NamedTuple):
    """A cell in the source, without its quotes."""

    start: int
    end: int
    quoted: bool


class Grid(NamedTuple):
    """The rows of a table, and the sign between their cells; none where there is one column."""

    rows: list[list[TableCell]]
    sign: str


@cache
def _cell(sign: str) -> re.Pattern[str]:
    """A cell up to the sign or the end of its line; with stray quotes it is as it stands."""
    stop = f"{re.escape(sign)}\\r\\n" if sign else "\\r\\n"
    end = f"(?=[{stop}]|\\Z)"
    return re.compile(
        f'[ ]*"(?P<quoted>(?:[^"]|"")*+)"[ ]*{end}|(?P<open>[ ]*"(?:[^"]|"")*+\\Z)|(?P<plain>[^{stop}]*)'
    )


def read_cells(text: str) -> Grid:
    """The cells of a table."""
    named = _NAMED.match(text)
    begin = named.end() if named else 0
    sign = named[1] if named else _sign(text)
    return Grid(list(_rows(text, begin, sign)), sign)


def _rows(text: str, begin: int, sign: str) -> Iterator[list[TableCell]]:
    at, row = begin, list[TableCell]()
    pattern = _cell(sign)
    while at < len(text) or row:
        match = pattern.match(text, at)
        if match is None or match.lastgroup == "open":
            line = text.count("\n", 0, at) + 1
            raise InputError(
                f"A quote that opens in line {line} never closes; the table is damaged or cut off."
            )
        name = "quoted" if match["quoted"] is not None else "plain"
        row.append(TableCell(match.start(name), match.end(name), name == "quoted"))
        at = match.end()
        if sign and text.startswith(sign, at):
            at += len(sign)
            if at == len(text):
                row.append(TableCell(at, at, quoted=False))
        else:
            end = _LINE_END.match(text, at)
            at = end.end() if end else len(text)
            yield row
            row = []
            continue
        if at == len(text):
            yield row
            return


def _sign(text: str) -> str:
    """The sign that most rows have as often as the first has; none if the first has none.

    If the one sign that parts the first row meets a quote there that never closes, the table is damaged:
    without a sign it would be one column of text, and no heading would say what stands below it.
    """
    scores, broken = dict[str, float](), list[InputError]()
    for sign in SIGNS:
        try:
            scores[sign] = _score(text, sign)
        except InputError as error:
            broken.append(error)
    found = [sign for sign, score in scores.items() if score > 0]
    if broken and not found:
        raise broken[0]
    return max(found, key=lambda sign: (scores[sign], SIGNS.index(sign)), default="")


def _score(text: str, sign: str) -> float:
    widths: list[int] = []
    try:
        for row in _rows(text, 0, sign):
            widths.append(len(row))
            if len(widths) == _SAMPLE:
                break
    except InputError:
        if not widths:
            raise
        # In a later row: another sign may make sense of the quotes.
    if not widths or widths[0] == 1:
        return 0.0
    return sum(width == widths[0] for width in widths) / len(widths)

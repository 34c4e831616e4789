"""What holds for every table of solutions, however it came here; what does not hold is said by its number."""

from __future__ import annotations

import codecs
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from nescio.core.errors import JobError

if TYPE_CHECKING:
    from nescio.solutions.table import Table, TableEntry

_FINGERPRINT: Final = re.compile(r"[0-9a-f]{64}")


def is_encoding(name: str) -> bool:
    try:
        return codecs.lookup(name)._is_text_encoding  # the others do not lead from bytes to text
    except (LookupError, ValueError):
        return False


def check_table(table: Table) -> None:
    """Refuses a table that contradicts itself: it would lead back to what never was."""
    for text in (table.output_sha256, table.input_sha256):
        if text is not None and not _FINGERPRINT.fullmatch(text):
            raise _contradiction("a fingerprint is none")
    encoding = table.encoding
    if encoding is not None and not (isinstance(encoding, str) and is_encoding(encoding)):
        raise _contradiction("its encoding is unknown")
    _check_places(table)
    _check_counts(table)


def _check_places(table: Table) -> None:
    """Entries follow each other in both texts, and are as long as what they say."""
    read = shift = written = 0
    for number, item in enumerate(table.entries, 1):
        if item.start < read or item.end <= item.start or item.entity < 0:
            raise _contradiction(f"entry {number} overlaps another or lies nowhere")
        if item.end - item.start != len(item.original):
            raise _contradiction(f"the original of entry {number} is not as long as its place")
        if item.out_start != item.start + shift or item.out_end - item.out_start != len(item.replacement):
            raise _contradiction(f"entry {number} cannot stand where it says")
        read, written = item.end, item.out_end
        shift += len(item.replacement) - len(item.original)
    if table.length is not None and not written <= table.length:
        raise _contradiction("its entries reach beyond the text")


def _check_counts(table: Table) -> None:
    """Each replacement is the occurrence of its text that it says, and none is counted twice."""
    if not all(type(count) is int and count > 0 for count in table.totals.values()):
        raise _contradiction("its totals are no counts")
    if not table.totals.keys() <= {item.replacement for item in table.entries}:
        raise _contradiction("it counts what it did not write")
    next_one: defaultdict[str, int] = defaultdict(int)
    for number, item in enumerate(table.entries, 1):
        if item.order is not None:
            _check_order(item, next_one[item.replacement], table, number)
            next_one[item.replacement] = item.order + 1


def _check_order(item: TableEntry, least: int, table: Table, number: int) -> None:
    if not least <= item.order < table.totals.get(item.replacement, 0):  # type: ignore[operator]  # not None here
        raise _contradiction(f"the order of entry {number} does not fit the totals")


def _contradiction(what: str) -> JobError:
    return JobError(f"The table of solutions contradicts itself: {what}.")

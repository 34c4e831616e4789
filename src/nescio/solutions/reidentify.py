"""Re-identification: the originals back into the text, by position, placeholder or order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from nescio.core.errors import JobError, known
from nescio.solutions.altered import find_altered
from nescio.solutions.table import Table, TableEntry, fingerprint
from nescio.text.occurrences import occurrences

WAYS: Final = ("auto", "position", "placeholder", "order")


@dataclass(frozen=True, slots=True)
class Restored:
    """The text with the originals in place, and what could not be led back."""

    text: str = field(repr=False)
    restored: int
    lost: tuple[str, ...] = ()  # placeholders that stand in the table and no longer in the text
    duplicated: tuple[str, ...] = ()  # that stand more often in the text than in the table
    altered: tuple[str, ...] = ()  # that were found in another spelling, and restored
    unresolved: tuple[str, ...] = ()  # marks whose number changed, so that order says nothing

    @property
    def complete(self) -> bool:
        return not (self.lost or self.duplicated or self.altered or self.unresolved)


class _Patch(NamedTuple):
    start: int
    end: int
    text: str


def reidentify(text: str, table: Table, *, by: str = "auto") -> Restored:
    """Restore the originals of a table; `auto` goes by position if the text is untouched."""
    if by not in WAYS:
        raise JobError(f"There is no such way of re-identification. {known(by, WAYS)}")
    untouched = fingerprint(text) == table.output_sha256
    if by == "position" or (by == "auto" and untouched):
        return _by_position(text, table)
    return _by_placeholder(text, table, by=by)


def _by_position(text: str, table: Table) -> Restored:
    patches = [_Patch(item.out_start, item.out_end, item.original) for item in table.entries]
    for item in table.entries:
        if text[item.out_start : item.out_end] != item.replacement:
            raise JobError(
                "The table of solutions belongs to another text, or the text was edited: "
                f"the replacement is not at position {item.out_start}. "
                "For an edited text use the way 'placeholder' or 'order'."
            )
    return Restored(_patch(text, patches), len(patches))


def _by_placeholder(text: str, table: Table, *, by: str) -> Restored:
    groups = _Groups(table.entries, by)
    places: dict[str, list[int]] = {}
    for found in occurrences((item.replacement for item in table.entries), text):
        places.setdefault(found.text, []).append(found.start)
    report = _Report()
    patches: list[_Patch] = []
    for placeholder, entries in groups.unique.items():
        patches += _restore_unique(placeholder, entries, places.get(placeholder, []), table, report)
    report.unresolved += groups.ambiguous
    for mark, entries in groups.shared.items():
        patches += _restore_by_order(mark, entries, places.get(mark, []), table, report)
    patches += _restore_altered(text, groups, patches, report)
    if table.entries and not patches and not places:
        raise JobError("The table of solutions belongs to another text: none of its placeholders is there.")
    return Restored(_patch(text, patches), len(patches), **report.tuples())


class _Groups:
    """Entries by placeholder: those of one entity, and marks that several entities share."""

    def __init__(self, entries: Iterable[TableEntry], by: str) -> None:
        groups: dict[str, list[TableEntry]] = {}
        for item in entries:
            groups.setdefault(item.replacement, []).append(item)
        shared = {text: items for text, items in groups.items() if len({item.entity for item in items}) > 1}
        if by == "order":
            shared = dict(groups)
        self.unique = {text: items for text, items in groups.items() if text not in shared}
        self.shared = {} if by == "placeholder" else shared
        self.ambiguous = list(shared) if by == "placeholder" else []


class _Report:
    """What did not come back as it left, by placeholder."""

    def __init__(self) -> None:
        self.lost: list[str] = []
        self.duplicated: list[str] = []
        self.altered: list[str] = []
        self.unresolved: list[str] = []

    def tuples(self) -> dict[str, Any]:
        return {name: tuple(values) for name, values in vars(self).items()}


def _restore_unique(
    placeholder: str, entries: Sequence[TableEntry], places: Sequence[int], table: Table, report: _Report
) -> Iterator[_Patch]:
    """Every occurrence is the entity; its n-th form goes to the n-th place."""
    expected = table.totals.get(placeholder, len(entries))
    if len(places) < expected:
        report.lost.append(placeholder)
    elif len(places) > expected:
        report.duplicated.append(placeholder)
    by_order = {item.order: item.original for item in entries}
    for number, start in enumerate(places):
        original = by_order.get(number)
        if original is None:
            if len(places) == expected:
                continue  # this one stood in the original text
            original = entries[-1].original
        yield _Patch(start, start + len(placeholder), original)


def _restore_by_order(
    mark: str, entries: Sequence[TableEntry], places: Sequence[int], table: Table, report: _Report
) -> Iterator[_Patch]:
    """The n-th mark is the n-th replacement, unless marks were added or taken away."""
    orders = {item.order: item.original for item in entries}
    if len(places) != table.totals.get(mark) or None in orders:
        report.unresolved.append(mark)
        return
    for number, start in enumerate(places):
        if number in orders:
            yield _Patch(start, start + len(mark), orders[number])


def _restore_altered(text: str, groups: _Groups, taken: Sequence[_Patch], report: _Report) -> list[_Patch]:
    """Lost placeholders in another spelling: other case, a space, a lost bracket."""
    found = find_altered(report.lost, text)
    covered = bytearray(len(text))
    for patch in taken:
        covered[patch.start : patch.end] = bytes([1]) * (patch.end - patch.start)
    patches: list[_Patch] = []
    lost = []
    for placeholder in report.lost:
        free = [place for place in found.get(placeholder, ()) if covered.find(1, *place) < 0]
        if not free:
            lost.append(placeholder)
            continue
        report.altered.append(placeholder)
        for start, end in free:
            patches.append(_Patch(start, end, groups.unique[placeholder][-1].original))
            covered[start:end] = bytes([1]) * (end - start)
    report.lost = lost
    return patches


def _patch(text: str, patches: Iterable[_Patch]) -> str:
    pieces: list[str] = []
    position = 0
    for patch in sorted(patches):
        pieces += (text[position : patch.start], patch.text)
        position = patch.end
    return "".join([*pieces, text[position:]])

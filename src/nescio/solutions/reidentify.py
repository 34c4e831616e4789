"""Re-identification: the originals back into the text, by position, placeholder or order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any, Final

from nescio.core.errors import JobError, known
from nescio.solutions.altered import find_altered
from nescio.solutions.table import Table, TableEntry, fingerprint
from nescio.text.occurrences import Occurrence, occurrences

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


_Patch = tuple[int, int, str]  # from where to where, and what was there


def reidentify(text: str, table: Table, *, by: str = "auto") -> Restored:
    """Restore the originals of a table; `auto` goes by position if the text is untouched."""
    if by not in WAYS:
        raise JobError(f"There is no such way of re-identification. {known(by, WAYS)}")
    if by == "position" or (by == "auto" and fingerprint(text) == table.output_sha256):
        return _by_position(text, table)
    return _by_placeholder(text, table, by=by)


def _by_position(text: str, table: Table) -> Restored:
    return Restored(_patch(text, _checked(text, table.entries)), len(table.entries))


def _checked(text: str, entries: Iterable[TableEntry]) -> Iterator[_Patch]:
    for item in entries:
        if text[item.out_start : item.out_end] != item.replacement:
            raise JobError(
                "The table of solutions belongs to another text, or the text was edited: "
                f"the replacement is not at position {item.out_start}. "
                "For an edited text use the way 'placeholder' or 'order'."
            )
        yield item.out_start, item.out_end, item.original


def _by_placeholder(text: str, table: Table, *, by: str) -> Restored:
    groups = _Groups(table.entries, by)
    found = occurrences(groups.all, text)
    counts = Counter(item.text for item in found)
    report = _Report()
    forms = _forms_of_unique(groups.unique, counts, table, report)
    report.unresolved += groups.ambiguous
    forms |= _forms_by_order(groups.shared, counts, table, report)
    patches = list(_one_by_one(found, forms))
    if report.lost:
        patches = sorted(patches + _restore_altered(text, groups, patches, report))
    if table.entries and not patches and not found:
        raise JobError("The table of solutions belongs to another text: none of its placeholders is there.")
    return Restored(_patch(text, patches), len(patches), **report.tuples())


_Entries = Mapping[str, Sequence[TableEntry]]


class _Groups:
    """Entries by placeholder: those of one entity, and marks that several entities share."""

    def __init__(self, entries: Iterable[TableEntry], by: str) -> None:
        self.all: dict[str, list[TableEntry]] = {}
        for item in entries:
            self.all.setdefault(item.replacement, []).append(item)
        shared = self.all
        if by != "order":
            shared = {text: items for text, items in self.all.items() if _are_several(items)}
        self.unique = {text: items for text, items in self.all.items() if text not in shared}
        self.shared = {} if by == "placeholder" else shared
        self.ambiguous = list(shared) if by == "placeholder" else []


def _are_several(entries: Sequence[TableEntry]) -> bool:
    first = entries[0].entity
    return any(item.entity != first for item in entries)


class _Report:
    """What did not come back as it left, by placeholder."""

    def __init__(self) -> None:
        self.lost: list[str] = []
        self.duplicated: list[str] = []
        self.altered: list[str] = []
        self.unresolved: list[str] = []

    def tuples(self) -> dict[str, Any]:
        return {name: tuple(values) for name, values in vars(self).items()}


# What each occurrence of a text in turn was; None stood there before.
_Forms = dict[str, Iterator[str | None]]


def _forms_of_unique(groups: _Entries, counts: Mapping[str, int], table: Table, report: _Report) -> _Forms:
    """Every occurrence is the entity; its n-th form goes to the n-th place."""
    forms: _Forms = {}
    for placeholder, entries in groups.items():
        count, expected = counts.get(placeholder, 0), table.totals.get(placeholder, len(entries))
        if count < expected:
            report.lost.append(placeholder)
        elif count > expected:
            report.duplicated.append(placeholder)
        rest = None if count == expected else entries[-1].original
        forms[placeholder] = iter(_in_turn(entries, count, rest))
    return forms


def _forms_by_order(groups: _Entries, counts: Mapping[str, int], table: Table, report: _Report) -> _Forms:
    """The n-th mark is the n-th replacement, unless marks were added or taken away."""
    forms: _Forms = {}
    for mark, entries in groups.items():
        count = counts.get(mark, 0)
        if count != table.totals.get(mark) or any(item.order is None for item in entries):
            report.unresolved.append(mark)
        else:
            forms[mark] = iter(_in_turn(entries, count, None))
    return forms


def _in_turn(entries: Sequence[TableEntry], count: int, rest: str | None) -> list[str | None]:
    forms = [rest] * count
    for item in entries:
        if item.order is not None and item.order < count:
            forms[item.order] = item.original
    return forms


def _one_by_one(found: Iterable[Occurrence], forms: _Forms) -> Iterator[_Patch]:
    """In the order of the text, so that what lies side by side is read and written together."""
    for start, text in found:
        if text in forms and (form := next(forms[text])) is not None:
            yield start, start + len(text), form


def _restore_altered(text: str, groups: _Groups, taken: Sequence[_Patch], report: _Report) -> list[_Patch]:
    """Lost placeholders in another spelling: other case, a space, a lost bracket."""
    found = find_altered(report.lost, text)
    covered = bytearray(len(text))
    for start, end, _ in taken:
        covered[start:end] = bytes([1]) * (end - start)
    patches: list[_Patch] = []
    lost = []
    for placeholder in report.lost:
        free = [place for place in found.get(placeholder, ()) if covered.find(1, *place) < 0]
        if not free:
            lost.append(placeholder)
            continue
        report.altered.append(placeholder)
        for start, end in free:
            patches.append((start, end, groups.unique[placeholder][-1].original))
            covered[start:end] = bytes([1]) * (end - start)
    report.lost = lost
    return patches


def _patch(text: str, patches: Iterable[_Patch]) -> str:
    """The text with patches that come in its order; none of its pieces outlives the next."""
    patched = StringIO()
    position = 0
    for start, end, original in patches:
        patched.write(text[position:start])
        patched.write(original)
        position = end
    patched.write(text[position:])
    return patched.getvalue()

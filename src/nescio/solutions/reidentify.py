"""Re-identification: the originals back into the text, by position, placeholder or order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any, Final

from nescio.core.errors import JobError, known
from nescio.solutions.altered import find_altered, find_foreign, find_translated
from nescio.solutions.parts import find_parts
from nescio.solutions.recased import find_recased, in_case_of
from nescio.solutions.table import Table, TableEntry, fingerprint
from nescio.text.occurrences import Occurrence, occurrences

WAYS: Final = ("auto", "position", "placeholder", "order")


Patched = tuple[int, int, str]  # from where to where, and what was there


@dataclass(frozen=True, slots=True)
class Restored:
    """The text with the originals in place, and what could not be led back."""

    text: str = field(repr=False)
    restored: int
    lost: tuple[str, ...] = ()  # placeholders that stand in the table and no longer in the text
    duplicated: tuple[str, ...] = ()  # that stand more often in the text than in the table
    altered: tuple[str, ...] = ()  # that were found in another spelling, and restored
    unresolved: tuple[str, ...] = ()  # marks whose number changed, so that order says nothing
    foreign: tuple[str, ...] = ()  # placeholders like those of the table, which it does not know
    left: int = 0  # replacements that were not asked for
    patches: tuple[Patched, ...] = field(default=(), repr=False)  # what came back where, in the given text

    @property
    def complete(self) -> bool:
        return not (self.lost or self.duplicated or self.altered or self.unresolved or self.foreign)


@dataclass(frozen=True, slots=True)
class Only:
    """What may come back, for readers who may not see everything; all of it if nothing is named."""

    labels: frozenset[str] = frozenset()
    entities: frozenset[int] = frozenset()

    def __contains__(self, item: TableEntry) -> bool:
        is_named = item.label in self.labels or item.entity in self.entities
        return is_named or not (self.labels or self.entities)


EVERYTHING: Final = Only()


_Found = tuple[int, int, str, TableEntry]  # and by which entry


def reidentify(text: str, table: Table, *, by: str = "auto", only: Only = EVERYTHING) -> Restored:
    """Restore the originals of a table, or some of them; `auto` goes by position if the text is untouched."""
    if by not in WAYS:
        raise JobError(f"There is no such way of re-identification. {known(by, WAYS)}")
    if by == "position" or (by == "auto" and fingerprint(text) == table.output_sha256):
        return _by_position(text, table, only)
    return _by_placeholder(text, table, by=by, only=only)


def _by_position(text: str, table: Table, only: Only) -> Restored:
    kept: list[Patched] = []
    for item in table.entries:  # all are looked at: the text is this one
        if text[item.out_start : item.out_end] != item.replacement:
            raise JobError(
                "The table of solutions belongs to another text, or the text was edited: "
                f"the replacement is not at position {item.out_start}. "
                "For an edited text use the way 'placeholder' or 'order'."
            )
        if item in only:
            kept.append((item.out_start, item.out_end, item.original))
    left = len(table.entries) - len(kept)
    return Restored(_patch(text, kept), len(kept), left=left, patches=tuple(kept))


def _by_placeholder(text: str, table: Table, *, by: str, only: Only) -> Restored:
    groups = _Groups(table.entries, by)
    found = occurrences(groups.all, text)
    counts = Counter(item.text for item in found)
    report = _Report()
    forms = _forms_of_unique(groups.unique, counts, table, report)
    report.unresolved += groups.ambiguous
    forms |= _forms_by_order(groups.shared, counts, table, report)
    patches = list(_one_by_one(found, forms))
    missing = {text: table.totals.get(text, len(groups.all[text])) - counts[text] for text in report.lost}
    if report.lost:
        patches = sorted(patches + _restore_altered(text, groups, patches, report))
        patches = sorted(patches + _restore_parts(text, groups, patches, missing, report))
    if table.entries and not patches and not found:
        raise JobError("The table of solutions belongs to another text: none of its placeholders is there.")
    if fingerprint(text) != table.output_sha256:  # what stood there from the beginning is nobody's
        report.foreign += find_foreign(groups.all, text)
    wanted = [patch[:3] for patch in patches if patch[3] in only]
    report.keep({text for text, items in groups.all.items() if any(item in only for item in items)})
    left = len(patches) - len(wanted)
    return Restored(_patch(text, wanted), len(wanted), left=left, patches=tuple(wanted), **report.tuples())


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
        self.foreign: list[str] = []

    def keep(self, wanted: Container[str]) -> None:
        """Nothing about what was not asked for."""
        for name in ("lost", "duplicated", "altered", "unresolved"):
            setattr(self, name, [item for item in getattr(self, name) if item in wanted])

    def tuples(self) -> dict[str, Any]:
        return {name: tuple(values) for name, values in vars(self).items()}


# What each occurrence of a text in turn was; None stood there before.
_Forms = dict[str, Iterator[TableEntry | None]]


def _forms_of_unique(groups: _Entries, counts: Mapping[str, int], table: Table, report: _Report) -> _Forms:
    """Every occurrence is the entity; its n-th form goes to the n-th place."""
    forms: _Forms = {}
    for placeholder, entries in groups.items():
        count, expected = counts.get(placeholder, 0), table.totals.get(placeholder, len(entries))
        if count < expected:
            report.lost.append(placeholder)
        elif count > expected:
            report.duplicated.append(placeholder)
        rest = None if count == expected else entries[-1]
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


def _in_turn(entries: Sequence[TableEntry], count: int, rest: TableEntry | None) -> list[TableEntry | None]:
    forms = [rest] * count
    for item in entries:
        if item.order is not None and item.order < count:
            forms[item.order] = item
    return forms


def _one_by_one(found: Iterable[Occurrence], forms: _Forms) -> Iterator[_Found]:
    """In the order of the text, so that what lies side by side is read and written together."""
    for start, text in found:
        if text in forms and (item := next(forms[text])) is not None:
            yield start, start + len(text), item.original, item


def _restore_altered(text: str, groups: _Groups, taken: Sequence[_Found], report: _Report) -> list[_Found]:
    """Lost placeholders in another spelling: other case or language, a space, a lost bracket."""
    recased = find_recased(report.lost, text, known=groups.all)
    translated = find_translated(report.lost, groups.all, text)
    found = {**translated, **recased, **find_altered(report.lost, text)}
    covered = bytearray(len(text))
    for start, end, *_ in taken:
        covered[start:end] = bytes([1]) * (end - start)
    patches: list[_Found] = []
    lost = []
    for placeholder in report.lost:
        free = [place for place in found.get(placeholder, ()) if covered.find(1, *place) < 0]
        if not free:
            lost.append(placeholder)
            continue
        report.altered.append(placeholder)
        for start, end in free:
            item = groups.unique[placeholder][-1]
            original = in_case_of(text[start:end], item.original) if placeholder in recased else item.original
            patches.append((start, end, original, item))
            covered[start:end] = bytes([1]) * (end - start)
    report.lost = lost
    return patches


def _restore_parts(
    text: str, groups: _Groups, taken: Sequence[_Found], missing: Mapping[str, int], report: _Report
) -> list[_Found]:
    """What is left of names of which a word was deleted, as often as the whole name is missing."""
    covered = bytearray(len(text))
    for start, end, *_ in taken:
        covered[start:end] = bytes([1]) * (end - start)
    names = {name: items[-1] for name, items in groups.unique.items()}
    found = find_parts(names, missing, text, lambda start, end: covered.find(1, start, end) < 0)
    back = dict.fromkeys(item.replacement for *_, item in found)
    report.altered += [name for name in back if name not in report.altered]
    report.lost = [name for name in report.lost if name not in back]
    return found


def _patch(text: str, patches: Iterable[Patched]) -> str:
    """The text with patches that come in its order; none of its pieces outlives the next."""
    patched = StringIO()
    position = 0
    for start, end, original in patches:
        patched.write(text[position:start])
        patched.write(original)
        position = end
    patched.write(text[position:])
    return patched.getvalue()

"""People whose names stand in parts, as a format says: a given name in one cell, a family name in another.

A linker knows people by their whole names. It is given a text in which the parts stand together, and what
it links there is led back to the parts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from nescio.core.labels import PERSON
from nescio.core.model import FORMAT, PEOPLE, Document, Entity, Span


class _Edit(NamedTuple):
    start: int
    end: int
    text: str


class ToldPeople:
    """The document and the spans as a linker is to see them; where nothing is told, as they are."""

    def __init__(self, document: Document, spans: Sequence[Span]) -> None:
        self.document, self.spans = document, list(spans)
        self._meant: dict[Span, list[Span]] = {}
        groups = list(_groups(document, spans))
        if groups:
            self._join(groups)

    def restored(self, entity: Entity) -> Entity:
        """The entity with the spans that are meant."""
        if not self._meant:
            return entity
        mentions = sorted(span for item in entity.mentions for span in self._meant[item])
        return replace(entity, mentions=tuple(mentions))

    def _join(self, groups: Sequence[Sequence[Span]]) -> None:
        text = self.document.text
        edits: list[_Edit] = []
        group_at: dict[int, Sequence[Span]] = {}
        for group in groups:
            whole = " ".join(text[part.start : part.end] for part in group)
            first, *others = sorted(group)
            group_at[first.start] = group
            edits += [_Edit(first.start, first.end, whole), *(_Edit(p.start, p.end, "") for p in others)]
        moved = _Moved(text, sorted(edits))
        parts = {part for group in groups for part in group}
        meant: dict[Span, list[Span]] = {}
        for span in self.spans:
            if span in parts and span.start not in group_at:
                continue
            group = group_at.get(span.start, [span])
            start = moved.place(span.start)
            if span in parts:
                length = sum(part.end - part.start for part in group) + len(group) - 1
                span = Span(start, start + length, PERSON, 1.0, FORMAT)
            else:
                span = span._replace(start=start, end=start + span.end - span.start)
            meant[span] = list(group)
        self._meant, self.spans = meant, sorted(meant)
        self.document = replace(self.document, text=moved.text)


def _groups(document: Document, spans: Sequence[Span]) -> Iterator[list[Span]]:
    """The spans that are one person, in the order of a name; what the vote made otherwise is let be."""
    told = document.meta.get(PEOPLE, ())
    at = {(span.start, span.end): span for span in spans} if told else {}
    for group in told if isinstance(told, Sequence) else ():
        parts = [at[place] for place in map(tuple, group) if place in at]
        if parts:  # also one part alone is a person, and no family name as such
            yield parts


class _Moved:
    """A text with edits in it, and where its places are then."""

    def __init__(self, text: str, edits: Sequence[_Edit]) -> None:
        self._starts = [edit.start for edit in edits]
        self._shifts = [0, *accumulate(len(edit.text) - (edit.end - edit.start) for edit in edits)]
        pieces, at = [], 0
        for edit in edits:
            pieces += [text[at : edit.start], edit.text]
            at = edit.end
        self.text = "".join([*pieces, text[at:]])

    def place(self, position: int) -> int:
        """Where something is that begins at an edit or outside of all."""
        number = bisect_right(self._starts, position)
        begins = number > 0 and self._starts[number - 1] == position
        return position + self._shifts[number - 1 if begins else number]

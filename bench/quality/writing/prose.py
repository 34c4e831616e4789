"""Whether replaced text reads like text: no tag in it, nothing around it changed but what agrees with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from bench.quality.writing.coverage import in_scheme
from bench.quality.writing.documents import NATURAL, JudgedText, small_words
from bench.quality.writing.figures import Portion, PortionTally, names
from bench.quality.writing.leaks import PLACEHOLDER
from nescio.core.model import Replacement, Span

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_STEM = 3  # letters by which a word is known again with another ending
TAGGED, CHANGED, GLUED = "tag left", "changed outside", "glued or doubled"


class ProseFault(NamedTuple):
    """What is not natural about a replacement."""

    row: Replacement
    kind: str


def prose(items: Sequence[JudgedText]) -> dict[str, Portion]:
    """The share of natural replacements, of each fault, and of tags by label."""
    tally = PortionTally()
    for item in items:
        for method in NATURAL:
            rows = item.solutions[method].replacements
            found = {(fault.row.out_start, fault.kind) for fault in faults(item, method)}
            bad = {start for start, _ in found}
            for row in rows:
                parts = (f"language {item.doc.language}", f"genre {item.group}")
                tally.add(names(f"natural, {method}", *parts), row.out_start not in bad)
                for kind in (TAGGED, CHANGED, GLUED):
                    tally.add([f"{kind}, {method}"], (row.out_start, kind) in found)
                tagged = (row.out_start, TAGGED) in found
                tally.add([f"{TAGGED}, {method} | label {in_scheme(row.label)}"], tagged)
    return tally.figures()


def faults(item: JudgedText, method: str) -> Iterator[ProseFault]:
    """Every fault of the replacements of a method."""
    rows = sorted(item.solutions[method].replacements, key=lambda row: row.start)
    spans = sorted(span for entity in item.entities for span in entity.mentions)
    place = 0
    for row in rows:
        while place < len(spans) and spans[place].start < row.start:
            place += 1
        if PLACEHOLDER.search(row.text):
            yield ProseFault(row, TAGGED)
        if place < len(spans) and _changed(item, row, spans[place]):
            yield ProseFault(row, CHANGED)
        if _glued(item, row, item.solutions[method].text):
            yield ProseFault(row, GLUED)


def _changed(item: JudgedText, row: Replacement, span: Span) -> bool:
    """Whether a word or sign beside the mention is gone that is no article, preposition or ending."""
    left, right = item.text[row.start : span.start], item.text[span.end : row.end]
    language, new = item.doc.language, [word.lower() for word in _WORD.findall(row.text)]
    before = left[_back(left, _same(left, row.text)) :]
    behind = right[: len(right) - _same(right[::-1], row.text[::-1])]
    return _lost(before, new, language) or _lost(behind, new, language)


def _same(one: str, other: str) -> int:
    """How many characters two texts begin with that are the same."""
    return next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _back(text: str, place: int) -> int:
    """The beginning of the word that a place is in."""
    while place and place < len(text) and text[place - 1].isalnum() and text[place].isalnum():
        place -= 1
    return place


def _lost(text: str, new: Sequence[str], language: str) -> bool:
    """Whether a word of the text is neither a small word nor there again with another ending."""
    words = [word.lower() for word in _WORD.findall(text)]
    stems = {word[:_STEM] for word in new}
    if any(word not in small_words(language) and word[:_STEM] not in stems for word in words):
        return True
    return any(not char.isalnum() and not char.isspace() for char in text)


def _glued(item: JudgedText, row: Replacement, out: str) -> bool:
    """Whether letters touch that did not, or a full stop stands twice."""
    text = item.text
    for place, old_place in ((row.out_start, row.start), (row.out_end, row.end)):
        before, after = out[place - 1 : place], out[place : place + 1]
        old_before, old_after = text[old_place - 1 : old_place], text[old_place : old_place + 1]
        touch = before.isalnum() and after.isalnum() and not (old_before.isalnum() and old_after.isalnum())
        if touch or (before == after == "." and not old_before == old_after == "."):
            return True
    return False

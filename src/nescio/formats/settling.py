"""Makes a solution one that a document can take: what fits its places, and its technical corners too."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from nescio.core.errors import JobError
from nescio.core.model import FORMAT, Job, Replacement, Solution, Span
from nescio.formats.hidden import Hidden, mentions_of, stands_free, with_rows
from nescio.formats.places import PROSE, TECHNICAL, Patch, Places

_SURE: Final = frozenset({"EMAIL", "IBAN"})  # what has a form that no technical name has by chance


def settled(job: Job, places: Places) -> Job:
    """The job with a solution whose text is the one that the document will have, word for word.

    Among technical names and codes a claim without a form is mostly none: there only what the user named
    goes, what has a form, and what is hidden elsewhere.
    """
    if job.solution is None:
        raise JobError("A document without a solution is not written.")
    if job.document.text != places.text:
        raise JobError("The job belongs to another document.")
    rows = _rows(job, job.solution)
    trusted = list(_trusted(rows, job, places))
    job = replace(job, solution=Solution(job.solution.text, tuple(trusted), kept=job.solution.kept))
    added = _swept(job, places)
    rows = with_rows(trusted, added)
    patches = places.settled(
        (Patch(row.start, row.end, row.text) for row in rows), fit=job.entities is not None
    )
    if job.entities is not None:  # what comes back is as it was, and needs no fitting
        patches = _distinct(places, patches)
    return replace(job, solution=_solution(job, rows, patches))


def _rows(job: Job, solution: Solution) -> Sequence[Replacement]:
    text = job.document.text
    if solution.replacements or solution.text == text:
        return solution.replacements
    return [Replacement(0, len(text), solution.text, 0, "", "", 0)]  # a text without its table: all is new


def _trusted(rows: Iterable[Replacement], job: Job, places: Places) -> Iterator[Replacement]:
    mentions = sorted(mentions_of(job))
    starts = [mention.start for mention in mentions]
    for row in rows:
        found = mentions[bisect_left(starts, row.start) : bisect_left(starts, row.end)]
        kinds = (
            {places.kind_at(row.start), places.kind_at(row.end - 1)} if job.entities is not None else {PROSE}
        )
        if kinds == {PROSE} and not (job.entities is not None and places.is_alone(row.start, row.end)):
            yield row
        elif TECHNICAL not in kinds or not found or any(map(_is_sure, found)):
            # One entry after another is no sentence: each goes by itself.
            for start, end in places.stretches(row.start, row.end):
                yield replace(row, start=start, end=end)


def _is_sure(mention: Span) -> bool:
    return mention.is_own or mention.maker == FORMAT or mention.label in _SURE


def _swept(job: Job, places: Places) -> Iterator[Replacement]:
    """What is hidden elsewhere and stands in a technical name, or grown together with other signs."""
    text = job.document.text
    for found in Hidden(job).find(text):
        if places.kind_at(found.start) == TECHNICAL or _is_grown(text, found.start, found.end):
            yield replace(found.like, start=found.start, end=found.end, order=None)


def _is_grown(text: str, start: int, end: int) -> bool:
    """Whether signs of a name that a program made touch it: then the pipeline saw no word there."""
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    return any(char == "_" or char.isalnum() for char in around)


def _distinct(places: Places, patches: list[Patch]) -> list[Patch]:
    """Names that were different stay different, or what refers to them would lead elsewhere."""
    taken: dict[str, str] = {}
    starts = [patch.start for patch in patches]
    for (piece, start, _), new in zip(places.spans(), places.patched(patches), strict=True):
        if not piece.shared:
            continue
        name, further = new, 1
        while taken.setdefault(name, piece.text) != piece.text:
            further += 1
            name = f"{new}_{further}"
        if name != new:
            last = bisect_right(starts, start + len(piece.text)) - 1
            patches[last] = patches[last]._replace(text=f"{patches[last].text}_{further}")
    return patches


def _solution(job: Job, rows: Sequence[Replacement], patches: Sequence[Patch]) -> Solution:
    parts, made, position, length = [], [], 0, 0
    text = job.document.text
    for row, patch in zip(rows, patches, strict=True):
        parts += [text[position : patch.start], patch.text]
        length += patch.start - position
        made.append(replace(row, text=patch.text, out_start=length, order=None))
        length += len(patch.text)
        position = patch.end
    kept = {} if job.solution is None else job.solution.kept
    return Solution("".join([*parts, text[position:]]), tuple(made), kept=kept)


def is_kept(form: str, texts: Iterable[str]) -> bool:
    """Whether an anonymized text itself has such a word: then the pipeline let it stand."""
    return any(_stands_in(text, form) for text in texts)


def _stands_in(text: str, form: str) -> bool:
    at = text.find(form)
    while at >= 0:
        if stands_free(text, at, at + len(form)):
            return True
        at = text.find(form, at + 1)
    return False

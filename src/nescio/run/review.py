"""Word in, Word out: proposals as tracked changes, sealed copies, and what a person decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from nescio.api import Anonymizer
from nescio.core.edits import edited_entities
from nescio.core.errors import InputError
from nescio.core.model import Document, Job
from nescio.decide.decided import DecidedEntity, DecidedText
from nescio.formats.office.proposals import Proposal, WordReview
from nescio.formats.office.schema import vocabulary
from nescio.formats.second_reader import find_residues
from nescio.run.reports import why_failed
from nescio.text.folding import fold_entry

VERSION: Final = 1


def propose(data: bytes, anonymizer: Anonymizer) -> tuple[bytes, int]:
    """The review copy of a Word document, and how many changes it proposes."""
    review = WordReview(data)
    if review.mark is not None:
        raise InputError("It is a review copy already; seal it, or propose for the original.")
    [job] = anonymizer.run([Job(Document("review", review.text, anonymizer.language))])
    if (failure := why_failed(job)) is not None or job.solution is None:
        raise InputError(f"It could not be read: {failure}")
    reasons = {item.entity: item.reason for item in job.decisions or ()}
    proposals = [
        Proposal(row.start, row.end, row.text, f"{row.label}: {reasons[row.entity]}")
        for row in job.solution.replacements
    ]
    return review.propose(proposals, _mark(job)), len(proposals)


def _mark(job: Job) -> dict[str, Any]:
    """What sealing and learning need to know: the text, and what was found and proposed in it."""
    hidden = {item.entity: item.hide for item in job.decisions or ()}
    return {
        "version": VERSION, "language": job.document.language, "text": job.document.text,
        "entities": [
            [entity.label, hidden[entity.id], [[span.start, span.end] for span in entity.mentions]]
            for entity in edited_entities(job)
        ],
    }  # fmt: skip


def decided(data: bytes, name: str) -> DecidedText:
    """What a person made of the proposals: rejected names stand in the text again."""
    review = WordReview(data)
    mark = _checked(review.mark)
    text, standing = str(mark["text"]), f" {fold_entry(review.text)} "
    entities = []
    for number, (label, hide, places) in enumerate(mark["entities"]):
        spans = tuple((int(start), int(end)) for start, end in places)
        forms = {fold_entry(text[start:end]) for start, end in spans}
        gone = not any(f" {form} " in standing for form in forms)
        entities.append(DecidedEntity(str(number), str(label), spans, gone if hide else False))
    return DecidedText(name, str(mark["language"]), text, entities)


def _checked(mark: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if mark is None:
        raise InputError("It is no review copy; `nescio propose` writes one.")
    if mark.get("version") != VERSION or not isinstance(mark.get("entities"), list):
        raise InputError("It is a review copy of another version or a damaged one; propose again.")
    return mark


def seal(data: bytes) -> tuple[bytes, int]:
    """The document as it stands, without history; and how many names are hidden in it."""
    found = decided(data, "review")
    review = WordReview(data)
    surfaces = sorted(
        {found.text[start:end] for item in found.entities if item.hide for start, end in item.mentions}
    )
    kept = {fold_entry(found.text[s:e]) for item in found.entities if not item.hide for s, e in item.mentions}
    surfaces = [surface for surface in surfaces if fold_entry(surface) not in kept]
    told = [f" {fold_entry(text)} " for text in review.others()]
    if any(f" {fold_entry(surface)} " in text for surface in surfaces for text in told):
        raise InputError(
            "A tracked deletion or a comment still holds a hidden name; accept the change or delete the "
            "comment."
        )
    written = review.sealed()
    if list(find_residues(written, surfaces, vocabulary=vocabulary())):
        raise InputError("A hidden name is left somewhere in the document, so it is not sealed.")
    return written, sum(item.hide for item in found.entities)


def read_reviews(paths: Sequence[Path]) -> list[DecidedText]:
    """What people decided in review copies."""
    found = []
    for path in paths:
        try:
            found.append(decided(path.read_bytes(), path.name))
        except OSError as error:
            raise InputError(f"{path.name!r} cannot be read: {error.strerror}.") from error
        except InputError as error:
            raise InputError(f"{path.name}: {error}") from error
    return found

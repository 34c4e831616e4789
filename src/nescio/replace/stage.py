"""Put the replacements into the text and keep every other character as it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from nescio.core.errors import JobError
from nescio.core.kit import Kit
from nescio.core.model import Document, Entity, Job, Replacement, Solution, Span
from nescio.core.protocols import Context
from nescio.text.occurrences import Occurrence, occurrences

_ROUNDS = 8  # how often numbers are chosen anew when a placeholder already stands in the text


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    return [replace(job, solution=_solve(job, kit)) for job in jobs]


def _solve(job: Job, kit: Kit) -> Solution:
    hide_of = {decision.entity: decision.hide for decision in job.decisions or ()}
    for entity in job.entities or ():
        if entity.id not in hide_of:
            raise JobError(f"There is no decision about entity {entity.id}.")
    entities = [entity for entity in job.entities or () if hide_of[entity.id]]
    numbers = _Numbers(entities, kit)
    solution = _replace_all(job.document, entities, numbers.of, kit)
    for _ in range(_ROUNDS):
        clashing = _clashing(solution, kit)
        if not clashing:
            break
        numbers.renew(clashing)
        solution = _replace_all(job.document, entities, numbers.of, kit)
    return solution


class _Numbers:
    """One number per entity and display name, in the order of appearance."""

    def __init__(self, entities: Iterable[Entity], kit: Kit) -> None:
        self._last: dict[str, int] = {}
        self._name = {entity.id: kit.tags.labels[entity.label].display for entity in entities}
        self.of: dict[int, int] = {}
        self.renew(self._name)

    def renew(self, ids: Iterable[int]) -> None:
        for id in ids:
            name = self._name[id]
            self.of[id] = self._last[name] = self._last.get(name, 0) + 1


def _replace_all(
    document: Document, entities: Iterable[Entity], numbers: Mapping[int, int], kit: Kit
) -> Solution:
    mentions = sorted(
        ((span, entity) for entity in entities for span in entity.mentions),
        key=lambda pair: pair[0],
    )
    pieces: list[str] = []
    rows: list[Replacement] = []
    read = written = 0
    for span, entity in mentions:
        if span.start < read:  # the end of the longer one would be left in the text
            raise JobError(f"Two mentions overlap at position {span.start}; mentions must not overlap.")
        kept = document.text[read : span.start]
        text = _answer(span, entity, document, numbers[entity.id], kit)
        written += len(kept)
        rows.append(
            Replacement(
                span.start, span.end, text, entity.id, entity.label,
                kit.method_for(entity.label).name, written,
            )
        )  # fmt: skip
        pieces += (kept, text)
        written += len(text)
        read = span.end
    pieces.append(document.text[read:])
    return Solution("".join(pieces), tuple(rows))


def _answer(span: Span, entity: Entity, document: Document, number: int, kit: Kit) -> str:
    label_name = kit.tags.labels[entity.label].display
    return kit.method_for(entity.label).replace(span, entity, Context(document, number, label_name))


def _clashing(solution: Solution, kit: Kit) -> list[int]:
    """Entities whose placeholder stands in the output where nothing was replaced.

    Somebody may write "[PERSON1]" in a text, or a tag without delimiters may run into a
    digit; such a placeholder could not be led back, so another number is taken.
    """
    unique = [row for row in solution.replacements if kit.method_for(row.label).reversible]
    expected = {Occurrence(row.out_start, row.text) for row in unique}
    found = set(occurrences({row.text for row in unique}, solution.text))
    wrong = {item.text for item in expected ^ found}
    return sorted({row.entity for row in unique if row.text in wrong})

"""Put the replacements into the text and keep every other character as it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from nescio.core.errors import JobError
from nescio.core.kit import Kit
from nescio.core.model import Document, Entity, Job, Note, Replacement, Solution, Span
from nescio.core.protocols import Context
from nescio.replace.kept import FEATURE, needed_another
from nescio.replace.planning import Edit, Scene
from nescio.replace.tag import TagMethod
from nescio.text.occurrences import Occurrence, occurrences

_ROUNDS = 8  # how often numbers are chosen anew when a placeholder already stands in the text
_FALLBACK = TagMethod("[", "]")
ANOTHER: Final = "ledger: another substitute"  # the kept one could not stand in this document


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    return [_finish(job, kit) for job in jobs]


def _finish(job: Job, kit: Kit) -> Job:
    solution, kept = _solve(job, kit)
    notes = [*job.notes, *_problems(kit)]
    if not kept:
        return replace(job, solution=solution, notes=tuple(notes))
    entities = tuple(_keeping(entity, kept.get(entity.id)) for entity in job.entities or ())
    pairs = zip(job.entities or (), entities, strict=True)
    if others := sum(needed_another(before, after) for before, after in pairs):
        notes.append(Note("replace", ANOTHER, others))
    return replace(job, solution=solution, entities=entities, notes=tuple(notes))


def _keeping(entity: Entity, kept: str | None) -> Entity:
    return entity if kept is None else replace(entity, features={**entity.features, FEATURE: kept})


def _problems(kit: Kit) -> list[Note]:
    """What the methods had to do without, such as a remote that did not answer."""
    tellers = {id(method): getattr(method, "problems", None) for method in kit.methods.values()}
    found = [item for tell in tellers.values() if tell is not None for item in tell().items()]
    return [Note("replace", f"fallback: {code}", count) for code, count in found]


def _solve(job: Job, kit: Kit) -> tuple[Solution, dict[int, str]]:
    """The solution, and by entity the substitutes that a ledger is to keep."""
    hide_of = {decision.entity: decision.hide for decision in job.decisions or ()}
    for entity in job.entities or ():
        if entity.id not in hide_of:
            raise JobError(f"There is no decision about entity {entity.id}.")
    entities = [entity for entity in job.entities or () if hide_of[entity.id]]
    numbers = _Numbers(entities, kit)
    solution, kept = _replace_all(job.document, entities, numbers.of, kit)
    for _ in range(_ROUNDS):
        clashing = _clashing(solution, kit)
        if not clashing:
            break
        numbers.renew(clashing)
        solution, kept = _replace_all(job.document, entities, numbers.of, kit)
    return solution, kept


class _Numbers:
    """One number per entity and display name, in the order of appearance."""

    def __init__(self, entities: Sequence[Entity], kit: Kit) -> None:
        self._last: dict[str, int] = {}
        self._name = {entity.id: kit.tags.labels[entity.label].display for entity in entities}
        # An identity of the ledger brings its number, so that all documents agree on it.
        self.of = {
            entity.id: int(identity.rpartition("-")[2])
            for entity in entities
            if (identity := entity.features.get("identity"))
        }
        for id, number in self.of.items():
            self._last[self._name[id]] = max(number, self._last.get(self._name[id], 0))
        self.renew(id for id in self._name if id not in self.of)

    def renew(self, ids: Iterable[int]) -> None:
        for id in ids:
            name = self._name[id]
            self.of[id] = self._last[name] = self._last.get(name, 0) + 1


def _replace_all(
    document: Document, entities: Sequence[Entity], numbers: Mapping[int, int], kit: Kit
) -> tuple[Solution, dict[int, str]]:
    mentions = sorted(
        ((span, entity) for entity in entities for span in entity.mentions),
        key=lambda pair: pair[0],
    )
    _refuse_overlap([span for span, _ in mentions])
    plans = _plan(document, entities, numbers, kit)
    pieces: list[str] = []
    rows: list[Replacement] = []
    read = written = 0
    for span, entity in mentions:
        edit = plans.get(span) or Edit(
            span.start, span.end, _answer(span, entity, document, numbers[entity.id], kit)
        )
        if edit.start < read or edit.start > span.start or edit.end < span.end:
            raise JobError(f"A replacement at position {span.start} reaches into another one.")
        kept = document.text[read : edit.start]
        written += len(kept)
        rows.append(
            Replacement(
                edit.start, edit.end, edit.text, entity.id, entity.label,
                kit.method_for(entity.label).name, written,
            )
        )  # fmt: skip
        pieces += (kept, edit.text)
        written += len(edit.text)
        read = edit.end
    pieces.append(document.text[read:])
    keeping = {entity.id: plans[span].kept for span, entity in mentions if span in plans and plans[span].kept}
    return Solution("".join(pieces), tuple(rows)), keeping


def _refuse_overlap(mentions: Sequence[Span]) -> None:
    read = 0
    for span in mentions:
        if span.start < read:  # the end of the longer one would be left in the text
            raise JobError(f"Two mentions overlap at position {span.start}; mentions must not overlap.")
        read = span.end


def _plan(
    document: Document, entities: Sequence[Entity], numbers: Mapping[int, int], kit: Kit
) -> dict[Span, Edit]:
    """The edits of the methods that look at the whole document; each is asked once."""
    fences = tuple(sorted((span.start, span.end) for entity in entities for span in entity.mentions))
    groups: dict[int, list[Entity]] = {}
    for entity in entities:
        groups.setdefault(id(kit.method_for(entity.label)), []).append(entity)
    edits: dict[Span, Edit] = {}
    for group in groups.values():
        plan = getattr(kit.method_for(group[0].label), "plan", None)
        if plan is not None:
            tags = {
                entity.id: _FALLBACK.replace(
                    entity.mentions[0], entity,
                    Context(document, numbers[entity.id], kit.tags.labels[entity.label].display),
                )
                for entity in group
            }  # fmt: skip
            edits |= plan(Scene(document, tuple(group), fences, tags))
    return edits


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

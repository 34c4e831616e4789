"""Put the replacements into the text and keep every other character as it was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise
from typing import Final

from nescio.core.edits import (
    BY_PERSON,
    edited_decisions,
    edited_entities,
    edited_spans,
    given_replacements,
)
from nescio.core.errors import JobError
from nescio.core.identity import Kept
from nescio.core.kit import Kit
from nescio.core.model import Decision, Entity, Job, Note, Replacement, Solution, Span
from nescio.core.protocols import Exchanging, calls, plans, tells
from nescio.core.scene import Change, Context, Scene
from nescio.core.stretches import Stretches
from nescio.replace.clearing import PlainNames, clear
from nescio.replace.leftovers import HiddenNames
from nescio.replace.numbers import Numbers, visible_text
from nescio.replace.pieces import in_pieces
from nescio.replace.tag import TagMethod
from nescio.text.occurrences import Occurrence, occurrences

_ROUNDS: Final = 4  # how often numbers are chosen anew when a placeholder already stands in the text
_MARK: Final = re.compile(r"(?<=\w)['’]s$")
_MARK_BEHIND: Final = re.compile(r"['’]s\b")
_FALLBACK = TagMethod("[", "]")
ANOTHER: Final = "ledger: another substitute"  # the kept one could not stand in this document


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    return [_finish(job, kit) for job in jobs]


def _finish(job: Job, kit: Kit) -> Job:
    hidden = _hidden(job)
    solution, left = _solve(hidden, kit)
    notes = [*job.notes, *_problems(kit), *(Note("replace", code, count) for code, count in left.items())]
    if others := sum(_needed_another(entity, solution) for entity in hidden.entities):
        notes.append(Note("replace", ANOTHER, others))
    return replace(job, solution=solution, notes=tuple(notes))


def _needed_another(entity: Entity, solution: Solution) -> bool:
    """Whether an entity had a substitute that could not stand in this document."""
    before = entity.identity.substitutes if entity.identity is not None else ()
    return 0 < len(before) < len(solution.kept.get(entity.id, ()))


def _problems(kit: Kit) -> list[Note]:
    """What the methods had to do without, such as a remote that did not answer."""
    methods = {id(method): method for method in kit.methods.values()}
    notes = []
    for method in methods.values():
        if tells(method):
            with kit.asking(method):
                found = dict(method.problems())
            notes += [Note("replace", f"fallback: {code}", count) for code, count in found.items()]
    return notes


@dataclass(frozen=True, slots=True)
class _Hidden:
    """What must go from a document: entities with only the mentions that go."""

    job: Job
    entities: tuple[Entity, ...]
    open: Stretches  # mentions that a policy or a person leaves in the text
    untold: frozenset[int]  # entities of which nothing may be told
    given: Mapping[int, str]  # entities whose replacement a person has given
    tagged: frozenset[int] = frozenset()  # entities whose own method cannot tell them apart here

    @property
    def fences(self) -> tuple[tuple[int, int], ...]:
        """Where all mentions stand, in order."""
        return tuple(sorted((span.start, span.end) for item in self.entities for span in item.mentions))


def _hidden(job: Job) -> _Hidden:
    everything = edited_entities(job)
    decisions = {decision.entity: decision for decision in edited_decisions(job, everything)}
    for entity in everything:
        if entity.id not in decisions:
            raise JobError(f"There is no decision about entity {entity.id}.")
    entities = [entity for entity in everything if decisions[entity.id].hide]
    return _Hidden(
        job,
        tuple(_narrowed(entity, decisions[entity.id]) for entity in entities),
        _open(job, everything, decisions),
        frozenset(entity.id for entity in entities if decisions[entity.id].mentions is not None),
        given_replacements(job, everything),
    )


def _open(job: Job, entities: Iterable[Entity], decisions: Mapping[int, Decision]) -> Stretches:
    """The mentions that stay by decision, and those that a person has taken out."""
    visible: list[Span] = []
    for entity in entities:
        decision = decisions[entity.id]
        hidden = frozenset(entity.mentions if decision.mentions is None else decision.mentions)
        visible += (span for span in entity.mentions if not decision.hide or span not in hidden)
    return Stretches([*visible, *set(job.spans or ()).difference(edited_spans(job))])


def _narrowed(entity: Entity, decision: Decision) -> Entity:
    return entity if decision.mentions is None else replace(entity, mentions=decision.mentions)


def _solve(hidden: _Hidden, kit: Kit) -> tuple[Solution, dict[str, int]]:
    """The solution; numbers are chosen anew while a placeholder clashes with another or with the text.

    A method whose placeholders clash whatever the number is not asked again: the entity is tagged.
    """
    text = hidden.job.document.text
    names = HiddenNames(text, hidden.entities, labels=kit.tags.labels, words=kit.words)
    hidden = replace(hidden, entities=in_pieces(hidden.entities, hidden.open, hidden.job, kit))
    numbers = Numbers(hidden.entities, partial(_called, kit=kit), visible_text(text, hidden.fences))
    for left in range(_ROUNDS, -1, -1):
        solution, traces = _cleared(_replace_all(hidden, numbers.of, kit), hidden, names, numbers.of, kit)
        found = occurrences({row.text for row in solution.replacements}, solution.text)
        clashing = _clashing(solution, found, numbers.of, kit)
        if not clashing or not left:
            break
        numbers.renew(clashing)
        if left == 1:
            hidden = replace(hidden, tagged=frozenset(clashing))
    return solution.counted(found), traces


def _replace_all(hidden: _Hidden, numbers: Mapping[int, int], kit: Kit) -> Solution:
    text = hidden.job.document.text
    mentions = sorted(
        ((span, entity) for entity in hidden.entities for span in entity.mentions),
        key=lambda pair: pair[0],
    )
    _refuse_overlap([span for span, _ in mentions])
    changes = _plan(hidden, numbers, kit)
    pieces: list[str] = []
    rows: list[Replacement] = []
    read = written = 0
    for span, entity in mentions:
        change = changes.get(span) or _answer(span, entity, _context(hidden, entity, numbers, kit), kit)
        if change.start < read or change.start > span.start or change.end < span.end:
            raise JobError(f"A replacement at position {span.start} reaches into another one.")
        change = _without_second_mark(_without_second_stop(change, text), text)
        kept = text[read : change.start]
        written += len(kept)
        method = BY_PERSON if entity.id in hidden.given else kit.method_for(entity.label).name
        rows.append(
            Replacement(change.start, change.end, change.text, entity.id, entity.label, method, written)
        )
        pieces += (kept, change.text)
        written += len(change.text)
        read = change.end
    pieces.append(text[read:])
    return Solution("".join(pieces), tuple(rows), kept=_kept(mentions, changes))


def _cleared(
    solution: Solution, hidden: _Hidden, names: HiddenNames, numbers: Mapping[int, int], kit: Kit
) -> tuple[Solution, dict[str, int]]:
    """The solution without what was left of hidden names, and what was found, by kind."""
    entity_of = {entity.id: entity for entity in hidden.entities}
    plan = frozenset(id(method) for method in kit.methods.values() if plans(method))

    @cache  # where somebody is called as placeholders are, all of them are asked for
    def tag(id: int) -> str:
        return _plain_answer(entity_of[id], _context(hidden, entity_of[id], numbers, kit), kit, plan)

    def label(id: int) -> str:
        return entity_of[id].label

    @cache
    def is_exchanged(label: str) -> bool:
        method = kit.method_for(label)
        return isinstance(method, Exchanging) and method.exchanges

    spans = sorted(span for entity in hidden.entities for span in entity.mentions)
    pairs = zip(solution.replacements, spans, strict=True)
    mentions = {row.start: (span.start, span.end) for row, span in pairs}
    naming = PlainNames(tag, label, is_exchanged, mentions)
    return clear(solution, hidden.job.document.text, names, hidden.open, naming)


def _plain_answer(entity: Entity, context: Context, kit: Kit, plan: frozenset[int]) -> str:
    """What stands for an entity where no natural replacement will do; `plan` are the methods that plan."""
    method = kit.method_for(entity.label)
    if id(method) in plan:
        return _FALLBACK.replace(entity.mentions[0], entity, context)
    return _answer(entity.mentions[0], entity, context, kit).text


def _without_second_stop(change: Change, text: str) -> Change:
    """A substitute that ends in an initial brings a full stop where the sentence has one already."""
    doubled = change.text.endswith(".") and text.startswith(".", change.end) and text[change.end - 1] != "."
    return change._replace(text=change.text[:-1]) if doubled and len(change.text) > 1 else change


def _without_second_mark(change: Change, text: str) -> Change:
    """A substitute that is a genitive itself, where the text has the mark already: St Gregory's."""
    doubled = _MARK.search(change.text) and _MARK_BEHIND.match(text, change.end)
    return change._replace(text=_MARK.sub("", change.text)) if doubled else change


def _kept(
    mentions: Iterable[tuple[Span, Entity]], changes: Mapping[Span, Change]
) -> dict[int, tuple[Kept, ...]]:
    """By entity the substitutes that a ledger is to keep."""
    found = ((entity.id, changes[span].kept) for span, entity in mentions if span in changes)
    return {entity: kept for entity, kept in found if kept}


def _refuse_overlap(mentions: Sequence[Span]) -> None:
    read = 0
    for span in mentions:
        if span.start < read:  # the end of the longer one would be left in the text
            raise JobError(f"Two mentions overlap at position {span.start}; mentions must not overlap.")
        read = span.end


def _plan(hidden: _Hidden, numbers: Mapping[int, int], kit: Kit) -> dict[Span, Change]:
    """The changes that were planned; a word that two mentions want belongs to the one behind it."""
    changes = _planned(hidden, numbers, kit, walls=())
    walls = _wanted_twice(changes)
    return _planned(hidden, numbers, kit, walls=walls) if walls else changes


def _wanted_twice(changes: Mapping[Span, Change]) -> tuple[int, ...]:
    """Where a change begins before the end of the one before: "Porto segundo o Tribunal"."""
    ordered = sorted(changes.items(), key=lambda pair: pair[0])
    return tuple(
        change.start
        for (span, before), (_, change) in pairwise(ordered)
        if span.end <= change.start < before.end
    )


def _planned(
    hidden: _Hidden, numbers: Mapping[int, int], kit: Kit, *, walls: tuple[int, ...]
) -> dict[Span, Change]:
    """What a person has given, and the changes of the methods that look at the whole document."""
    tagged = (item for item in hidden.entities if item.id in hidden.tagged)
    fixed = {**_tags(tagged, hidden, numbers, kit), **hidden.given}
    changes = {
        span: Change(span.start, span.end, fixed[entity.id])
        for entity in hidden.entities
        if entity.id in fixed
        for span in entity.mentions
    }
    job = hidden.job
    scene = Scene(job.document, (), hidden.fences, {}, hidden.untold, job.taken, walls)
    groups: dict[int, list[Entity]] = {}
    for entity in hidden.entities:
        if entity.id not in fixed:
            groups.setdefault(id(kit.method_for(entity.label)), []).append(entity)
    for group in groups.values():
        method = kit.method_for(group[0].label)
        if plans(method):  # each is asked once
            tags = _tags(group, hidden, numbers, kit)
            with kit.asking(method):
                changes |= method.plan(replace(scene, entities=tuple(group), tags=tags))
    return changes


def _tags(
    entities: Iterable[Entity], hidden: _Hidden, numbers: Mapping[int, int], kit: Kit
) -> dict[int, str]:
    return {
        item.id: _FALLBACK.replace(item.mentions[0], item, _context(hidden, item, numbers, kit))
        for item in entities
    }


def _context(hidden: _Hidden, entity: Entity, numbers: Mapping[int, int], kit: Kit) -> Context:
    label_name = _called(entity.label, kit)
    return Context(hidden.job.document, numbers[entity.id], label_name, entity.id in hidden.untold)


def _called(label: str, kit: Kit) -> str:
    """The name of a label for readers, if its method has none of its own."""
    method = kit.method_for(label)
    if not calls(method):
        return kit.tags.labels[label].display
    with kit.asking(method):
        return method.call(label)


def _answer(span: Span, entity: Entity, context: Context, kit: Kit) -> Change:
    method = kit.method_for(entity.label)
    with kit.asking(method):
        text = method.replace(span, entity, context)
        if not isinstance(text, str):
            raise TypeError("the answer is no text")
    return Change(span.start, span.end, text)


def _clashing(
    solution: Solution, found: Sequence[Occurrence], numbers: Mapping[int, int], kit: Kit
) -> list[int]:
    """Entities whose placeholder is that of another, or stands in the output where nothing was replaced.

    Somebody may write "[PERSON1]" in a text, or a tag without delimiters may run into a
    digit; such a placeholder could not be led back, so another number is taken.
    """
    unique = [
        row
        for row in solution.replacements
        if row.method != BY_PERSON and kit.method_for(row.label).reversible
    ]
    texts = {row.text for row in unique}
    expected = {Occurrence(row.out_start, row.text) for row in unique}
    wrong = {item.text for item in expected ^ {item for item in found if item.text in texts}}
    owner: dict[str, int] = {}
    wrong |= {
        row.text for row in unique if (number := numbers[row.entity]) != owner.setdefault(row.text, number)
    }
    return sorted({row.entity for row in unique if row.text in wrong})

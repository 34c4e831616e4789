"""A job as the front end shows it: blocks with marks, entities with doubts, and what is left to check.

Places are code points of the original. An entity is called by its first mention's place, which
stays the same when coreference numbers entities anew.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from nescio.core.edits import checked_entities, edited_decisions, edited_entities
from nescio.core.kit import Kit
from nescio.core.model import Decision, Entity, Job, Replacement, Span
from nescio.core.stretches import Stretches
from nescio.explain import ClaimIndex, explain_spans
from nescio.packs import Pack
from nescio.workbench.blocks import Block, cut
from nescio.workbench.doubts import Doubter
from nescio.workbench.reading import left_to_check, shown_suspects, suspects

TRACE: Final = -1  # in place of a mark's score: no mention, but replaced all the same
_SURFACES: Final = 6  # different ways in which an entity is written that a list shows


@dataclass(frozen=True)
class JobView:
    """What there is to show about a finished job."""

    job: Job
    pack: Pack

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        return edited_entities(self.job)

    @cached_property
    def _decisions(self) -> Mapping[int, Decision]:
        return {item.entity: item for item in edited_decisions(self.job, self.entities)}

    @cached_property
    def _checked(self) -> frozenset[int]:
        return checked_entities(self.job, self.entities)

    @cached_property
    def _spans(self) -> list[Span]:
        return sorted(span for entity in self.entities for span in entity.mentions)

    @cached_property
    def _replacements(self) -> tuple[Replacement, ...]:
        return () if self.job.solution is None else self.job.solution.replacements

    @cached_property
    def _traces(self) -> list[Replacement]:
        """What was replaced without being a mention: the rest of a hidden name somewhere else."""
        marked = Stretches(self._spans)
        return [row for row in self._replacements if not any(marked.touching(row.start, row.end))]

    @cached_property
    def suspects(self) -> list[Any]:
        return suspects(self.job, [*self._spans, *(_as_span(row) for row in self._traces)])

    @cached_property
    def blocks(self) -> list[Block]:
        closed = [(span.start, span.end) for span in self._spans]
        closed += [(row.start, row.end) for row in self._replacements]
        closed += [(item.start, item.end) for item in shown_suspects(self.suspects)]
        return cut(self.job.document.text, closed)

    def blocks_json(self) -> list[list[Any]]:
        """Each block: start, end, whether it flows on, text, marks, replacements, suspects."""
        text, blocks = self.job.document.text, self.blocks
        starts = [block.start for block in blocks]
        own = {entity.id: entity.mentions[0].start for entity in self.entities}
        marks: list[list[Any]] = [[] for _ in blocks]
        rows: list[list[Any]] = [[] for _ in blocks]
        maybe: list[list[Any]] = [[] for _ in blocks]
        for entity in self.entities:
            for span in entity.mentions:
                where = _index(starts, span.start)
                marks[where].append([span.start, span.end, own[entity.id], round(span.score, 2)])
        for row in self._traces:
            marks[_index(starts, row.start)].append([row.start, row.end, own.get(row.entity, -1), TRACE])
        for row in self._replacements:
            rows[_index(starts, row.start)].append([row.start, row.end, row.text, own.get(row.entity, -1)])
        for item in shown_suspects(self.suspects):
            maybe[_index(starts, item.start)].append(
                [item.start, item.end, self.pack.labels.root(item.label), round(item.chance, 2)]
            )
        return [
            [block.start, block.end, int(block.flows), text[block.start : block.end],
             sorted(marks[n]), sorted(rows[n]), maybe[n]]
            for n, block in enumerate(blocks)
        ]  # fmt: skip

    def entities_json(self) -> list[dict[str, Any]]:
        doubter = Doubter(self.job.document, ClaimIndex(self.job), self.pack)
        first_row: dict[int, str] = {}
        for row in self._replacements:
            first_row.setdefault(row.entity, row.text)
        return [self._entity(entity, doubter, first_row) for entity in self.entities]

    def _entity(self, entity: Entity, doubter: Doubter, rows: Mapping[int, str]) -> dict[str, Any]:
        text, decision = self.job.document.text, self._decisions[entity.id]
        surfaces = dict.fromkeys(" ".join(text[s.start : s.end].split()) for s in entity.mentions)
        first = entity.mentions[0]
        return {
            "key": first.start,
            "place": [first.start, first.end],
            "label": entity.label,
            "root": self.pack.labels.root(entity.label),
            "names": list(surfaces)[:_SURFACES],
            "more": max(0, len(surfaces) - _SURFACES),
            "count": len(entity.mentions),
            "hide": decision.hide,
            "partly": decision.mentions is not None,
            "reason": decision.reason,
            "checked": entity.id in self._checked,
            "sure": round(max(span.score for span in entity.mentions), 2),
            "replacement": rows.get(entity.id, ""),
            "doubts": [list(doubt) for doubt in doubter.doubts(entity)],
        }

    def left(self) -> dict[str, Any]:
        """What is left to check."""
        pairs = [(entity, entity.id in self._checked) for entity in self.entities]
        hidden = [pair for pair in pairs if self._decisions[pair[0].id].hide]
        kept = [pair for pair in pairs if not self._decisions[pair[0].id].hide]
        return left_to_check(hidden, kept, self.suspects)

    def whole(self) -> dict[str, Any]:
        return {
            "language": self.job.document.language,
            "length": len(self.job.document.text),
            "blocks": self.blocks_json(),
            "entities": self.entities_json(),
            "left": self.left(),
        }


def explain(job: Job, kit: Kit, place: tuple[int, int]) -> dict[str, Any]:
    """Who claimed what about one mention, with which probability, and why it won."""
    start, end = place
    spans = [s for e in edited_entities(job) for s in e.mentions if (s.start, s.end) == (start, end)]
    span = spans[0] if spans else Span(start, end, "", 0.0, "")
    near = ClaimIndex(job).about(span)
    rows = [[c.source, c.label, round(c.score, 2), c.start, c.end, int(c.is_doubt)] for c in near]
    if not spans:
        return {"made_by": "", "agreed": [], "beaten": [], "claims": rows}
    [reason] = explain_spans([span], job, kit)
    return {"made_by": reason.made_by, "agreed": reason.agreed, "beaten": reason.beaten, "claims": rows}


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """A view as what differs from an earlier one: the blocks and entities that are new, and their order."""
    known_blocks = {block[0]: block for block in old["blocks"]}
    known_entities = {entity["key"]: entity for entity in old["entities"]}
    return {
        "blocks": [b for b in new["blocks"] if known_blocks.get(b[0]) != b],
        "block_order": _order([b[0] for b in old["blocks"]], [b[0] for b in new["blocks"]]),
        "entities": [e for e in new["entities"] if known_entities.get(e["key"]) != e],
        "entity_order": _order([e["key"] for e in old["entities"]], [e["key"] for e in new["entities"]]),
        "left": new["left"],
    }


def _order(old: Sequence[int], new: Sequence[int]) -> list[int] | None:
    """The new order, or None if it is the same."""
    return None if old == new else list(new)


def _as_span(row: Replacement) -> Span:
    return Span(row.start, row.end, row.label, 1.0, row.method)


def _index(starts: Sequence[int], place: int) -> int:
    return bisect_left(starts, place + 1) - 1

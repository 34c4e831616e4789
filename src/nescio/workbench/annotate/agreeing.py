"""Agreement in a project: what its annotators said, as panels; where they differ; what most of them say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from nescio.evaluate.agreeing import Panel, chain_disagreements
from nescio.workbench.annotate.documents import Bones, SidePlace
from nescio.workbench.annotate.tasks import TaskKind
from nescio.workbench.annotate.values import TaskMark, TaskValue

_NOTHING: Final = ""


@dataclass(frozen=True)
class TaskDispute:
    """A place about which annotators differ, and what each says."""

    place: SidePlace
    item: str
    said: Mapping[int, str]
    marks: Mapping[int, Sequence[TaskMark]]


@dataclass(frozen=True)
class JudgedDocument:
    """What several people said about one document."""

    document: int
    bones: Bones
    values: Mapping[int, TaskValue]
    kind: TaskKind

    def panel(self) -> Panel:
        """The document as the figures want it."""
        if self.kind.marks:
            return self._token_panel()
        if self.kind.free:
            chains: dict[Hashable, Mapping[Hashable, Hashable]] = {
                who: _groups(self.bones, value) for who, value in self.values.items()
            }
            labels: dict[Hashable, str] = {item.id: item.label for item in self.bones.items}
            return Panel(self.document, {}, None, chains, labels)
        answers: dict[Hashable, Sequence[str]] = {
            who: [value.answers.get(item.id, _NOTHING) for item in self.bones.items]
            for who, value in self.values.items()
        }
        return Panel(self.document, answers, [item.label for item in self.bones.items])

    def _token_panel(self) -> Panel:
        tokens = self.bones.tokens
        answers: dict[Hashable, Sequence[str]] = {
            who: _tags(tokens, value.marks) for who, value in self.values.items()
        }
        grouped = any(mark.entity for value in self.values.values() for mark in value.marks)
        chains: dict[Hashable, Mapping[Hashable, Hashable]] = {}
        if grouped:
            common = _common_places(self.values)
            chains = {who: _mark_groups(value, common) for who, value in self.values.items()}
        labels: dict[Hashable, str] = {
            (mark.side, mark.start, mark.end): mark.label
            for value in self.values.values()
            for mark in value.marks
        }
        return Panel(self.document, answers, None, chains, labels)

    def disputes(self) -> list[TaskDispute]:
        """Where they differ, in the order of the text."""
        if self.kind.marks:
            return [dispute for dispute in map(_differing, *_clusters(self.values)) if dispute is not None]
        place_of = {item.id: item.places[0] for item in self.bones.items}
        if self.kind.free:
            found = chain_disagreements(self.panel())
            order = {item.id: number for number, item in enumerate(self.bones.items)}
            told = {
                mention: {
                    who: ", ".join(sorted(map(str, mates), key=lambda id: order[id]))
                    for who, mates in said.items()
                }
                for mention, said in found.items()
            }
            return [
                TaskDispute(place_of[str(mention)], str(mention), said, {})  # type: ignore[arg-type]  # who: our numbers
                for mention, said in sorted(told.items(), key=lambda pair: order[str(pair[0])])
            ]
        return [
            TaskDispute(item.places[0], item.id, said, {})
            for item in self.bones.items
            for said in [{who: value.answers.get(item.id, _NOTHING) for who, value in self.values.items()}]
            if len(set(said.values())) > 1
        ]

    def proposal(self) -> TaskValue:
        """What more than half of them say; what is disputed is left out."""
        need = len(self.values) / 2
        if self.kind.marks:
            votes = Counter(
                mark._replace(entity="") for value in self.values.values() for mark in value.marks
            )
            agreed = sorted(mark for mark, count in votes.items() if count > need)
            return TaskValue(tuple(self._with_entities(agreed)))
        if self.kind.free:
            return TaskValue(answers=self._agreed_groups(need))
        said = {
            item.id: Counter(v.answers.get(item.id, _NOTHING) for v in self.values.values())
            for item in self.bones.items
        }
        best = {id: counts.most_common(1)[0] for id, counts in said.items() if counts}
        return TaskValue(answers={id: word for id, (word, count) in best.items() if word and count > need})

    def _with_entities(self, marks: Sequence[TaskMark]) -> list[TaskMark]:
        """Groups as the first annotator has them who marked the same."""
        entity = {
            mark._replace(entity=""): mark.entity
            for v in reversed(list(self.values.values()))
            for mark in v.marks
        }
        return [mark._replace(entity=entity[mark]) for mark in marks]

    def _agreed_groups(self, need: float) -> dict[str, str]:
        """Mentions that more than half put together, joined; each group by its first mention."""
        of = [_groups(self.bones, value) for value in self.values.values()]
        items = [item.id for item in self.bones.items]
        leader: dict[str, str] = {}
        for place, mention in enumerate(items):
            votes = Counter(
                other for groups in of for other in items[:place] if groups[other] == groups[mention]
            )
            earlier = next((other for other in items[:place] if votes[other] > need), None)
            leader[mention] = mention if earlier is None else leader[earlier]
        sizes = Counter(leader.values())
        return {mention: first for mention, first in leader.items() if sizes[first] > 1}


def told_dispute(
    dispute: TaskDispute, names: Mapping[int, str], shown: Mapping[str, SidePlace]
) -> dict[str, Any]:
    """A disagreement as a page gets it; `shown` are the places of items in the document as it is shown."""
    place = shown.get(dispute.item, dispute.place)
    return {
        "side": place.side, "start": place.start, "end": place.end, "item": dispute.item,
        "said": [
            {
                "annotator": who, "name": names.get(who, ""), "answer": answer,
                "marks": [[mark.start, mark.end, mark.label] for mark in dispute.marks.get(who, ())],
            }
            for who, answer in dispute.said.items()
        ],
    }  # fmt: skip


def _tags(tokens: Sequence[SidePlace], marks: Sequence[TaskMark]) -> list[str]:
    """The label of each token; marks do not overlap and both are in the order of the text."""
    found, at, ordered = [], 0, sorted(marks)
    for token in tokens:
        while at < len(ordered) and (ordered[at].side, ordered[at].end) <= (token.side, token.start):
            at += 1
        inside = at < len(ordered) and ordered[at].side == token.side and ordered[at].start < token.end
        found.append(ordered[at].label if inside else "O")
    return found


def _groups(bones: Bones, value: TaskValue) -> dict[Hashable, Hashable]:
    """The group of every mention; one that nobody grouped is alone."""
    return {item.id: value.answers.get(item.id) or ("alone", item.id) for item in bones.items}


def _common_places(values: Mapping[int, TaskValue]) -> set[tuple[int, int, int]]:
    places = [{(mark.side, mark.start, mark.end) for mark in value.marks} for value in values.values()]
    return set.intersection(*places) if places else set()


def _mark_groups(value: TaskValue, common: set[tuple[int, int, int]]) -> dict[Hashable, Hashable]:
    found: dict[Hashable, Hashable] = {}
    for mark in value.marks:
        place = (mark.side, mark.start, mark.end)
        if place in common:
            found[place] = mark.entity or ("alone", place)
    return found


Marks = dict[int, list[TaskMark]]


def _clusters(values: Mapping[int, TaskValue]) -> tuple[list[SidePlace], list[Marks]]:
    """The stretches in which anybody's marks touch each other, and what each marked there."""
    places: list[SidePlace] = []
    found: list[Marks] = []
    for mark, who in sorted((mark, who) for who, value in values.items() for mark in value.marks):
        last = places[-1] if places else None
        if last is not None and last.side == mark.side and mark.start < last.end:
            places[-1] = last._replace(end=max(last.end, mark.end))
        else:
            places.append(SidePlace(mark.side, mark.start, mark.end))
            found.append({known: [] for known in values})
        found[-1][who].append(mark)
    return places, found


def _differing(place: SidePlace, marks: Marks) -> TaskDispute | None:
    if len({tuple(mark[:4] for mark in said) for said in marks.values()}) == 1:
        return None
    said = {who: " + ".join(mark.label for mark in found) for who, found in marks.items()}
    return TaskDispute(place, "", said, marks)

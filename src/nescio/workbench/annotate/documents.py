"""What a document of a project holds: texts, aligned pairs, items to judge, and bones that need no text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from nescio.text.segment import tokenize

HIDDEN: Final = "▮?▮"  # what stands for a mention whose words are hidden, whatever its length


class SidePlace(NamedTuple):
    """Where something stands: which text, from where, to where."""

    side: int
    start: int
    end: int


class TextSide(NamedTuple):
    """One of the texts that are shown beside each other."""

    language: str
    text: str


@dataclass(frozen=True)
class TaskItem:
    """Something that is given and judged: a mention, a replacement, a difference."""

    id: str
    places: tuple[SidePlace, ...]
    label: str
    left: tuple[tuple[int, int, str], ...] = ()  # in a comparison: what each of the two said
    right: tuple[tuple[int, int, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        sides = {"left": [list(m) for m in self.left], "right": [list(m) for m in self.right]}
        return {
            "id": self.id, "places": [list(place) for place in self.places], "label": self.label,
            **(sides if self.left or self.right else {}),
        }  # fmt: skip

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> TaskItem:
        left, right = (tuple((m[0], m[1], m[2]) for m in raw.get(side, ())) for side in ("left", "right"))
        return cls(raw["id"], tuple(SidePlace(*place) for place in raw["places"]), raw["label"], left, right)


@dataclass(frozen=True)
class Bones:
    """A document without a word of it: enough to compare annotations."""

    tokens: tuple[SidePlace, ...] = ()
    items: tuple[TaskItem, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"tokens": [list(t) for t in self.tokens], "items": [item.to_json() for item in self.items]}

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Bones:
        items = tuple(TaskItem.from_json(item) for item in raw["items"])
        return cls(tuple(SidePlace(*token) for token in raw["tokens"]), items)


@dataclass(frozen=True)
class TaskDocument:
    """A document of a project."""

    sides: tuple[TextSide, ...] = field(repr=False)
    pairs: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    items: tuple[TaskItem, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "sides": [side._asdict() for side in self.sides],
            "pairs": [[list(left), list(right)] for left, right in self.pairs],
            "items": [item.to_json() for item in self.items],
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> TaskDocument:
        pairs = tuple(((a[0], a[1]), (b[0], b[1])) for a, b in raw["pairs"])
        items = tuple(TaskItem.from_json(item) for item in raw["items"])
        return cls(tuple(TextSide(**side) for side in raw["sides"]), pairs, items)

    def bones(self, *, with_tokens: bool) -> Bones:
        """Tokens only where they are what is judged."""
        tokens = (
            tuple(SidePlace(n, *place) for n, side in enumerate(self.sides) for place in tokenize(side.text))
            if with_tokens
            else ()
        )
        return Bones(tokens, self.items)

    def hidden(self) -> TaskDocument:
        """The same document with a mark in the place of every mention, so that not even its length shows."""
        text, pieces, last, length = self.sides[0].text, [], 0, 0
        items: dict[str, TaskItem] = {}
        for item in sorted(self.items, key=lambda item: item.places[0]):
            start, end = item.places[0].start, item.places[0].end
            pieces += [text[last:start], HIDDEN]
            length += start - last + len(HIDDEN)
            items[item.id] = TaskItem(item.id, (SidePlace(0, length - len(HIDDEN), length),), item.label)
            last = end
        pieces.append(text[last:])
        side = TextSide(self.sides[0].language, "".join(pieces))
        return TaskDocument((side,), (), tuple(items[item.id] for item in self.items))


def mention_items(marks: Sequence[tuple[int, int, str]]) -> tuple[TaskItem, ...]:
    """Mentions in the order of the text; of two that overlap the longer stays."""
    return tuple(
        TaskItem(str(number), (SidePlace(0, start, end),), label)
        for number, (start, end, label) in enumerate(without_overlaps(marks), 1)
    )


def without_overlaps(marks: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Longest first, each only if nothing stands there yet; in the order of the text."""
    kept: list[tuple[int, int, str]] = []
    for mark in sorted(set(marks), key=lambda m: (m[0] - m[1], m)):
        if mark[0] < mark[1] and all(mark[1] <= other[0] or other[1] <= mark[0] for other in kept):
            kept.append(mark)
    return sorted(kept)

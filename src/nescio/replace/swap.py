"""Swapping: the values of a document in each other's place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from nescio.core.errors import check_options
from nescio.core.model import Entity, Span
from nescio.core.options import job_options
from nescio.core.scene import Change, Context, Scene, scene_of
from nescio.packs import Pack
from nescio.replace.dice import Dice, secret_of

OPTIONS: Final = {"key": False}


class SwapMethod:
    """Every entity gets the fullest form of another of its label; one alone is tagged.

    Those that are mentioned equally often change places among themselves, so that each value also stands
    as often as before wherever two are.
    """

    name = "swap"
    reversible = False
    exchanges = True

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> SwapMethod:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        return cls(secret_of(cls.name, options))

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        """One mention by itself, which has nobody to change places with."""
        scene, span = scene_of(mention, entity, context)
        return self.plan(scene)[span].text

    def plan(self, scene: Scene) -> dict[Span, Change]:
        values: dict[int, str] = {}
        for number, group in enumerate(_groups(scene.entities)):
            own = [_fullest(scene, entity) for entity in group]
            dice = Dice(self._secret, scene.document.id, str(number), *own)
            values |= {e.id: new for e, new in zip(group, dice.cycle(own), strict=True)}
        for entity in scene.entities:
            if values.get(entity.id, "") in {
                "",
                _fullest(scene, entity),
            }:  # alone, or of one name with another
                values[entity.id] = scene.tags[entity.id]
        return {
            span: Change(span.start, span.end, values[entity.id])
            for entity in scene.entities
            for span in entity.mentions
        }


def _fullest(scene: Scene, entity: Entity) -> str:
    forms = (scene.document.text[span.start : span.end] for span in entity.mentions)
    return max(forms, key=len)


def _groups(entities: Sequence[Entity]) -> Iterator[list[Entity]]:
    """Who changes places: of one label and, as far as there are two, equally often mentioned."""
    labels: dict[str, list[Entity]] = {}
    for entity in entities:
        labels.setdefault(entity.label, []).append(entity)
    for group in labels.values():
        ordered = sorted(group, key=lambda entity: len(entity.mentions))
        counts: list[list[Entity]] = []
        for entity in ordered:
            is_same = counts and len(counts[-1][-1].mentions) == len(entity.mentions)
            if counts and (is_same or len(counts[-1]) == 1):
                counts[-1].append(entity)
            else:
                counts.append([entity])
        if len(counts) > 1 and len(counts[-1]) == 1:
            last = counts.pop()
            counts[-1] += last
        yield from counts

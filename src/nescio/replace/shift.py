"""Dates, times and ages moved by days that a key knows, and what every method that moves them shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nescio.core.errors import check_options
from nescio.core.keys import needed_key
from nescio.core.model import Entity, Span
from nescio.core.options import choice_option, job_options, seed_option, switch_option
from nescio.core.scene import Change, Context, Scene, scene_of
from nescio.packs import Pack
from nescio.packs.surrogates import Surrogates
from nescio.replace.date_pieces import DatePieces
from nescio.replace.dates import DateForms
from nescio.replace.kinds import AGE, DATE, TIME, Kinds
from nescio.replace.numerals import NumberWriter
from nescio.replace.substitutes.dates import DateSubstitutes
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.figures import FigureSubstitutes
from nescio.replace.substitutes.shifts import DOCUMENT, SCOPES, ShiftWish

SHIFT_OPTIONS: Final = {"seed": True, "weekdays": True, "births": True, "dates": True, "key": False}


def date_wish(method: str, options: Mapping[str, Any], *, default: str = DOCUMENT) -> ShiftWish:
    """How dates move; the same shift in several documents would be anybody's without a key."""
    weekdays, births = (switch_option(method, options, option) for option in ("weekdays", "births"))
    scope = choice_option(method, options, "dates", default=default, possible=SCOPES)
    is_keyed = scope != DOCUMENT or "key" in options
    secret = needed_key(method, options).derive("substitute/dates").hex() if is_keyed else ""
    return ShiftWish(weekdays, births, secret, scope)


def date_substitutes(pack: Pack, numbers: NumberWriter) -> DateSubstitutes:
    forms = DateForms(pack.dates, numbers)
    return DateSubstitutes(forms, DatePieces(pack.dates, forms, numbers), Kinds(pack.labels))


class ShiftMethod:
    """`3 May 2019` becomes `12 June 2019`, and all dates of a document move alike; what is none is tagged."""

    name = "shift"
    reversible = False

    def __init__(self, pack: Pack, *, seed: str, wish: ShiftWish) -> None:
        numbers = NumberWriter(pack.numerals)
        self._dates, self._figures = date_substitutes(pack, numbers), FigureSubstitutes(numbers)
        self._kinds, self._seed, self._wish = Kinds(pack.labels), seed, wish

    @classmethod
    @job_options(SHIFT_OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> ShiftMethod:
        check_options(f"The method {cls.name!r}", options, SHIFT_OPTIONS)
        seed = seed_option(cls.name, options, "seed")
        return cls(pack, seed=seed, wish=date_wish(cls.name, options))

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        """One mention by itself, without its neighbours."""
        scene, span = scene_of(mention, entity, context)
        return self.plan(scene)[span].text

    def plan(self, scene: Scene) -> dict[Span, Change]:
        draw = Draw(Surrogates({}, (), (), ()), scene, self._seed, dates=self._wish)
        found: dict[Span, Change] = {}
        for entity in sorted(scene.entities, key=lambda entity: entity.mentions[0]):
            found |= self._edits(draw, entity) or draw.tag(entity)
        return found

    def _edits(self, draw: Draw, entity: Entity) -> dict[Span, Change] | None:
        root = self._kinds.root(entity.label)
        if entity.id in draw.scene.untold:
            return None
        if root == DATE:
            return self._dates.edits(draw, entity)
        if root in (AGE, TIME):
            return self._figures.edits(draw, entity, root, ages=self._dates.moved(draw).ages)
        return None

"""Additive noise: amounts and ages that are near to the true ones, and whose sums may be true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from nescio.core.errors import ConfigError, check_options
from nescio.core.model import Entity, Span
from nescio.core.options import job_options, switch_option, whole_option
from nescio.core.scene import Change, Context, Scene, scene_of
from nescio.packs import Pack
from nescio.replace.dice import Dice, secret_of
from nescio.replace.figures import Amount, read_amount
from nescio.replace.kinds import AGE, VALUE, Kinds
from nescio.replace.numerals import NumberWriter

OPTIONS: Final = {"percent": True, "totals": True, "key": False}
_LEAST: Final = 2  # what may be added at least, so that three can keep their sum
_MOST: Final = 100  # per cent


class _Figure(NamedTuple):
    """An entity with its amount, and how far that may move."""

    entity: Entity
    amount: Amount
    bound: int

    @property
    def unit(self) -> tuple[str, str, int, int]:
        """Figures of one unit are summed: as often as they are mentioned, with as many decimals."""
        places = len(self.entity.mentions), len(self.amount.decimals)
        return (self.amount.lead.strip(), self.amount.tail.strip(), *places)


class NoiseMethod:
    """`1,000 hours` becomes `1,063 hours`; `totals` keeps the sum of the figures of a unit.

    Equal figures get equal noise, also in other documents of a key: nobody finds the mean of many.
    What has not one number is tagged.
    """

    name = "noise"
    reversible = False

    def __init__(self, pack: Pack, secret: bytes, *, percent: int, totals: bool) -> None:
        self._kinds, self._numbers = Kinds(pack.labels), NumberWriter(pack.numerals)
        self._secret, self._percent, self._totals = secret, percent, totals

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> NoiseMethod:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        percent = whole_option(cls.name, options, "percent", default=10)
        if percent > _MOST:
            raise ConfigError(f"The option 'percent' of 'noise' must be from 1 to {_MOST}.")
        totals = switch_option(cls.name, options, "totals")
        return cls(pack, secret_of(cls.name, options), percent=percent, totals=totals)

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        """One mention by itself; the sum of one figure cannot be kept."""
        scene, span = scene_of(mention, entity, context)
        return self.plan(scene)[span].text

    def plan(self, scene: Scene) -> dict[Span, Change]:
        found = [figure for entity in scene.entities if (figure := self._figure(scene, entity))]
        added = dict(self._balanced(found) if self._totals else map(self._alone, found))
        return {
            span: Change(span.start, span.end, self._said(scene, span, entity, added.get(entity.id)))
            for entity in scene.entities
            for span in entity.mentions
        }

    def _said(self, scene: Scene, span: Span, entity: Entity, value: int | None) -> str:
        amount = None if value is None else self._read(scene, span)
        return scene.tags[entity.id] if amount is None or value is None else amount.changed(value)

    def _read(self, scene: Scene, span: Span) -> Amount | None:
        text = scene.document.text[span.start : span.end]
        return read_amount(self._numbers.in_figures(text), self._numbers.decimal)

    def _figure(self, scene: Scene, entity: Entity) -> _Figure | None:
        """Amounts and ages whose mentions all say the same."""
        if self._kinds.root(entity.label) not in (VALUE, AGE) or entity.id in scene.untold:
            return None
        amounts = [self._read(scene, span) for span in entity.mentions]
        first = amounts[0]
        if first is None or any(
            a is None or (a.value, a.decimals) != (first.value, first.decimals) for a in amounts
        ):
            return None
        return _Figure(entity, first, max(_LEAST, first.value * self._percent // 100))

    def _alone(self, figure: _Figure) -> tuple[int, int]:
        """A value within the bound, not below nothing and not the true one."""
        value = figure.amount.value
        down = min(figure.bound, value)
        drawn = Dice(self._secret, self._kinds.root(figure.entity.label), str(value)).number(
            1, down + figure.bound
        )
        return figure.entity.id, value - down + drawn - (drawn <= down)

    def _balanced(self, figures: Sequence[_Figure]) -> Iterator[tuple[int, int]]:
        """Values with the sum of the true ones, by pairs and one group of three; one alone has none."""
        units: dict[tuple[str, str, int, int], list[_Figure]] = {}
        for figure in figures:
            units.setdefault(figure.unit, []).append(figure)
        for unit, group in units.items():
            movable = sorted((f for f in group if f.amount.value), key=_reach, reverse=True)
            dice = Dice(self._secret, *map(str, unit), *(str(f.amount.value) for f in movable))
            if len(movable) % 2:
                three, movable = movable[:3], movable[3:]
                if len(three) == 3 and _reach(three[0]) >= _LEAST:
                    yield from _moved(three, _three(dice, *map(_reach, three)))
            for left, right in zip(movable[::2], movable[1::2], strict=True):
                step = dice.number(1, min(_reach(left), _reach(right))) * (2 * dice.number(0, 1) - 1)
                yield from _moved((left, right), (step, -step))


def _reach(figure: _Figure) -> int:
    """How far it may move down as well as up."""
    return min(figure.bound, figure.amount.value)


def _three(dice: Dice, first: int, second: int, third: int) -> tuple[int, int, int]:
    """Three steps that sum up to nothing; the first is the widest."""
    sign = 2 * dice.number(0, 1) - 1
    a, b = (sign * dice.number(1, min(reach, first // 2)) for reach in (second, third))
    return -(a + b), a, b


def _moved(figures: Sequence[_Figure], steps: Sequence[int]) -> Iterator[tuple[int, int]]:
    for figure, step in zip(figures, steps, strict=True):
        yield figure.entity.id, figure.amount.value + step

"""Bands: a range of a chosen width in the place of an amount or an age."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nescio.core.errors import check_options
from nescio.core.model import Entity, Span
from nescio.core.options import job_options, whole_option
from nescio.core.scene import Context
from nescio.packs import Pack
from nescio.replace.figures import band, read_amount
from nescio.replace.kinds import AGE, VALUE, Kinds
from nescio.replace.numerals import NumberWriter
from nescio.replace.tag import TagMethod

OPTIONS: Final = {"width": True}
_FALLBACK: Final = TagMethod("[", "]")


class BandsMethod:
    """`1,234 €` becomes `1,000–1,500 €`: a range that holds it; what has not one number is tagged."""

    name = "bands"
    reversible = False

    def __init__(self, pack: Pack, width: int) -> None:
        self._kinds, self._numbers, self._width = Kinds(pack.labels), NumberWriter(pack.numerals), width

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> BandsMethod:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        return cls(pack, whole_option(cls.name, options, "width", default=10))

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        text = self._numbers.in_figures(context.document.text[mention.start : mention.end])
        root, said = self._kinds.root(entity.label), None
        if root == AGE:
            said = band(text, self._width)
        elif root == VALUE and (amount := read_amount(text, self._numbers.decimal)) is not None:
            low = amount.whole // self._width * self._width
            said = amount.between(low, low + self._width)
        return said or _FALLBACK.replace(mention, entity, context)

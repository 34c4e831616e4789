"""Masking: signs in the place of letters and figures, but for a few that stay visible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nescio.core.errors import ConfigError, check_options
from nescio.core.model import Entity, Span
from nescio.core.options import choice_option, filled_option, job_options
from nescio.core.scene import Context
from nescio.packs import Pack

OPTIONS: Final = dict.fromkeys(("visible", "side", "sign", "width"), True)
SIDES: Final = ("end", "start")
_SHARE: Final = 3  # at most one of so many letters and figures is visible
_VISIBLE: Final = 4  # figures at the end of a number; nothing of a name, unless it is asked for


class MaskMethod:
    """`4929 1234 5678 1234` becomes `**** **** **** 1234`; never more than a third stays visible.

    Of what is mostly letters nothing is, unless `visible` is given: half a name tells the name.
    """

    name = "mask"
    reversible = False

    def __init__(self, visible: int | None, *, at_end: bool, sign: str, width: int) -> None:
        self._visible, self._at_end, self._sign, self._width = visible, at_end, sign, width

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> MaskMethod:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        visible = _count(options, "visible", 0) if "visible" in options else None
        width = _count(options, "width", 0)
        side = choice_option(cls.name, options, "side", default=SIDES[0], possible=SIDES)
        sign = filled_option(cls.name, options, "sign", default="*")
        if sign.isalnum():
            raise ConfigError("The option 'sign' of 'mask' must not be made of letters and figures.")
        return cls(visible, at_end=side == SIDES[0], sign=sign, width=width)

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        text = context.document.text[mention.start : mention.end]
        places = [place for place, char in enumerate(text) if char.isalnum()]
        visible = self._visible
        if visible is None:
            is_number = 2 * sum(text[place].isdecimal() for place in places) >= len(places)
            visible = _VISIBLE if is_number else 0
        count = min(visible, len(places) // _SHARE)
        shown = (places[-count:] if self._at_end else places[:count]) if count else []
        if self._width or not places:
            rest, signs = "".join(text[place] for place in shown), self._sign * (self._width or 1)
            return signs + rest if self._at_end else rest + signs
        hidden = frozenset(places).difference(shown)
        return "".join(self._sign if place in hidden else char for place, char in enumerate(text))


def _count(options: Mapping[str, Any], name: str, default: int) -> int:
    value = options.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ConfigError(f"The option {name!r} of 'mask' must be a whole number from 0.")
    return value

"""Suppression: one neutral mark for everything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nescio.core.errors import check_options
from nescio.core.model import Entity, Span
from nescio.core.options import filled_option
from nescio.core.scene import Context
from nescio.packs import Pack


class SuppressMethod:
    """Every mention becomes the same mark; the way back is by position or by order."""

    name = "suppress"
    reversible = False

    def __init__(self, mark: str) -> None:
        self._mark = mark

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> SuppressMethod:
        check_options(f"The method {cls.name!r}", options, ["mark"])
        return cls(filled_option(cls.name, options, "mark", default="[...]"))

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        return self._mark

"""Suppression: one neutral mark for everything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nescio.core.errors import check_options
from nescio.core.model import Entity, Span
from nescio.core.options import filled_option, job_options
from nescio.core.scene import Context
from nescio.packs import Pack

OPTIONS: Final = {"mark": True}


class SuppressMethod:
    """Every mention becomes the same mark; the way back is by position or by order."""

    name = "suppress"
    reversible = False

    def __init__(self, mark: str) -> None:
        self._mark = mark

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> SuppressMethod:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        return cls(filled_option(cls.name, options, "mark", default="[...]"))

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        return self._mark

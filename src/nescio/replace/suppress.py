"""Suppression: one neutral mark for everything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nescio.core.errors import ConfigError, check_options
from nescio.core.model import Entity, Span
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
        check_options("The method 'suppress'", options, ["mark"])
        mark = options.get("mark", "[...]")
        if not isinstance(mark, str) or not mark:
            raise ConfigError("The option 'mark' of 'suppress' must be a string that is not empty.")
        return cls(mark)

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        return self._mark

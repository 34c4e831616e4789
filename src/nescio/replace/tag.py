"""Tagging: the label in the reader's language and one number per entity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nescio.core.errors import check_options
from nescio.core.model import Entity, Span
from nescio.core.options import job_options, text_option
from nescio.core.scene import Context
from nescio.packs import Pack

OPTIONS: Final = {"open": True, "close": True}


class TagMethod:
    """`[PERSON1]`, `[**ORGANISATION2**]`, `PESSOA5`: every mention of one entity gets one tag."""

    name = "tag"
    reversible = True

    def __init__(self, open: str, close: str) -> None:
        self._open, self._close = open, close

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> TagMethod:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        opening = text_option(cls.name, options, "open", default="[")
        return cls(opening, text_option(cls.name, options, "close", default="]"))

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        return f"{self._open}{context.label_name}{context.number}{self._close}"

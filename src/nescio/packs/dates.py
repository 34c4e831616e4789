"""How a language writes dates: `agreement/dates.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nescio.packs.files import name_of, read_layers
from nescio.packs.shape import shaped


@dataclass(frozen=True)
class DateTable:
    """Month names, and templates with the fields {d}, {m}, {y} and {month}."""

    months: tuple[str, ...] = ()
    short_months: tuple[str, ...] = ()
    written: tuple[str, ...] = ()  # ways of writing a date, the surest first
    month_year: str = "{month} {y}"
    decade: str = "{decade}"
    either_order: bool = False  # 3/4/2021 is in April for some and in March for others
    ordinals: tuple[str, ...] = ()  # endings of the day in templates: th
    before: Mapping[str, str] = field(default_factory=dict)  # word before a day -> before a month or year


def read_dates(paths: Sequence[Path]) -> DateTable:
    """The table of several files; a key of a later one replaces that of an earlier."""
    return shaped(DateTable, read_layers(paths), name_of(paths[-1]))

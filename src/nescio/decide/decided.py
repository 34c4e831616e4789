"""Texts of which somebody said what must go: what is learnt from, and what decisions are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class DecidedEntity(NamedTuple):
    """An entity with all its mentions, what it is in the text, and whether it must go."""

    name: str
    label: str
    mentions: tuple[tuple[int, int], ...]
    hide: bool
    role: str = ""  # party, birth of p1 …; empty: nobody said
    weight: str = ""  # direct, indirect: how far it identifies; empty: nobody said


@dataclass(frozen=True, slots=True)
class DecidedText:
    """A text with its entities; the text never shows in a repr."""

    id: str
    language: str
    text: str = field(repr=False)
    entities: Sequence[DecidedEntity] = field(repr=False)
    genre: str = ""

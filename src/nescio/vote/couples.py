"""Where a claim over several people parts: at a sign between them, an "and", a line, a form of address."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from nescio.packs.naming import Naming

Told = Callable[[int, int], bool]  # whether somebody else lets a person end here and another begin there
_SIGN: Final = re.compile(r"[/&+;•·|]")
_COLUMN: Final = re.compile(r"[ \u00a0]{2}|\t")


class NamePart(NamedTuple):
    """One word of a claim."""

    start: int
    end: int
    folded: str


class Couples:
    """Tells two people from one whose name has several parts (Costa e Silva; Ruiz, Ana)."""

    def __init__(self, naming: Naming) -> None:
        self._given, self._particles = naming.gender_of, naming["person.particles"]
        self._conjunctions, self._courtesy = naming["person.conjunctions"], naming["person.courtesy"]
        self._suffixes = naming["person.junior"] | naming["person.senior"] | naming["person.degrees"]

    def parted(self, text: str, parts: Sequence[NamePart], told: Told) -> tuple[int, int] | None:
        """The last word of the first person and the first word of the next, or none if it is one person."""
        for at in range(1, len(parts)):
            word, gap = parts[at].folded, text[parts[at - 1].end : parts[at].start]
            if _SIGN.search(gap) or self._is_listed(parts, at, gap) or self._is_below(parts, at, gap):
                return at - 1, at
            apart = gap.strip() and told(parts[at - 1].end, parts[at].start)
            if apart and not self._is_turned(parts, at, gap):
                return at - 1, at
            if at + 1 < len(parts) and (word in self._courtesy or self._joins(parts, at, told)):
                return at - 1, at + 1
        return None

    def _is_listed(self, parts: Sequence[NamePart], at: int, gap: str) -> bool:
        """`Tom Bell, Ann`: the first begins with a given name and is whole; `Bell, Tom` does not."""
        is_whole = at > 1 and parts[0].folded.partition("-")[0] in self._given
        return "," in gap and is_whole and parts[at].folded not in self._suffixes

    def _is_turned(self, parts: Sequence[NamePart], at: int, gap: str) -> bool:
        """`Conde Ruiz, Luis`: one person, family name first, though lists know both sides of the comma."""
        family = all(part.folded not in self._given for part in parts[:at])
        return "," in gap and family and parts[at].folded in self._given

    def _is_below(self, parts: Sequence[NamePart], at: int, gap: str) -> bool:
        """Another given name in the next line or column, behind a whole name."""
        is_far = "\n" in gap or _COLUMN.search(gap) is not None
        return is_far and at > 1 and parts[at].folded in self._given

    def _joins(self, parts: Sequence[NamePart], at: int, told: Told) -> bool:
        """The "and" between two people, not that of a family that is called Costa e Silva.

        Somebody else sees two there, a whole name stands behind it, or a given name behind another alone.
        """
        if parts[at].folded not in self._conjunctions:
            return False
        if any(told(parts[at - 1].end, part.start) for part in parts[at + 1 : at + 3]):
            return True  # an article may stand before the second
        behind = [part for part in parts[at + 1 :] if part.folded not in self._particles]
        if len(behind) > 1:
            return parts[at + 1].folded in self._given or (
                parts[0].folded in self._given and parts[at + 1].folded not in self._particles
            )
        return at == 1 and parts[0].folded in self._given and parts[2].folded in self._given

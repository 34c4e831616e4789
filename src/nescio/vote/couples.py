"""Where a claim over several people parts: at a sign, a small word, an "and", a line, a form of address."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from nescio.packs.naming import Naming
from nescio.text.folding import fold_word

Told = Callable[[int, int], bool]  # whether somebody else lets a person end here and another begin there
_SIGN: Final = re.compile(r"[/&+;•·|]")
_COLUMN: Final = re.compile(r"[ \u00a0]{2}|\t")
_NEXT: Final = re.compile(r",\s([^\W\d_]+)(?!['’]?\w)")
_LAST_WORD: Final = re.compile(r"([^\W\d_]{1,20})\.?[ \u00a0]$")
_MOST: Final = 6  # words of a name that are looked at
_PAIR: Final = 2
_ROW: Final = 3  # given names that are people of their own
_REACH: Final = 24  # characters before a claim in which a title is looked for


class NamePart(NamedTuple):
    """One word of a claim."""

    start: int
    end: int
    folded: str
    begun: str  # the same up to a hyphen: "hans" of Hans-Peter


class Couples:
    """Tells two people from one whose name has several parts (Costa e Silva; Ruiz, Ana)."""

    def __init__(self, naming: Naming) -> None:
        self._given, self._particles = naming.gender_of, naming["person.particles"]
        self._conjunctions, self._courtesy = naming["person.conjunctions"], naming["person.courtesy"]
        self._suffixes = naming["person.junior"] | naming["person.senior"] | naming["person.degrees"]
        self._titles = naming.titles
        self._short = frozenset(naming.stands_for) - naming["person.surnames"] - naming["person.particles"]
        self._between = naming["person.between"]
        self._family_names, self._both = naming.family_names, naming["person.either_sex"]

    def parted(self, text: str, parts: Sequence[NamePart], told: Told) -> tuple[int, int] | None:
        """The last word of the first person and the first word of the next, or none if it is one person."""
        for at in range(1, len(parts)):
            word, gap = parts[at].folded, text[parts[at - 1].end : parts[at].start]
            if _SIGN.search(gap) or self._is_listed(text, parts, at) or self._is_below(parts, at, gap):
                return at - 1, at
            apart = gap.strip() and told(parts[at - 1].end, parts[at].start)
            if apart and not self._is_turned(parts, at, gap):
                return at - 1, at
            if at + 1 < len(parts) and (
                word in self._courtesy
                or self._is_between(text, parts, at)
                or self._joins(text, parts, at, told)
            ):
                return at - 1, at + 1
        return None

    def _is_listed(self, text: str, parts: Sequence[NamePart], at: int) -> bool:
        """Two people with a comma between them; `Bell, Tom` is one, family name first.

        The first is whole (Tom Bell, Ann), the second is (Bell, Ann Hale; Bell, A. Hale), or the list goes on
        with a name that is not given (…, Bell, Hale).
        """
        if "," not in text[parts[at - 1].end : parts[at].start] or parts[at].folded in self._suffixes:
            return False
        first, behind = parts[0], _up_to_comma(text, parts[at : at + _MOST])
        given = self._is_given(first)
        capitals = [text[part.start : part.end].isupper() for part in (first, behind[0])]
        if capitals == [True, False] and first.end - first.start > 2:
            return False  # CHRISTIAN, Ann: capitals say which name is the family's
        if (at > 1 and given) or self._is_whole(text, behind):
            return True
        goes_on = text.startswith(",", behind[-1].end) or text.endswith(", ", 0, first.start)
        if self._is_given(behind[0]) or len(behind) > 1:
            if at > 1 or len(behind) > 1:
                return False
            are_called = first.folded in self._short and self._is_given(behind[0])
            return are_called or (goes_on and (given or self._is_given_next(text, behind[0].end)))
        return goes_on or (at == 1 and given and not _is_letter(text, behind[0]))

    def _is_given_next(self, text: str, end: int) -> bool:
        """`Rafe, Ruth` before `, Tom`: of names turned round a family name would come next."""
        match = _NEXT.match(text, end)
        return match is not None and fold_word(match[1]) in self._given

    def row(self, text: str, parts: Sequence[NamePart], alone: Collection[str]) -> Sequence[NamePart]:
        """Of names side by side with nothing between the second and further people: `Hassan Gabi Rolf`.

        They are men's and women's; or given names that stand `alone` elsewhere in the text. The last may
        be the family name of the one before.
        """
        if text[parts[0].start : parts[-1].end].isupper():
            return ()
        own = parts if parts[-1].folded in self._given or len(parts) <= _ROW else parts[:-1]
        if self._are_people(parts, alone) or (len(own) >= _ROW and self._is_row(text, own)):
            return own[1:]
        return ()

    def _are_people(self, parts: Sequence[NamePart], alone: Collection[str]) -> bool:
        """Given names of which two or more, or both, are people of their own elsewhere."""
        known = [part.folded for part in parts if part.folded in alone]
        given = all(part.folded in self._given for part in parts)
        return given and len(set(known)) >= _PAIR and len(known) >= len(parts) - (len(parts) > _PAIR)

    def _is_row(self, text: str, parts: Sequence[NamePart]) -> bool:
        """Given names of men and women.

        The last may be a family name, and where people have two of them, so may any that is a man's, but no
        short name: `Paca Manolo Encarna`.
        """
        if self._are_short(parts) and "," not in text[parts[0].start : parts[-1].end]:
            return True
        sexes = [self._given.get(part.folded) for part in parts[:_MOST]]
        first, *inner = [
            None if part.folded in self._both else sex for part, sex in zip(parts, sexes[:-1], strict=False)
        ]
        other = {"m": "f", "f": "m"}.get(first or "")
        sure = [
            sex
            for part, sex in zip(parts[1:], inner, strict=False)
            if sex == "f" or self._family_names == 1 or part.folded in self._short
        ]
        return None not in sexes and other is not None and other in sure

    def _are_short(self, parts: Sequence[NamePart]) -> bool:
        """Names by which people are called, two or more of them short, and one that is in no passport."""
        short = [part.folded for part in parts if part.folded in self._short]
        known = all(part.folded in self._given or part.folded in self._short for part in parts)
        return known and len(short) > 1 and not all(word in self._given for word in short)

    def _is_given(self, part: NamePart) -> bool:
        return part.folded in self._given or part.begun in self._given

    def _is_whole(self, text: str, parts: Sequence[NamePart]) -> bool:
        """A given name or an initial, and a family name: `Ann Hale`, `A. Hale`, but not `Ann Mary`."""
        last = parts[-1]
        ends = not self._is_given(last) and not _is_letter(text, last) and last.folded not in self._suffixes
        begins = self._is_given(parts[0]) or _is_letter(text, parts[0])
        return len(parts) > 1 and begins and ends

    def _is_turned(self, parts: Sequence[NamePart], at: int, gap: str) -> bool:
        """`Conde Ruiz, Luis`: one person, family name first, though lists know both sides of the comma."""
        family = all(part.folded not in self._given for part in parts[:at])
        return "," in gap and family and parts[at].folded in self._given

    def _is_below(self, parts: Sequence[NamePart], at: int, gap: str) -> bool:
        """Another given name in the next line or column, behind a whole name."""
        is_far = "\n" in gap or _COLUMN.search(gap) is not None
        return is_far and at > 1 and parts[at].folded in self._given

    def _is_between(self, text: str, parts: Sequence[NamePart], at: int) -> bool:
        """`Femke an Ruth`: a small word that is in nobody's name."""
        return parts[at].folded in self._between and text[parts[at].start : parts[at].end].islower()

    def _joins(self, text: str, parts: Sequence[NamePart], at: int, told: Told) -> bool:
        """The "and" between two people, not that of a family that is called Costa e Silva.

        Somebody else sees two there, a whole name stands behind it, or one word before it: only behind a
        title, or before a comma, that may be a family name.
        """
        if parts[at].folded not in self._conjunctions:
            return False
        first = next((n for n, part in enumerate(parts[:at]) if part.folded not in self._particles), 0)
        if first:  # "de Ana y Gorka"
            return self._joins(text, parts[first:], at - first, told)
        if any(told(parts[at - 1].end, part.start) for part in parts[at + 1 : at + 3]):
            return True  # an article may stand before the second
        behind = [part for part in parts[at + 1 :] if part.folded not in self._particles]
        if len(behind) > 1:
            return parts[at + 1].folded in self._given or (
                parts[0].folded in self._given and parts[at + 1].folded not in self._particles
            )
        if at != 1 or (self._is_given(parts[0]) and self._is_given(parts[2])):
            return at == 1
        return not self.is_titled(text, parts[0].start)

    def is_titled(self, text: str, start: int) -> bool:
        """A title stands before this place."""
        before = _LAST_WORD.search(text[max(0, start - _REACH) : start])
        return before is not None and fold_word(before[1]) in self._titles


def _up_to_comma(text: str, parts: Sequence[NamePart]) -> Sequence[NamePart]:
    """The words before the next comma."""
    gaps = (text[one.end : other.start] for one, other in pairwise(parts))
    return parts[: next((number for number, gap in enumerate(gaps, start=1) if "," in gap), len(parts))]


def _is_letter(text: str, part: NamePart) -> bool:
    """An initial: `A.`, `A`, `A.-B.`"""
    letters = text[part.start : part.end].replace(".", "").replace("-", "")
    return len(letters) == 1 or (
        letters.isupper() and "." in text[part.start : part.end] and len(letters) < 4
    )

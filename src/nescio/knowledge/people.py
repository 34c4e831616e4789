"""People's names: what their words are and which gender they tell, for linking and substitution alike."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from nescio.packs.naming import Naming

MALE: Final = "m"
FEMALE: Final = "f"
DEGREE: Final = "degree"
_ROMAN: Final = re.compile(r"(?=.)x{0,2}(?:ix|iv|v?i{0,3})")


class PersonWords:
    """The words around given and family names: titles, particles, suffixes. All words are folded."""

    def __init__(self, naming: Naming) -> None:
        self._men, self._women = naming["person.titles_m"], naming["person.titles_f"]
        self.titles = self._men | self._women | naming["person.titles"]
        self.particles = naming["person.particles"]
        self._given_titles = naming["person.given_titles"]
        self._junior, self._senior = naming["person.junior"], naming["person.senior"]
        self._degrees = naming["person.degrees"]
        self.suffixes = self._junior | self._senior | self._degrees
        self._married, self._unmarried = naming["person.married"], naming["person.unmarried"]

    def title_gender(self, titles: Iterable[str]) -> str:
        """The gender that the first title tells which is of men or of women only; empty if none is."""
        for title in titles:
            if (title in self._men) != (title in self._women):
                return MALE if title in self._men else FEMALE
        return ""

    def may_stand_before_given(self, title: str) -> bool:
        """Whether the title may stand before a given name alone: "Sir Henry"."""
        return title in self._given_titles

    def marriage(self, titles: Iterable[str]) -> str:
        """What "Mrs" and "Miss" say; empty if nothing does."""
        said = frozenset(titles)
        if said & self._married:
            return "married"
        return "unmarried" if said & self._unmarried else ""

    def suffix(self, surface: str, folded: str, *, is_alone: bool) -> str:
        """The generation, or that it is a degree, that a last word says: `Jr.`, `Filho`, `IV`, `PhD`.

        `is_alone` says that one word stands before it, which must not be left without a family name.
        """
        if surface.isupper() and _ROMAN.fullmatch(folded):
            return folded
        if folded in self._junior:
            return "junior"
        if folded in self._senior and not is_alone:
            return "senior"
        return DEGREE if folded in self._degrees and surface.isupper() else ""


class GivenNames:
    """The common given names of a language, folded, and the gender of those who bear them."""

    def __init__(self, naming: Naming) -> None:
        self._gender_of = naming.gender_of

    def __contains__(self, folded: object) -> bool:
        return folded in self._gender_of

    def gender(self, folded: str) -> str:
        """Empty when the name is not common, or borne by both."""
        gender = self._gender_of.get(folded, "")
        return gender if gender in (MALE, FEMALE) else ""

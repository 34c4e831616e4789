"""People's names: what their words are and which gender they tell, for linking and substitution alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from nescio.knowledge.dictionary import Dictionary
from nescio.packs.naming import Naming
from nescio.text.folding import fold_word
from nescio.text.numerals import is_roman

MALE: Final = "m"
FEMALE: Final = "f"
DEGREE: Final = "degree"


class PersonWords:
    """The words around given and family names: titles, particles, suffixes. All words are folded."""

    def __init__(self, naming: Naming, *, particles: frozenset[str] | None = None) -> None:
        men, women = naming["person.titles_m"], naming["person.titles_f"]
        self.titles = naming.titles
        # An accent may tell: "avô" and "avó" are one word when folded.
        self._men = men | naming.written.get("person.titles_m", frozenset())
        self._women = women | naming.written.get("person.titles_f", frozenset())
        self.particles = naming["person.particles"] if particles is None else particles
        self._given_titles = naming["person.given_titles"]
        self._junior, self._senior = naming["person.junior"], naming["person.senior"]
        self._degrees = naming["person.degrees"]
        self.generations = self._junior | self._senior
        self.suffixes = self.generations | self._degrees
        self.title_marks = naming.title_marks
        self._families = naming["person.families"]
        self._written_families = naming.written.get("person.families", frozenset())
        self.born = naming["person.born"]
        self._kin_gender = _genders(naming, "person.kin")
        self._pronoun_gender = _genders(naming, "person.pronouns")
        self._married, self._unmarried = naming["person.married"], naming["person.unmarried"]

    def title_gender(self, titles: Iterable[str]) -> str:
        """The gender that the first title tells which is of men or of women only; empty if none is.

        Titles may be folded or written in small letters.
        """
        for title in titles:
            if (title in self._men) != (title in self._women):
                return MALE if title in self._men else FEMALE
        return ""

    def kin_gender(self, word: str) -> str:
        """The gender that a word for a relative tells, in small letters; empty if it is none."""
        return self._kin_gender.get(word, "")

    def names_family(self, word: str) -> bool:
        """Whether a word in small letters stands before the name of several: Brüder, but not Bruder."""
        return word in self._written_families or (
            fold_word(word) in self._families and not self.kin_gender(word)
        )

    def pronoun_gender(self, words: Iterable[str]) -> str:
        """The gender of the pronouns among words in small letters; empty if there are both or none."""
        found = {self._pronoun_gender[word] for word in words if word in self._pronoun_gender}
        return found.pop() if len(found) == 1 else ""

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
        if surface.isupper() and is_roman(folded):
            return folded
        if folded in self._junior:
            return "junior"
        if folded in self._senior and not is_alone:
            return "senior"
        return DEGREE if folded in self._degrees and surface.isupper() else ""


def _genders(naming: Naming, key: str) -> dict[str, str]:
    """Words in small letters to the gender that they tell; an accent may tell it."""
    return {
        word.lower(): gender
        for gender in (MALE, FEMALE)
        for word in naming.written.get(f"{key}_{gender}", ())
    }


class GivenNames:
    """Given names and the gender of those who bear them.

    The common names of the pack decide, for linking and substitution alike. Whoever has a
    dictionary asks it about what they do not tell: rare names, and names that both may bear.
    """

    def __init__(self, naming: Naming, dictionary: Dictionary | None = None) -> None:
        self._gender_of, self._dictionary = naming.gender_of, dictionary

    def __contains__(self, folded: object) -> bool:
        """Whether a folded word is a common given name."""
        return folded in self._gender_of

    def common_gender(self, folded: str) -> str:
        """The gender of a common name; empty when it is not common, or borne by both."""
        gender = self._gender_of.get(folded, "")
        return gender if gender in (MALE, FEMALE) else ""

    def gender(self, name: str) -> str:
        """The gender of a name as it is written; empty when unknown, or borne by both."""
        common = self.common_gender(fold_word(name))
        return common or (self._dictionary.name_gender(name) if self._dictionary else "")

    def has(self, name: str) -> bool:
        """Whether a word as it is written is a given name."""
        if self._dictionary is None:
            return fold_word(name) in self._gender_of
        spelling = name.capitalize() if name.isupper() else name
        return any(word.pos == "name" for word in self._dictionary.find(spelling))

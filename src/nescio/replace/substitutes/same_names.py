"""Which words of a person's names are forms of one another: short names, slips, parts of double names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from nescio.knowledge.people import GivenNames
from nescio.knowledge.short_names import ShortNames
from nescio.text.folding import fold_word

GIVEN: Final = "given"
FAMILY: Final = "family"
JOINT: Final = "-"  # of double names


def key(word: str) -> str:
    """The form in which the words of one person are compared: Großmann and GROSSMANN, Núñez and NUNEZ."""
    return JOINT.join(fold_word(part.replace("ß", "ss")) for part in word.split(JOINT))


class SameNames:
    """Compares words of the names of one person."""

    def __init__(self, given: GivenNames, short: ShortNames) -> None:
        self._given, self._short = given, short

    def is_pet(self, word: str, name: str) -> bool:
        folded, full = fold_word(word), fold_word(name)
        return full in self._short.stands_for.get(folded, ()) or self._short.is_pet(folded, full)

    def word_of(self, word: str, words: Sequence[str], is_first: bool) -> str:
        """Of words of the same role the one that a word stands for; a first given name is always one."""
        folded = fold_word(word)
        if any(word in other.split(JOINT) for other in words):
            return ""  # a part of a double name has the part of the new one
        alike = (
            other
            for other in words
            if self._short.listed(folded, fold_word(other))
            or self._short.made(folded, fold_word(other))
            or self._short.slips(folded, fold_word(other))
        )
        return next(alike, words[0] if words and is_first and self._given.has(word) else "")

    def is_short(self, word: str, roles: Mapping[str, str]) -> bool:
        """Whether a word is short for a given name of the lists or of the same person."""
        folded = fold_word(word)
        given = [fold_word(other) for other, role in roles.items() if role == GIVEN]
        return folded in self._short.stands_for or any(self._short.made(folded, other) for other in given)

    def role_of_whole(self, folded: str, roles: Mapping[str, str]) -> str:
        """That of a double name of which a word is a part, or of the name by which somebody is called.

        Of two given names the second may be taken for a family name: Zé Bento, Bentinho.
        """
        for other, role in roles.items():
            if folded in other.split(JOINT) or (role == FAMILY and self._short.is_pet(folded, other)):
                return role
        return ""

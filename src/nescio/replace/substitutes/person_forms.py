"""Writes the new name of a person in the form in which the old one stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import regex

from nescio.core.identity import KeptPerson
from nescio.replace.substitutes.person_reader import INITIAL, NAME, TITLE, Part, Person
from nescio.replace.substitutes.same_names import FAMILY, GIVEN, key
from nescio.text.folding import fold_word

_LETTER: Final = regex.compile(r"\p{L}")


@dataclass(frozen=True, slots=True)
class Renaming:
    """The new word for each word of a person's names, and one of each kind for initials."""

    roles: Mapping[str, str]  # folded old word -> GIVEN or FAMILY
    words: Mapping[str, str]  # folded old word -> new word
    given: str
    family: str

    def word(self, part: Part) -> str:
        """The new word in the place of an old one."""
        old = key(part.text)
        new = self.words.get(old) or (self.given if self.roles.get(old) == GIVEN else self.family)
        return new.upper() if part.text.isupper() and len(part.text) > 2 else new

    def initial(self, names: Sequence[Part], place: int) -> str:
        """An initial stands for a given name, but for the family name at the end of a form without one.

        Behind the first stand those of names that are never written out.
        """
        letter = key(names[place].text)[:1]
        if 0 < place == len(names) - 1 and not any(map(self._is_family, names)):
            return (self._beginning(letter, FAMILY) or self.family)[0]
        known = self._beginning(letter, GIVEN)
        return (known or self.given)[0 if known else place % len(self.given)].upper()

    def _beginning(self, letter: str, role: str) -> str:
        """The new word for the first word of a role that begins with a letter: L. B. of Luis Brasa Conde."""
        own = (old for old in self.words if self.roles.get(old) == role and old[:1] == letter)
        old = next(own, "") if letter else ""
        return self.words[old] if old else ""

    def _is_family(self, part: Part) -> bool:
        return self.roles.get(key(part.text)) == FAMILY


def renaming(person: Person, name: KeptPerson, pet: Callable[[str, str], str]) -> Renaming:
    """How a person is called from now on; `pet` makes the short form of a new name."""
    words = {**name.given, **name.family}
    others = {other: words[main] for other, main in person.others.items() if main in words}
    words |= {other: pet(new, name.gender) if other in person.pets else new for other, new in others.items()}
    given = words[key(person.given[0])] if person.given else next(iter(name.given.values()))
    family = words[key(person.family[-1])] if person.family else list(name.family.values())[-1]
    return Renaming(person.roles, words, given, family)


def logins(new: Renaming) -> dict[str, str]:
    """What addresses and user names are made of: each word of a name, and a given beside a family name."""
    words = {small: fold_word(word) for old, word in new.words.items() if (small := fold_word(old))}
    given = [fold_word(old) for old, role in new.roles.items() if role == GIVEN and fold_word(old) in words]
    family = [fold_word(old) for old, role in new.roles.items() if role == FAMILY and fold_word(old) in words]
    found = dict(words)
    for one, other in ((one, other) for one in given for other in family):
        found[one + other] = words[one] + words[other]
        found[other + one] = words[other] + words[one]
        found[one[0] + other] = words[one][0] + words[other]
        found[other + one[0]] = words[other] + words[one][0]
    return found


def render(form: str, parts: Sequence[Part], new: Renaming) -> str:
    """The form with new words for its names; its titles stay, its particles go."""
    names = [part for part in parts if part.role in (NAME, INITIAL)]
    if not names:
        return new.family
    words = [
        new.initial(names, place) if part.role == INITIAL else new.word(part)
        for place, part in enumerate(names)
    ]
    head = form[: next(part.start for part in parts if part.role != TITLE)]
    text = head + _joined(form, names, words) + form[names[-1].end :]
    return text.lower() if form.islower() else text


def _joined(form: str, names: Sequence[Part], new: Sequence[str]) -> str:
    """The new words with what stood between the old ones, but without particles."""
    pieces = [new[0]]
    for left, right, word in zip(names, names[1:], new[1:], strict=False):
        gap = form[left.end : right.start]
        stop = "." if left.role == INITIAL and gap.startswith(".") else ""
        pieces += (gap if not _LETTER.search(gap) else f"{stop} ", word)
    return "".join(pieces)

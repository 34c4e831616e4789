"""Names of persons: their parts, their gender, and the same parts of another name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import regex

from nescio.knowledge.people import GivenNames, PersonWords
from nescio.text.folding import fold_entry

_TOKEN: Final = regex.compile(r"[\p{L}\p{M}]+(?:[-'’][\p{L}\p{M}]+)*")


TITLE: Final = "title"
PARTICLE: Final = "particle"
INITIAL: Final = "initial"
NAME: Final = "name"
GIVEN: Final = "given"
FAMILY: Final = "family"


class Part(NamedTuple):
    """A word of a name: where it stands and what it is."""

    text: str
    start: int
    end: int
    role: str  # TITLE, PARTICLE, INITIAL or NAME


@dataclass(frozen=True)
class Person:
    """Someone with the parts of all the forms under which they appear."""

    gender: str
    roles: Mapping[str, str]  # folded word -> GIVEN or FAMILY
    given: tuple[str, ...]
    family: tuple[str, ...]


class NameReader:
    """Takes names apart with the titles, particles and given names of a language."""

    def __init__(self, words: PersonWords, given: GivenNames) -> None:
        self._words, self._given = words, given

    def read(self, forms: Sequence[str], befores: Sequence[str], gender: str = "") -> Person:
        """The person behind several forms of a name and what stands before each."""
        parts = [self.parts(form) for form in forms]
        names = [[part.text for part in form if part.role == NAME] for form in parts]
        full = max(names, key=len, default=[])
        roles: dict[str, str] = {}
        self._assign(full, roles, titled=self._titled(parts, befores, names.index(full) if full else 0))
        for form, before in zip(names, befores, strict=True):
            self._assign(form, roles, titled=self._family_title(before))
        words = dict.fromkeys(word for form in names for word in form)
        given = tuple(word for word in words if roles.get(key(word)) == GIVEN)
        family = tuple(word for word in words if roles.get(key(word)) == FAMILY)
        return Person(gender or self._gender(parts, befores, given), roles, given, family)

    def parts(self, form: str) -> list[Part]:
        """The words of one form; names proper have the role "name"."""
        found: list[Part] = []
        is_first, shouted, turned = True, form.isupper(), form.find(",")
        for match in _TOKEN.finditer(form):
            has_dot = form[match.end() : match.end() + 1] == "."
            # What stands before a comma is a family name, whatever it means: Herzog, Jana.
            may_be_title = is_first and match.end() > turned
            role = self._role(match[0], has_dot=has_dot, is_first=may_be_title, shouted=shouted)
            found.append(Part(match[0], match.start(), match.end(), role))
            is_first = is_first and role != NAME
        if found and not any(part.role in (NAME, INITIAL) for part in found):
            found[-1] = found[-1]._replace(role=NAME)
        return found

    def _role(self, word: str, *, has_dot: bool, is_first: bool, shouted: bool) -> str:
        """What a word of a form is; `is_first` says that no name stands before it."""
        if len(word) == 1 and (word.isupper() or has_dot):
            return INITIAL
        folded = fold_entry(word)
        is_particle = folded in self._words.particles
        if folded in self._words.titles and is_first and not is_particle:
            return TITLE
        if is_particle and (word[:1].islower() or shouted):
            return PARTICLE
        return NAME

    def _titled(self, parts: Sequence[Sequence[Part]], befores: Sequence[str], place: int) -> bool:
        """Whether the form at a place has a title inside or before it."""
        if not parts:
            return False
        return self._family_title(befores[place]) or any(part.role == TITLE for part in parts[place])

    def _family_title(self, before: str) -> bool:
        """Whether a title ends what stands before a name, of those that stand before family names."""
        word = fold_entry((_TOKEN.findall(before) or [""])[-1])
        return word in self._words.titles and not self._words.may_stand_before_given(word)

    def _assign(self, words: Sequence[str], roles: dict[str, str], *, titled: bool) -> None:
        """Which words are given names: by what is known, by place, by the title before."""
        unknown = [word for word in words if key(word) not in roles]
        if not unknown:
            return
        if len(words) == 1:
            roles[key(words[0])] = GIVEN if self._given.has(words[0]) and not titled else FAMILY
            return
        if words[0].isupper() and len(words[0]) > 2 and not words[-1].isupper():  # HUBER Maria
            for word in unknown:
                roles[key(word)] = FAMILY if word.isupper() else GIVEN
            return
        last_given = 0
        for place, word in enumerate(words[:-1]):
            if place == 0 or (self._given.has(word) and place == last_given + 1):
                last_given = place
        for place, word in enumerate(words):
            roles.setdefault(key(word), GIVEN if place <= last_given else FAMILY)

    def _gender(self, parts: Sequence[Sequence[Part]], befores: Sequence[str], given: Iterable[str]) -> str:
        """What the titles inside and before the forms tell, else the given names."""
        titles = [part.text for form in parts for part in form if part.role == TITLE]
        for before in befores:
            titles += _TOKEN.findall(before)[-2:]
        told = self._words.title_gender(map(str.lower, titles))
        return told or next((gender for name in given if (gender := self._given.gender(name))), "")


def key(word: str) -> str:
    return word.lower()

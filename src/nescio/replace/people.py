"""Names of persons: their parts, their gender, and the same parts of another name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import regex

from nescio.knowledge.dictionary import Dictionary
from nescio.packs import Pack

_TOKEN: Final = regex.compile(r"[\p{L}\p{M}]+(?:[-'’][\p{L}\p{M}]+)*")


class Part(NamedTuple):
    """A word of a name: where it stands and what it is."""

    text: str
    start: int
    end: int
    role: str  # "title", "particle", "given", "family", "initial"


@dataclass(frozen=True)
class Person:
    """Someone with the parts of all the forms under which they appear."""

    gender: str
    roles: Mapping[str, str]  # folded word -> "given" or "family"
    given: tuple[str, ...]
    family: tuple[str, ...]


class NameReader:
    """Takes names apart with the titles, particles and given names of a language."""

    def __init__(self, pack: Pack, dictionary: Dictionary) -> None:
        keys = ("titles_m", "titles_f", "titles", "given_titles", "particles")
        self._male, self._female, titles, self._given_titles, particles = (
            pack.naming.written.get(f"person.{key}", frozenset()) for key in keys
        )
        self._titles = titles | self._male | self._female
        self._particles = particles | {word.lower() for word in pack.name_words.particles}
        self._dictionary = dictionary

    def read(self, forms: Sequence[str], befores: Sequence[str], gender: str = "") -> Person:
        """The person behind several forms of a name and what stands before each."""
        parts = [self.parts(form) for form in forms]
        names = [[p.text for p in form if p.role == "name"] for form in parts]
        full = max(names, key=len, default=[])
        roles: dict[str, str] = {}
        self._assign(full, roles, titled=self._titled(parts, befores, names, full))
        for form, before in zip(names, befores, strict=True):
            self._assign(form, roles, titled=self._family_title(before))
        given = tuple(
            dict.fromkeys(word for form in names for word in form if roles.get(key(word)) == "given")
        )
        family = tuple(
            dict.fromkeys(word for form in names for word in form if roles.get(key(word)) == "family")
        )
        return Person(gender or self._gender(parts, befores, given), roles, given, family)

    def parts(self, form: str) -> list[Part]:
        """The words of one form; names proper have the role "name"."""
        found: list[Part] = []
        for match in _TOKEN.finditer(form):
            word, small = match[0], match[0].lower()
            if len(word) == 1 and (word.isupper() or form[match.end() : match.end() + 1] == "."):
                role = "initial"
            elif (
                small in self._titles
                and not any(p.role == "name" for p in found)
                and small not in self._particles
            ):
                role = "title"
            elif small in self._particles and (word[:1].islower() or form.isupper()):
                role = "particle"
            else:
                role = "name"
            found.append(Part(word, match.start(), match.end(), role))
        if found and not any(part.role in ("name", "initial") for part in found):
            found[-1] = found[-1]._replace(role="name")
        return found

    def _titled(
        self, parts: Sequence[list[Part]], befores: Sequence[str], names: Sequence[list[str]], full: list[str]
    ) -> bool:
        place = list(names).index(full) if full else 0
        return bool(parts) and (
            self._family_title(befores[place]) or any(p.role == "title" for p in parts[place])
        )

    def _family_title(self, before: str) -> bool:
        word = (_TOKEN.findall(before) or [""])[-1].lower()
        return word in self._titles and word not in self._given_titles

    def _assign(self, words: Sequence[str], roles: dict[str, str], *, titled: bool) -> None:
        """Which words are given names: by what is known, by place, by the title before."""
        unknown = [word for word in words if key(word) not in roles]
        if not unknown:
            return
        if len(words) == 1:
            is_given = bool(self._is_given(words[0])) and not titled
            roles[key(words[0])] = "given" if is_given else "family"
            return
        if words[0].isupper() and len(words[0]) > 2 and not words[-1].isupper():  # HUBER Maria
            for word in unknown:
                roles[key(word)] = "family" if word.isupper() else "given"
            return
        last_given = 0
        for place, word in enumerate(words[:-1]):
            if place == 0 or (self._is_given(word) and place == last_given + 1):
                last_given = place
        for place, word in enumerate(words):
            roles.setdefault(key(word), "given" if place <= last_given else "family")

    def _is_given(self, word: str) -> bool:
        spelling = word.capitalize() if word.isupper() else word
        return any(w.pos == "name" for w in self._dictionary.find(spelling))

    def _gender(self, parts: Sequence[list[Part]], befores: Sequence[str], given: Iterable[str]) -> str:
        titles = [p.text.lower() for form in parts for p in form if p.role == "title"]
        for before in befores:
            titles += [word.lower() for word in _TOKEN.findall(before)[-2:]]
        for title in titles:
            if title in self._male and title not in self._female:
                return "m"
            if title in self._female and title not in self._male:
                return "f"
        return next((g for name in given if (g := self._dictionary.name_gender(name))), "")


def key(word: str) -> str:
    return word.lower()

"""Short forms of given names: those a language lists, those its speakers make, and slips of the pen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from nescio.packs.naming import Naming

_STEM: Final = 3  # letters that a pet name shares with its name at least
_LIKE: Final = 2  # letters at either end that two short names of one name share: Ben and Benny, Bob and Rob
_TAIL: Final = 4  # the same where the beginning of the name is dropped
_DROPPED: Final = 2  # letters that a name without an ending of its own has lost at least
_SLIP: Final = 6  # letters of a word in which a slip is seen: shorter ones are too often other names
_LOST: Final = 5  # the same where a letter was only left out
_COMMON: Final = 4  # frequency class (Zipf) of words that are seldom meant as a name
_SOUND: Final = 4  # letters of a word that is compared by its sound
_REMEMBERED: Final = 1 << 14  # words whose sound is kept
_CUT: Final = 2  # letters that are left of a name at least which is cut short: Fi of Fiona
_END: Final = 4  # the same of its end
_FEMALE: Final = "a"  # the ending of women's names and of those that follow them
_PLURAL: Final = "s"
_GENDERS: Final = frozenset("ao")  # endings of women's and of men's names
_SEXES: Final = frozenset("mf")
_VOWELS: Final = frozenset("aeiouy")
_PET_ENDS: Final = frozenset("aioy")
_OTHERS: Final = ("", _FEMALE, _PLURAL)  # what makes others of a name: Ivanova, the Hales
_TWICE: Final = re.compile(r"(.)\1+")


class ShortNames:
    """Tells whether two folded given names may be of one person."""

    def __init__(self, naming: Naming) -> None:
        self.stands_for: Mapping[str, frozenset[str]] = naming.stands_for
        self._gender_of, self._frequency_of = naming.gender_of, naming.frequency_of
        self._endings, self._clipped = naming.diminutives, naming.clipped
        self._whole = naming["person.whole_names"]
        self._sounds = tuple(naming.sounds.items())
        self._heard: dict[str, str] = {}  # the words of a text are asked for again and again

    def listed(self, one: str, other: str) -> bool:
        """A list says that one is short for the other, or both for the same names: Ben and Benny."""
        first, second = self.stands_for.get(one, frozenset()), self.stands_for.get(other, frozenset())
        if other in first or one in second:
            return True
        if not first or not second or (one[:_LIKE] != other[:_LIKE] and one[-_LIKE:] != other[-_LIKE:]):
            return False  # Lolo and Manu are both short for Manuel, and mostly two people
        return first <= second or second <= first

    def made(self, one: str, other: str) -> bool:
        """One is made of the other as the language makes pet names: Fabinho, Gonza, Emeka.

        A word that is a common given name of its own is none: Ana is not short for Anabela.
        """
        return self.is_pet(one, other) or self.is_pet(other, one)

    def is_pet(self, pet: str, name: str) -> bool:
        """The first is what the language makes of the second."""
        if pet in self._gender_of or pet[:-1] == name[:-1]:  # Przybylski is none of Przybylska
            return False
        if {pet[-1:], name[-1:]} == _GENDERS:  # Nandinha is none of Fernando
            return False
        if "end" in self._clipped:
            if len(pet) >= _STEM and name.startswith(pet) and len(name) - len(pet) >= _DROPPED:
                return True
            if any(name.startswith(stem) for stem in _stems(pet, self._endings)):
                return True
        return "start" in self._clipped and self._is_tail(pet, name)

    def _is_tail(self, pet: str, name: str) -> bool:
        if len(pet) >= _TAIL and name.endswith(pet) and len(name) - len(pet) >= _DROPPED:
            return True
        return any(name[:-1].endswith(stem) and name[-1] in _VOWELS for stem in _stems(pet, self._endings))

    def is_cut(self, one: str, other: str) -> bool:
        """One is the beginning or the end of the other, and no common given name: Fi, Emeka.

        Good for telling who of the people in a text is meant, not for finding names in it.
        """
        pet, name = sorted((one, other), key=len)
        if pet in self._gender_of or self._frequency_of.get(pet, 0) >= _COMMON:
            return False
        if name not in self._gender_of and name[len(pet) :] in _OTHERS:
            return False
        if (len(pet) >= _CUT and name.startswith(pet)) or (len(pet) >= _END and name.endswith(pet)):
            return True
        if pet[-1] in _PET_ENDS and pet[:_STEM] == name[:_STEM] and len(pet) <= _SLIP:
            return True  # Wila of Wiltrud
        short = (pet.removesuffix(end) for end in self._endings if pet.endswith(end))
        stems = [stem for stem in short if len(stem) >= _CUT]  # Jori of Jorinde, Trudche of Gertrude
        return any(name.startswith(stem) or (len(stem) >= _END and stem in name) for stem in stems)

    def begins(self, one: str, other: str) -> bool:
        """One is how the other begins, though a word or a name of its own: Re of Renata, Timo of Timofej.

        Good only where nobody else can be meant; of names that many have as they are, such as Anna, and of
        the names of men and women never.
        """
        pet, name = sorted((one, other), key=len)
        own, longer = self._gender_of.get(pet), self._gender_of.get(name)
        if own and (len(pet) < _STEM or pet in self._whole or {own, longer} == _SEXES):
            return False
        return len(pet) >= _CUT and len(name) - len(pet) >= _DROPPED and name.startswith(pet)

    def alike(self, one: str, other: str) -> bool:
        """Both sound the same: Thainá and Tainá, Guenter and Günter."""
        return min(len(one), len(other)) >= _SOUND and self.sound(one) == self.sound(other)

    def sound(self, word: str) -> str:
        """A word as it sounds, roughly: what is written differently and spoken alike is one."""
        heard = self._heard.get(word)
        if heard is None:
            heard = word
            for written, spoken in self._sounds:
                heard = heard.replace(written, spoken)
            heard = _TWICE.sub(r"\1", heard)
            if len(self._heard) >= _REMEMBERED:
                self._heard.clear()
            self._heard[word] = heard
        return heard

    def slips(self, one: str, other: str) -> bool:
        """One is the other with a letter more, less, changed or swapped; two known names never are."""
        least = _SLIP if len(one) == len(other) else _LOST
        if min(len(one), len(other)) < least or (one in self._gender_of and other in self._gender_of):
            return False
        return one[0] == other[0] and _differs_once(one, other)

    def keys(self, word: str) -> Iterator[str]:
        """Under which keys those are filed and looked up that may be one with a word by form."""
        yield f"{word[:_CUT]}~"
        yield f"={self.sound(word)}"
        if len(word) >= _STEM:
            yield f"{word[:_STEM]}~"
            yield f"~{word[-_STEM:]}"
            if "start" in self._clipped:
                for core in dict.fromkeys((word[:-1], *_stems(word, self._endings))):
                    if len(core) >= _STEM:
                        yield f"~{core[-_STEM:]}~"


def _differs_once(one: str, other: str) -> bool:
    """Whether one edit makes one of the other; a last letter that tells gender or number is no slip."""
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1:
        return False
    start = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if start >= len(long) - 1 and not {_FEMALE, _PLURAL}.isdisjoint((short[-1], long[-1])):
        return False  # Kuznetsov and Kuznetsova; the Woodhouses
    if len(long) > len(short):
        return short[start:] == long[start + 1 :]
    swapped = (
        short[start : start + 2] == long[start : start + 2][::-1] and short[start + 2 :] == long[start + 2 :]
    )
    return swapped or short[start + 1 :] == long[start + 1 :]


@lru_cache(maxsize=1024)  # one word is compared with many names in a row
def _stems(pet: str, endings: tuple[str, ...]) -> tuple[str, ...]:
    """What may be left of the name before each ending of a pet name."""
    return tuple(
        pet.removesuffix(ending)
        for ending in endings
        if pet.endswith(ending) and len(pet) - len(ending) >= _STEM
    )

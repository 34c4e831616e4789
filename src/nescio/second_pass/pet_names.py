"""Pet names of people who were found: `maggie` in a chat with Margaret, `Gretelchen` for Gretel."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from nescio.core.labels import PERSON
from nescio.knowledge.short_names import ShortNames
from nescio.packs.naming import Naming
from nescio.second_pass.lookup import Alias
from nescio.second_pass.sources import Found
from nescio.text.word_matcher import Words

_DISCOUNT: Final = 0.8
_SHORTEST: Final = 4
_COMMON: Final = 4  # Zipf class of words that are seldom meant as a name
_CANDIDATES: Final = 8  # names that are compared with one word, so that long texts cost no more per word


class PetNames:
    """Finds them by the lists of a language and by the endings with which it makes them.

    Guards: a word of the language is none, unless the lists know it as a name and it is rare.
    """

    def __init__(self, naming: Naming) -> None:
        self._naming, self._short = naming, ShortNames(naming)

    def find(self, found: Iterable[Found], words: Words, known: Collection[str]) -> Iterator[Alias]:
        """Words of the document that are short for a name in it, or the name that one is short for."""
        near: dict[str, dict[str, Found]] = defaultdict(dict)
        for item in found:
            told = (
                len(item.words[0]) >= _SHORTEST - 1 or item.words[0] in self._short.stands_for
            )  # Lê is Letícia
            if item.kind == PERSON and told:
                for key in self._keys(item.words[0]):
                    if len(near[key]) < _CANDIDATES:
                        near[key].setdefault(item.words[0], item)
        for word in dict.fromkeys(words.folded):
            if len(word) >= _SHORTEST and word not in known and self._may_be_name(word):
                candidates = (pair for key in self._keys(word) for pair in near.get(key, {}).items())
                owner = next((item for name, item in candidates if self._is_short(word, name)), None)
                if owner is not None:
                    yield Alias((word,), owner.label, owner.score * _DISCOUNT, "pet_name", "any")

    def _keys(self, word: str) -> Iterable[str]:
        """In an order of their own, so that every run names the same owner."""
        listed = sorted(self._short.stands_for.get(word, ()))
        return dict.fromkeys((word, *listed, *self._short.keys(word)))

    def _may_be_name(self, word: str) -> bool:
        frequency = self._naming.frequency_of.get(word, 0)
        if word in self._naming.gender_of:
            frequency -= 1  # frequent because many people are called so
        is_known = word in self._naming.gender_of or word in self._short.stands_for
        return frequency <= 0 or (is_known and frequency < _COMMON)

    def _is_short(self, word: str, name: str) -> bool:
        """The word is short for the name; or the other way round, if it is known as a name."""
        if self._short.listed(word, name):
            return True
        if word in self._naming.gender_of:
            return self._short.made(word, name)
        return word not in self._naming.frequency_of and self._short.is_pet(word, name)

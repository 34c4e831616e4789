"""Writes the new name of a thing in the form in which the old one stands."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final

from nescio.core.identity import Surrogate
from nescio.core.scene import Change
from nescio.packs.types import Types
from nescio.replace.agreement.declension import Declension
from nescio.replace.agreement.phrases import Phrase
from nescio.replace.agreement.speaker import Speaker
from nescio.replace.agreement.surroundings import Spot

STREET: Final = "STREET"
_SHOUTED: Final = 6  # letters of a name in capitals that is no acronym


class ThingForms:
    """An acronym for an acronym, the head alone for the head alone, capitals for capitals."""

    def __init__(self, speaker: Speaker, declension: Declension, types: Types) -> None:
        self._speaker, self._declension, self._types = speaker, declension, types

    def say(
        self, spot: Spot, new: Surrogate, *, longest: str, label: str, undeclined: Container[str]
    ) -> Change:
        """The edit; `longest` is the longest form of the old name, `undeclined` are names of people."""
        shown = self._without_repetition(spot.before, self._like(spot.name, longest, new.text))
        genitive = self._declension.genitive(shown, new.gender, undeclined=undeclined)
        phrase = Phrase(shown, new.gender, new.number, genitive, proper=True, article=new.article)
        return self._speaker.say(spot, phrase, type=new.type, label=label)

    def street(self, type: str) -> str:
        """The type of what is labelled a street, whatever it was taken for: Rowan Lodge, 14 Elm Rise."""
        return type if self._types.label(type) == STREET else self._types.by_label[STREET]

    def _like(self, name: str, longest: str, new: str) -> str:
        """The form of the new name that matches the form of the old one."""
        words = new.split()
        letters = sum(char.isalpha() for char in name)
        is_short = name != longest
        if is_short and letters <= _SHOUTED and name.isupper() and len(words) > 1:
            return "".join(word[0] for word in words if word[0].isupper())
        if is_short and " " not in name and " " in new and self._types.of_word(name):
            return words[0] if self._types.of_word(words[0]) else words[-1]
        return new.upper() if name.isupper() and letters >= _SHOUTED else new

    def _without_repetition(self, before: str, name: str) -> str:
        """The name without its first word if that stands there already, or another of its kind.

        The union Union of X; calle avenida Sol.
        """
        words = before.split()[-1:]
        first, _, rest = name.partition(" ")
        if not words or not rest:
            return name
        is_there = words[0].lower() == first.lower()
        return rest if is_there or _meet(self._types.of_word(words[0]), self._types.of_word(first)) else name


def _meet(one: Iterable[str], other: Iterable[str]) -> bool:
    return not set(one).isdisjoint(other)

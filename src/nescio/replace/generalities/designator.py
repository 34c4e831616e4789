"""Says the type of a thing in the place of its name."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from nescio.core.labels import PLACE
from nescio.core.scene import Change
from nescio.packs.types import Types
from nescio.replace.agreement.phrases import Phrase
from nescio.replace.agreement.repetition import Repetition
from nescio.replace.agreement.speaker import Speaker
from nescio.replace.agreement.surroundings import Spot
from nescio.replace.kinds import Kinds

_SHOUTED: Final = 6  # letters of a name in capitals that is no acronym


class Designation(NamedTuple):
    """What an entity is called: its type, with a number where several share it."""

    type: str
    number: int  # 0 where the type is enough
    is_first: bool  # nothing was said of the entity before
    is_plural: bool = False  # the name is a plural, and so is its verb

    @property
    def suffix(self) -> str:
        return f" {self.number}" if self.number else ""


class Designator:
    """Puts a designation where a name stands, unless the words around say it already."""

    def __init__(self, types: Types, kinds: Kinds, repetition: Repetition, speaker: Speaker) -> None:
        self._types, self._kinds = types, kinds
        self._repetition, self._speaker = repetition, speaker

    def say(self, spot: Spot, called: Designation, *, label: str) -> Change:
        type = called.type
        if self._speaker.describes(spot):
            called = called._replace(number=0)  # "a city depot": a number would belong to the depot
        # The noun before a genitive is another thing: die Straßen Frankfurts.
        said = None if self._speaker.is_genitive(spot) else self._repetition
        edit = said.edit(spot, type=type, label=label, suffix=called.suffix) if said else None
        if edit is not None:
            return edit
        edit = self._speaker.say(spot, self._phrase(called), type=type, label=label)
        letters = sum(char.isalpha() for char in spot.name)
        if spot.name.isupper() and letters >= _SHOUTED and edit.start == spot.start:
            return edit._replace(text=edit.text.upper())
        return edit

    def _phrase(self, called: Designation) -> Phrase:
        noun = self._types.noun(called.type)
        if called.is_plural and noun.plural:
            noun = replace(noun, text=noun.plural, number="p", genitive=noun.plural)
        return Phrase(
            noun.text + called.suffix, noun.gender, noun.number, noun.genitive,
            definite=not called.is_first, numbered=called.number > 0,
            place=self._kinds.root(self._types.label(called.type)) == PLACE,
        )  # fmt: skip

"""The things of a document by their types, numbered where several share one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import regex

from nescio.core.labels import PERSON
from nescio.core.model import Entity, Span
from nescio.core.scene import Change, Scene
from nescio.packs.types import Types
from nescio.replace.agreement.genders import GenderObserver
from nescio.replace.agreement.surroundings import spot_of
from nescio.replace.generalities.designator import Designation, Designator
from nescio.replace.generalities.ladder import Ladder
from nescio.replace.kinds import Kinds
from nescio.replace.linking import ThingLinks
from nescio.text.folding import key_of
from nescio.text.standing import standing

_WORD: Final = regex.compile(r"[\p{L}\p{M}]+")
_ROLE_REACH: Final = 40  # characters before a name in which the role of a person stands
_ALIKE: Final = ("PRODUCT", "WORK")
_PERSON_TYPE: Final = "person"


class ThingTypes:
    """Says for each thing the lowest type that is anonymous enough, for a person the role."""

    def __init__(
        self, links: ThingLinks, ladder: Ladder, designator: Designator,
        *, observer: GenderObserver, types: Types, kinds: Kinds,
    ) -> None:  # fmt: skip
        self._observer = observer
        self._links, self._ladder, self._designator = links, ladder, designator
        self._types, self._kinds = types, kinds

    def edits(self, scene: Scene, entities: Sequence[Entity]) -> dict[Span, Change]:
        order = sorted(entities, key=lambda entity: entity.mentions[0])
        types = self._types_of(scene, order)
        numbers = self._numbers(scene.document.text, types)
        edits: dict[Span, Change] = {}
        for entity, type, number in zip(order, types, numbers, strict=True):
            is_plural = self._observer.observe(scene, entity).is_plural
            for place, span in enumerate(entity.mentions):
                called = Designation(type, number, is_first=place == 0, is_plural=is_plural)
                edits[span] = self._designator.say(spot_of(scene, span), called, label=span.label)
        return _apart(edits, scene.document.text)

    def _types_of(self, scene: Scene, entities: Sequence[Entity]) -> list[str]:
        """The type that is said for each entity."""
        links = self._links.link(scene.document, entities)
        found = []
        for entity in entities:
            is_person = self._kinds.root(entity.label) == PERSON
            found.append(self._role(entity, scene.document.text) if is_person else links[entity.id].type)
        return [self._ladder.climb(type) for type in found]

    def _role(self, entity: Entity, text: str) -> str:
        """The role that the words before the name of a person tell."""
        for span in entity.mentions:
            words = _WORD.findall(text[max(0, span.start - _ROLE_REACH) : span.end])
            for word in reversed(words):
                for role in self._types.of_word(word):
                    if _PERSON_TYPE in self._types.lineage(role)[1:]:
                        return role
        return _PERSON_TYPE

    def _is_told_apart(self, type: str) -> bool:
        """Whether things of a type get numbers: who does what matters, but nobody speaks of "product 2"."""
        return self._kinds.root(self._types.label(type)) not in _ALIKE

    def _numbers(self, text: str, types: Sequence[str]) -> list[int]:
        """A number for each that shares its noun, such that the two do not stand in the text already."""
        nouns = [key_of(self._types.noun(type).text) for type in types]
        told = {noun for noun, type in zip(nouns, types, strict=True) if self._is_told_apart(type)}
        shared = {noun for noun, count in Counter(nouns).items() if count > 1 and noun in told}
        taken = standing(key_of(text), shared) if shared else {}
        last: Counter[str] = Counter()
        numbers = []
        for noun in nouns:
            last[noun] += 1
            while str(last[noun]) in taken.get(noun, ()):
                last[noun] += 1
            numbers.append(last[noun] if noun in shared else 0)
        return numbers


def _apart(edits: Mapping[Span, Change], text: str) -> dict[Span, Change]:
    """The edits in order; one that reaches back into the one before is cut to its own mention."""
    found: dict[Span, Change] = {}
    read = 0
    for span in sorted(edits):
        edit = edits[span]
        if edit.start < read:
            own = edit.text.removeprefix(text[edit.start : span.start]).strip()
            edit = Change(span.start, edit.end, own or edit.text)
        found[span] = edit
        read = edit.end
    return found

"""What kind of thing an entity is: what a method asks before it chooses a replacement."""

from __future__ import annotations

from typing import Final

from nescio.core.labels import ORGANIZATION, OTHER_NAME, PLACE, LabelSet
from nescio.core.model import Entity

DATE: Final = "DATE"
TIME: Final = "TIME"
AGE: Final = "AGE"
VALUE: Final = "VALUE"
_THINGS: Final = frozenset({PLACE, ORGANIZATION, "EVENT", "WORK", "PRODUCT", OTHER_NAME})
_UNNAMED: Final = "POSTCODE"  # a place that is a number even where it has letters
_PHONE: Final = "PHONE"
_CODES: Final = frozenset({"PHONE", "ID", "CODE", "ACCOUNT", "CARD", "PLATE", "SECRET", "IP"})
_CONTACTS: Final = frozenset({"EMAIL", "URL", "USERNAME"})


class Kinds:
    """Sorts entities by the roots of their labels."""

    def __init__(self, labels: LabelSet) -> None:
        self._labels = labels

    def root(self, label: str) -> str:
        """The highest label above a label; an unknown one is its own."""
        return self._labels.root(label) if label in self._labels else label

    def is_code(self, label: str) -> bool:
        """Whether it is made of figures and letters that mean nothing: a number, a key, a postcode."""
        return self.root(label) in _CODES or label == _UNNAMED

    def is_contact(self, label: str) -> bool:
        """Whether it is an address or an account, in which somebody's name may be."""
        return self.root(label) in _CONTACTS

    def is_follower(self, label: str) -> bool:
        """Whether it is made after a name: an address, or a number that tells a town."""
        return self.is_contact(label) or label in (_UNNAMED, _PHONE)

    def is_thing(self, entity: Entity, text: str) -> bool:
        """Whether another name or a type can stand for it: not for a postcode or a bare number."""
        first = text[entity.mentions[0].start : entity.mentions[0].end]
        named = any(char.isalpha() for char in first)
        return named and self.root(entity.label) in _THINGS and entity.label != _UNNAMED

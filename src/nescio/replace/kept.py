"""What the substitutes of a whole ledger use up: one identity has one name in all documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from nescio.core.identity import Kept, KeptThing
from nescio.core.model import Entity
from nescio.text.folding import key_of

UNWRITTEN: Final = ""  # stands for a part of a name that no text has written out yet


def kept_by(entity: Entity) -> tuple[Kept, ...]:
    """The substitutes that an entity brings with it, the first choice first."""
    return () if entity.identity is None else entity.identity.substitutes


class Taken:
    """What the substitutes of other identities use up."""

    def __init__(self, substitutes: Iterable[Kept]) -> None:
        self.uses: Counter[str] = Counter()  # folded word -> how often
        self.pairs: set[tuple[str, str]] = set()  # a given and a family name of one person
        self.names: set[str] = set()  # of things
        for item in substitutes:
            self._add(item)

    def _add(self, item: Kept) -> None:
        if isinstance(item, KeptThing):
            self.names.add(key_of(item.surrogate.text))
            self.uses.update(key_of(word) for word in (item.surrogate.text, *item.names))
            return
        given = {key_of(word) for word in item.given.values()}
        family = {key_of(word) for word in item.family.values()}
        self.uses.update((*given, *family))
        self.pairs |= {(one, other) for one in given for other in family}

    def is_pair(self, given: Iterable[str], family: Iterable[str]) -> bool:
        """Whether somebody is called by one of these given and one of these family names."""
        if not self.pairs:
            return False
        others = [key_of(word) for word in family]
        return any((key_of(one), other) in self.pairs for one in given for other in others)

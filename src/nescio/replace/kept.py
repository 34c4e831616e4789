"""The substitutes that an entity brings with it from a ledger."""

from __future__ import annotations

from typing import Final

from nescio.core.identity import Kept
from nescio.core.model import Entity

UNWRITTEN: Final = ""  # stands for a part of a name that no text has written out yet


def kept_by(entity: Entity) -> tuple[Kept, ...]:
    """The substitutes that an entity brings with it, the first choice first."""
    return () if entity.identity is None else entity.identity.substitutes

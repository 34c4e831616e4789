"""People and what they may be."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any, Final

from nescio.core.errors import ConfigError, known

ADMINISTRATOR, ANNOTATOR, REVISOR = ROLES = ("administrator", "annotator", "revisor")
SHORTEST_PASSWORD: Final = 12  # signs
_LONGEST_PASSWORD: Final = 1000
_LONGEST_NAME: Final = 100


@dataclass(frozen=True, slots=True)
class Someone:
    """Who asks, and what they may be while they do."""

    id: int
    name: str
    roles: frozenset[str]

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "name": self.name, "roles": sorted(self.roles)}

    @property
    def leads(self) -> bool:
        """Whether they see the work of others."""
        return bool(self.roles & {ADMINISTRATOR, REVISOR})


def checked_name(name: str) -> str:
    """A name as it is kept; one that cannot be seen or is too long is refused."""
    words = " ".join(unicodedata.normalize("NFC", name).split())
    if not words or len(words) > _LONGEST_NAME or not words.isprintable():
        raise ConfigError(f"A name has 1 to {_LONGEST_NAME} signs that can be seen.")
    return words


def folded(name: str) -> str:
    """Names that look alike are the same name."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())[:200]


def check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= _LONGEST_PASSWORD:
        raise ConfigError(
            f"A password has at least {SHORTEST_PASSWORD} signs, and {_LONGEST_PASSWORD} at most."
        )


def check_is_role(role: str) -> None:
    if role not in ROLES:
        raise ConfigError(f"There is no such role. {known(role, ROLES)}")

"""Identities that hold across documents, and the substitutes that a ledger keeps for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from nescio.core.errors import JobError

MOST: Final = 10**9  # no ledger counts so far


class Surrogate(NamedTuple):
    """A name, or a pattern for names, with its type and grammar."""

    text: str
    type: str
    gender: str
    number: str
    article: bool


@dataclass(frozen=True, slots=True)
class KeptPerson:
    """The new words for the given and the family names of a person."""

    gender: str
    given: Mapping[str, str] = field(repr=False)  # folded word of the original -> new word
    family: Mapping[str, str] = field(repr=False)

    @property
    def text(self) -> str:
        return " ".join(dict.fromkeys((*self.given.values(), *self.family.values())))


@dataclass(frozen=True, slots=True)
class KeptThing:
    """The new name of a place or body in one language, and the drawn names inside it."""

    language: str
    surrogate: Surrogate
    names: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return self.surrogate.text


Kept = KeptPerson | KeptThing


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody or something that a ledger knows, with the substitutes kept so far, the first choice first."""

    id: str  # kind and number, "PER-3"
    substitutes: tuple[Kept, ...] = field(default=(), repr=False)

    @property
    def number(self) -> int:
        return int(self.id.rpartition("-")[2])


def kept_to_json(kept: Kept) -> dict[str, Any]:
    if isinstance(kept, KeptPerson):
        given, family = dict(kept.given), dict(kept.family)
        return {"text": kept.text, "gender": kept.gender, "given": given, "family": family}
    return {**kept.surrogate._asdict(), "language": kept.language, "names": list(kept.names)}


def kept_from_json(raw: object) -> Kept:
    """The substitute that `kept_to_json` wrote; anything else is refused without quoting it."""
    try:
        return _read(raw)  # type: ignore[arg-type]  # what does not fit is the refusal below
    except (ValueError, KeyError, TypeError, AttributeError):
        raise JobError("The substitutes that a ledger keeps are malformed.") from None


def _read(raw: Mapping[str, Any]) -> Kept:
    if "family" in raw:
        given, family = dict(raw["given"]), dict(raw["family"])
        _need_text(raw["gender"], *given.values(), *family.values())
        return KeptPerson(raw["gender"], given, family)
    words = [raw[name] for name in ("text", "type", "gender", "number", "language")]
    _need_text(*words, *raw["names"])
    text, type, gender, number, language = words
    surrogate = Surrogate(text, type, gender, number, bool(raw["article"]))
    return KeptThing(language, surrogate, tuple(raw["names"]))


def _need_text(*values: object) -> None:
    if not all(isinstance(value, str) for value in values):
        raise TypeError


def identity_to_json(identity: Identity) -> dict[str, Any]:
    return {"id": identity.id, "substitutes": [kept_to_json(item) for item in identity.substitutes]}


def identity_from_json(raw: object) -> Identity:
    if not isinstance(raw, Mapping) or not isinstance(id := raw.get("id"), str):
        raise JobError("'identity' in the entity must hold an 'id', such as 'PER-3'.")
    number = id.rpartition("-")[2]
    if not number.isdecimal() or len(number) >= len(str(MOST)) or int(number) == 0:
        raise JobError("The 'id' of an identity ends with its number, such as 'PER-3'.")
    substitutes = raw.get("substitutes", [])
    if not isinstance(substitutes, list):
        raise JobError("'substitutes' in the identity must be of type list.")
    return Identity(id, tuple(map(kept_from_json, substitutes)))

"""Substitutes that a ledger keeps: one identity has one name in all documents.

An entity with an identity brings its substitutes as JSON in the feature `surrogates`, the first
choice first; a document brings those of the whole ledger in its meta, so that none is given twice.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from nescio.core.errors import JobError
from nescio.core.model import Document, Entity
from nescio.packs.surrogates import Surrogate
from nescio.text.folding import key_of

FEATURE: Final = "surrogates"
META: Final = "ledger_surrogates"
UNWRITTEN: Final = ""  # stands for a part of a name that no text has written out yet


@dataclass(frozen=True, slots=True)
class KeptPerson:
    """The new words for the given and the family names of a person."""

    gender: str
    given: Mapping[str, str]  # folded word -> new word
    family: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        text = " ".join(dict.fromkeys((*self.given.values(), *self.family.values())))
        given, family = dict(self.given), dict(self.family)
        return {"text": text, "gender": self.gender, "given": given, "family": family}


@dataclass(frozen=True, slots=True)
class KeptThing:
    """The new name of a place or body in one language, and the drawn names inside it."""

    language: str
    surrogate: Surrogate
    names: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {**self.surrogate._asdict(), "language": self.language, "names": list(self.names)}


Kept = KeptPerson | KeptThing


def kept_by(entity: Entity) -> list[Kept]:
    """The substitutes that an entity brings with it, the first choice first."""
    try:
        return [_read(raw) for raw in json.loads(entity.features.get(FEATURE, "[]"))]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _malformed() from None  # the cause may quote the names


def to_feature(kept: Iterable[Kept]) -> str:
    return json.dumps([item.to_json() for item in kept], ensure_ascii=False)


def needed_another(before: Entity, after: Entity) -> bool:
    """Whether an entity had a substitute that could not stand in this document."""
    return 0 < len(kept_by(before)) < len(kept_by(after))


class Taken:
    """What the substitutes of a whole ledger use up."""

    def __init__(self, document: Document) -> None:
        self.uses: Counter[str] = Counter()  # folded word -> how often
        self.pairs: set[tuple[str, str]] = set()  # a given and a family name of one person
        self.names: set[str] = set()  # of things
        try:
            for raw in document.meta.get(META, ()):
                self._add(_read(raw))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise _malformed() from None

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


def _read(raw: Mapping[str, Any]) -> Kept:
    if "family" in raw:
        given, family = dict(raw["given"]), dict(raw["family"])
        _need_text(raw["gender"], *given.values(), *family.values())
        return KeptPerson(raw["gender"], given, family)
    words = [raw[name] for name in ("text", "type", "gender", "number", "language")]
    _need_text(*words, *raw["names"])
    text, type, gender, number, language = words
    return KeptThing(
        language, Surrogate(text, type, gender, number, bool(raw["article"])), tuple(raw["names"])
    )


def _need_text(*values: object) -> None:
    if not all(isinstance(value, str) for value in values):
        raise TypeError


def _malformed() -> JobError:
    return JobError("The substitutes that a ledger keeps are malformed.")

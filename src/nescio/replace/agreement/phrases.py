"""What is to be said instead of a name, and where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from nescio.replace.agreement.surroundings import Around, Spot


class Phrase(NamedTuple):
    """A noun or a name with its grammar."""

    text: str
    gender: str = ""
    number: str = "s"
    genitive: str = ""  # of the noun, or of the whole name, where nouns are declined
    proper: bool = False  # a name: keeps the articles of names
    article: bool = False  # the name is used with the definite article
    definite: bool = False  # a noun without determiner in the text gets "the" rather than "a"
    numbered: bool = False
    place: bool = False


class NameUse(NamedTuple):
    """What is known of a name before its sentence is read."""

    genders: str = ""  # those that it may have
    takes_article: bool | None = None


@dataclass(frozen=True, slots=True)
class Utterance:
    """A phrase that is to be said at a spot: all that its form depends on."""

    spot: Spot
    around: Around
    phrase: Phrase = field(repr=False)
    genders: str = ""  # of the name that stands there now
    is_genitive: bool = False  # the name is the genitive attribute of a noun

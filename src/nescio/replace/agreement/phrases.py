"""What is to be said instead of a name."""

from __future__ import annotations

from typing import NamedTuple


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

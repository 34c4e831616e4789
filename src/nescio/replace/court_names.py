"""What a court's way of writing needs to know of a name: initials, titles, legal forms."""

from __future__ import annotations

from typing import Final, NamedTuple

import regex

from nescio.core.model import Entity
from nescio.core.scene import Scene
from nescio.knowledge.people import GivenNames, PersonWords
from nescio.knowledge.short_names import ShortNames
from nescio.packs import Pack
from nescio.replace.substitutes.person_reader import INITIAL, NAME, TITLE, NamePlace, NameReader, Part
from nescio.text.folding import fold_entry, fold_word

_REACH: Final = 30  # characters before a name in which its titles stand
_PIECE: Final = regex.compile(r"\p{L}[\p{L}\p{M}]*")
_LAST: Final = regex.compile(r"[\s,]+(\S+)$")
_JOINTS: Final = frozenset({"&", "und", "and", "e", "y"})


class Party(NamedTuple):
    """A person: the same initials for all forms, and for each mention the titles that stand in it."""

    initials: str
    titles: list[str]
    gender: str


class Body(NamedTuple):
    """An organisation: its first letter, and the legal form of a company."""

    initials: str
    form: str


class CourtNames:
    """Reads the names of a document with the titles, particles and legal forms of a language."""

    def __init__(self, pack: Pack) -> None:
        naming = pack.naming
        written = (*naming.written.get("person.particles", ()), *pack.name_words.particles)
        words = PersonWords(naming, particles=frozenset(map(fold_entry, written)))
        self._reader = NameReader(words, GivenNames(naming), ShortNames(naming))
        self._legal = naming["organization.legal_forms"]

    def person(self, scene: Scene, entity: Entity) -> Party:
        text = scene.document.text
        forms = [text[span.start : span.end] for span in entity.mentions]
        parts = [self._reader.parts(form) for form in forms]
        letters = [_letters(form, own) for form, own in zip(forms, parts, strict=True)]
        fullest = max(letters, key=len)  # of equal ones the first
        places = [NamePlace(text[max(0, span.start - _REACH) : span.start]) for span in entity.mentions]
        gender = self._reader.read(forms, places, entity.features.get("gender", "")[:1]).gender
        titles = [form[: _end_of_titles(own)] for form, own in zip(forms, parts, strict=True)]
        return Party("".join(f"{letter}." for letter in fullest), titles, gender)

    def body(self, scene: Scene, entity: Entity) -> Body:
        """The first mention with a legal form tells it for all."""
        names = [scene.document.text[span.start : span.end] for span in entity.mentions]
        split = [self._split(name) for name in names]
        form = next((form for _, form in split if form), "")
        letter = next((piece[0][0] for core, _ in split if (piece := _PIECE.search(core))), "")
        return Body(f"{letter.upper()}." if letter else "", form)

    def _split(self, name: str) -> tuple[str, str]:
        """A name without the legal form at its end, and the form."""
        end = len(name)
        while (match := _LAST.search(name, 0, end)) and self._is_legal(match[1]):
            end = match.start()
        form = name[end:].strip(" ,\u00a0\n")
        return (name, "") if form.lower() in _JOINTS else (name[:end], form)

    def _is_legal(self, word: str) -> bool:
        return fold_word(word.replace(".", "")) in self._legal or word.lower() in _JOINTS


def _letters(form: str, parts: list[Part]) -> list[str]:
    """One for each given, middle and family name; what stands before a comma comes last."""
    named = [part for part in parts if part.role in (NAME, INITIAL)]
    comma = form.find(",")
    turned = [part for part in named if part.start > comma] if comma >= 0 else []
    ordered = [*turned, *(part for part in named if part not in turned)] if turned else named
    return [piece[0].upper()[0] for part in ordered for piece in _PIECE.findall(part.text)]


def _end_of_titles(parts: list[Part]) -> int:
    """Where the titles end with which a form begins."""
    if not parts or parts[0].role != TITLE:
        return 0
    return next((part.start for part in parts if part.role != TITLE), 0)

"""Claims of things and bodies that are people, or begin with people: `Bram and Lotte`, `os Brasa Ferraz`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from nescio.core.labels import ORGANIZATION, PERSON, LabelSet
from nescio.core.model import Span
from nescio.packs import Pack
from nescio.text.folding import fold_word

_THINGS: Final = frozenset({ORGANIZATION, "WORK", "PRODUCT", "EVENT"})
_WEAK: Final = 0.5  # a label less sure than this gives way to a pair of people, or to a family
_WEAKEST: Final = 0.4  # the same to one person
_MOST: Final = 4  # words of such a claim
_PLAIN: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*(?: [^\W\d_]+(?:[-'’][^\W\d_]+)*)*")
_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*\.?ª?\.?")
_LAST_WORD: Final = re.compile(r"([^\W\d_]{1,20})[ \u00a0]$")
_REACH: Final = 24  # characters before a claim in which an article stands

_Words = Sequence["re.Match[str]"]


class PeopleInside:
    """Gives such claims the label of people, and cuts a company from those who stand before it.

    A weak label gives way; `Íñigo y Ana Otaño, de Osakit, S.L.` and `Sr. Brás da Brás & Genro, Lda.` are cut
    however sure they are: no company is called so. A user's own claims stay.
    """

    def __init__(self, pack: Pack) -> None:
        naming = pack.naming
        self._pack = pack
        self._labels: LabelSet = pack.labels
        self._given, self._courtesy = naming.gender_of, naming["person.courtesy"]
        self._conjunctions, self._particles = naming["person.conjunctions"], naming["person.particles"]
        self._heads, self._legal = naming["organization.heads"], naming["organization.legal_forms"]
        self._articles = naming["person.plural_articles"] & naming["person.families"]
        self._small, self._surnames = naming.small_words, naming["person.surnames"]

    def parted(self, text: str, claim: Span) -> Sequence[Span]:
        """The claim, or the people in it and what is left."""
        kind = self._labels.root(claim.label) if claim.label in self._labels else ""
        if kind not in _THINGS or claim.is_own:
            return (claim,)
        words = list(_WORD.finditer(text, claim.start, claim.end))
        if kind == ORGANIZATION and (cut := self._body(text, words)) is not None:
            people = claim._replace(end=words[cut].end(), label=PERSON)
            return (people, claim._replace(start=words[cut + 2].start()))
        if claim.score < _WEAK and self._is_people(text, claim, words):
            return (claim._replace(label=PERSON),)
        return (claim,)

    def _body(self, text: str, words: _Words) -> int | None:
        """The last word of the people before a company, a particle behind it."""
        if len(words) < _MOST:
            return None
        names = [fold_word(word[0]) for word in words[: _MOST + 1]]
        if not (names[0] in self._courtesy or names[0] in self._given):
            return None
        for at in range(1, min(len(names) - 1, _MOST)):
            if (
                names[at + 1] not in self._particles
                or names[at + 1] in self._conjunctions
                or at + 2 >= len(words)
            ):
                continue
            is_far = "," in text[words[at].end() : words[at + 1].start()]
            pair = any(name in self._conjunctions for name in names[:at])
            return at if names[0] in self._courtesy or (is_far and pair) else None
        return None

    def _is_people(self, text: str, claim: Span, words: _Words) -> bool:
        names = [fold_word(word[0]) for word in words]
        surface = text[claim.start : claim.end]
        shouted = any(word[0].isupper() for word in words)
        if not 2 <= len(names) <= _MOST or shouted or not _PLAIN.fullmatch(surface):
            return False
        if not self._heads.isdisjoint(names) or not self._legal.isdisjoint(names):
            return False
        if names[1] in self._conjunctions:
            return len(names) > 2 and names[0] in self._given and names[2] in self._given
        if not self._small.isdisjoint(names) or not all(word[0][0].isupper() for word in words):
            return False
        return self._is_family(text, claim, names) or (names[0] in self._given and claim.score < _WEAKEST)

    def _is_family(self, text: str, claim: Span, names: Sequence[str]) -> bool:
        before = _LAST_WORD.search(text[max(0, claim.start - _REACH) : claim.start])
        if before is None or fold_word(before[1]) not in self._articles:
            return False
        return names[-1] in self._surnames or names[-1] in self._pack.own_family_names

"""What stands around a mention of a person: titles, a word for families, another of the same name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from nescio.core.model import Span
from nescio.knowledge.people import GivenNames, PersonWords
from nescio.packs.naming import Naming
from nescio.text.folding import fold_word, fold_words

_LAST_WORD = re.compile(r"(?<![\w.])([^\W\d_]{2,20})(\.?)[ \u00a0]$")
_NEXT_WORD = re.compile(r"(,?)[ \u00a0]([^\W\d_]{2,8})(\.?)(?!\w)")
_LISTED = re.compile(r",?\s+(?:([^\W\d_]{1,3}|&)\.?\s+)?|\s?/\s?")  # between the names of a list
_AND = re.compile(r"\s([^\W\d_]{1,3}|&)\s(?=[^\W\d_a-zß-öø-ÿ])")  # before another name
_STOP = re.compile(r"[.!?:;\n]")
_CAPITAL_NEXT = re.compile(r"\s{1,3}[^\W\d_a-zß-öø-ÿ]")
_PLURALS: Final = ("s", "es")
_REACH: Final = 40
_MIN_STEM: Final = 3
_MAX_CUT: Final = 5  # letters of a title that a full stop cuts short
_MAX_SUFFIX: Final = 3  # the same of a suffix: sen., Jr.


class _NameWords(NamedTuple):
    """The words of all names in a text, and those that stand behind another one."""

    words: frozenset[str]
    family: frozenset[str]


class ContextReader:
    """Reads the words before and after a mention by the small words of a language."""

    def __init__(self, naming: Naming) -> None:
        self._people, self._given = PersonWords(naming), GivenNames(naming)
        self._determiners, self._others = naming["determiners"], naming["person.others"]
        self._plural_articles, self._links = naming["person.plural_articles"], naming["links"]
        self._inflected = naming.inflected
        self._conjunctions, self._between = naming["person.conjunctions"], naming["person.between"]
        self._choices = naming["person.choices"]
        self._idle = naming.small_words | naming.titles | self._others

    def titles_before(self, text: str, start: int) -> list[str]:
        """`Mr` of `Mr Doe`, where only `Doe` is the mention: it tells the gender."""
        titles: list[str] = []
        before = text[max(0, start - _REACH) : start]
        while (match := _LAST_WORD.search(before)) and fold_word(match[1]) in self._people.titles:
            if match[2] and len(match[1]) > _MAX_CUT:
                break  # a full stop behind a whole word ends a sentence
            titles.insert(0, match[1])
            before = before[: match.start()]
        return titles

    def kin_gender(self, text: str, start: int) -> str:
        """What a word for a relative says of who is named behind it: `your daughter Finja Rehm`."""
        match = _LAST_WORD.search(text[max(0, start - _REACH) : start])
        return self._people.kin_gender(match[1].lower()) if match and not match[2] else ""

    def suffix_after(self, text: str, end: int) -> list[str]:
        """`sen.` of `Quast sen.`, where only `Quast` is the mention: it tells two people apart."""
        match = _NEXT_WORD.match(text, end)
        if match is None or fold_word(match[2]) not in self._people.generations:
            return []
        # Behind a comma a whole word is something else: "Ana Reis, filha", "¡Santos, hijo!"
        return [] if match[1] and len(match[2]) > _MAX_SUFFIX else [match[2]]

    def is_parted(self, surface: str) -> bool:
        """`do Heitor` of `mãe do Heitor`: the title before it is somebody else's."""
        first = surface.split()[0] if surface else ""
        return first.islower() and fold_word(first) in self._determiners

    def namesakes(self, text: str, spans: Sequence[Span]) -> Iterator[Span]:
        """The second of two of one name side by side: `Tann v Tann`, `Ana del sur o Ana tu prima`."""
        for one, other in pairwise(sorted(spans)):
            first, second = text[one.start : one.end], text[other.start : other.end]
            names = fold_words(first)
            if names != fold_words(second) or len(names) > 1 or second.islower():
                continue  # "oder der beat" may be the word
            between = text[one.end : other.start]
            words = between.lower().split() if len(between) < _REACH and not _STOP.search(between) else []
            beside = words == ["&"] or (len(words) == 1 and words[0] in self._conjunctions | self._between)
            if beside or not self._choices.isdisjoint(words):
                yield other

    def is_other(self, text: str, start: int) -> bool:
        """`the other Pat`: not the one who was called so."""
        words = fold_words(text[max(0, start - _REACH) : start])
        is_next = text[start - 1 : start] == " "
        return is_next and any(" ".join(words[-size:]) in self._others for size in (1, 2))

    def families(self, text: str, spans: Sequence[Span]) -> frozenset[Span]:
        """The mentions that are not one person, but all of a name: `Familie Huber`, `the Harpers`."""
        names = [fold_words(text[span.start : span.end]) for span in spans]
        known = _NameWords(
            frozenset(word for words in names for word in words),
            frozenset(word for words in names for word in words[1:]),
        )
        shared = self.shared_names(text, spans)
        found: set[Span] = set()
        for before, span in pairwise([None, *sorted(spans)]):
            if span is None or span in shared:
                continue
            goes_on = before is not None and before in found and self._goes_on(text, before, span)
            if goes_on or self._is_family(text, span, known):
                found.add(span)
        return frozenset(found)

    def _is_family(self, text: str, span: Span, known: _NameWords) -> bool:
        words = fold_words(text[span.start : span.end])
        written = self._word_before(text, span.start)
        word = fold_word(written)
        is_given = not words or words[0] in self._given or words[-1] in self._given
        if self._people.names_family(written):
            # "Brüder Stein" are a family; "os Santos" may be one, and "Eheleute Jaap und Mieke" are two.
            alone = len(words) == 1 and (word not in self._plural_articles or words[0] in known.family)
            return not is_given or (alone and not self._is_one_of_two(text, span))
        if is_given:
            return False
        stems = {words[-1].removesuffix(ending) for ending in _PLURALS} - {words[-1]}
        is_plural = any(len(stem) >= _MIN_STEM and stem in known.words for stem in stems)
        is_placed = word in self._plural_articles or self._is_at(text, span, word)
        return is_plural and len(words) < 3 and is_placed

    def _is_one_of_two(self, text: str, span: Span) -> bool:
        """`las hermanas Ana y Rut Sol`: another name behind an "and"."""
        match = _AND.match(text, span.end)
        return match is not None and (match[1] == "&" or fold_word(match[1]) in self._conjunctions)

    def _is_at(self, text: str, span: Span, word: str) -> bool:
        """`bei Ritters`, but not `bei Ritters Mutter`: where names are inflected, no article is needed."""
        return self._inflected and word in self._links and not _CAPITAL_NEXT.match(text, span.end)

    def _goes_on(self, text: str, before: Span, span: Span) -> bool:
        """`Familien Krug und Ahlers`: a word for families holds for all names of a list."""
        match = _LISTED.fullmatch(text, before.end, span.start)
        words = fold_words(text[span.start : span.end])
        names = [word for word in words if word not in self._people.particles]
        if match is None or match[0].isspace() or len(names) != 1 or words[0] in self._given:
            return False  # "hermanos Ana y Gorka Ruiz" are two people
        joined = fold_word(match[1]) if match[1] else ""
        return not joined or joined in self._conjunctions

    def _word_before(self, text: str, start: int) -> str:
        match = _LAST_WORD.search(text[max(0, start - _REACH) : start])
        return match[1].lower() if match else ""

    def listed_together(self, text: str, spans: Sequence[Span]) -> Iterator[tuple[Span, Span]]:
        """Mentions of two people: `Santi y Santi chico`, `Lilly und Lili`."""
        for one, other in pairwise(sorted(spans)):
            between = text[one.end : other.start]
            words = between.lower().split() if len(between) < _REACH else []  # an accent tells "é" from "e"
            if (
                words
                and (words[0] in self._conjunctions or words[0] == "&")
                and all(fold_word(w) in self._idle for w in words[1:])
            ):
                yield one, other

    def shared_names(self, text: str, spans: Sequence[Span]) -> Mapping[Span, str]:
        """Given names to the family name that comes once for two: `Jana und Timo Rauch`."""
        found: dict[Span, str] = {}
        for one, other in pairwise(sorted(spans)):
            given = text[one.start : one.end].split()
            full = text[other.start : other.end].split()
            match = _LISTED.fullmatch(text[one.end : other.start])
            if (
                len(given) == 1
                and len(full) == 2
                and match is not None
                and match[1]
                and (match[1] == "&" or fold_word(match[1]) in self._conjunctions)
                and all(fold_word(word) in self._given for word in (given[0], full[0]))
                and fold_word(full[1]) not in self._given
                and fold_word(full[1]) not in self._people.suffixes
            ):
                found[one] = full[1]
        return found

"""What is left of a hidden name in an output: found in one pass, whatever wrote it."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple

import regex

from nescio.core.kit import PlainWords
from nescio.core.labels import ORGANIZATION, PERSON, PLACE, LabelSet
from nescio.core.model import Entity
from nescio.replace.fragments import Fragments, LeftName
from nescio.text.folding import compose, fold, fold_words
from nescio.text.occurrences import Strings

DIRECT: Final = "direct"
_SHORTEST: Final = 4  # letters of what counts as left
_SHORT_NUMBER: Final = 6  # figures: a shorter number may stand elsewhere for something else
_HEARD: Final = 2  # words that a speech recognizer makes of one name
_FREQUENT: Final = 5  # Zipf class of words that every text has, whoever is called so
_REACH: Final = 20  # characters before a noun in which its article stands
_NAMED: Final = (PLACE, ORGANIZATION)
_RUN: Final = regex.compile(r"\S+")
_GAPS: Final = regex.compile(r"[^\p{L}\p{M}\p{N}]+")
_GAP: Final = regex.compile(r"\s*[\p{Cf},.;:/'’\"()_+–—-]{0,3}\s*")  # between the words of one name
_WRITTEN_OUT: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
)
_GLUES_BEFORE: Final = ("#", "@", "_")
_GLUES_AFTER: Final = ("@", "_")
_TAIL: Final = 4  # letters of a word that ends another, which is a compound then: Beobachtermission
_INSIDE: Final = 5  # letters of a name that is believed inside a word that is none: nparedesi
_BEGINS: Final = regex.compile(r"(?:^|[\n.!?:…•*>|]|[\p{Ps}\p{Pi}\"„])[ \t]*$")


class _Token(NamedTuple):
    """The letters and figures that something stands among, in the text."""

    start: int
    end: int


class _Readable:
    """A text as its folded words with single spaces, and where each stands in the text."""

    def __init__(self, text: str) -> None:
        self._composed, self._places = compose(text)
        folded = fold(self._composed)
        self._runs = [match.span() for match in _RUN.finditer(folded)]
        words = [folded[start:end] for start, end in self._runs]
        self.text = " ".join(words)
        self._starts = [0, *accumulate(len(word) + 1 for word in words)][: len(words)]
        self._is_alpha: dict[int, bool] = {}

    def place(self, start: int, end: int) -> tuple[int, int, _Token]:
        """Where a stretch of the folded text stands in the text, and the token there."""
        first, last = self._word(start), self._word(end - 1)
        (left, _), (inner, right) = self._runs[first], self._runs[last]
        begin, stop = left + start - self._starts[first], inner + end - self._starts[last]
        if (places := self._places) is None:
            return begin, stop, _Token(left, right)
        return places[begin], places[stop], _Token(places[left], places[right])

    def is_alpha(self, start: int) -> bool:
        """Whether the token at a place is of letters alone; looked at once for each."""
        word = self._word(start)
        if word not in self._is_alpha:
            run = self._runs[word]
            self._is_alpha[word] = self._composed[run[0] : run[1]].isalpha()
        return self._is_alpha[word]

    def _word(self, place: int) -> int:
        return bisect_right(self._starts, place) - 1


class HiddenNames:
    """The surfaces and the parts of names that must not stand in the output of a document."""

    def __init__(self, text: str, entities: Iterable[Entity], *, labels: LabelSet, words: PlainWords) -> None:
        self._words = words
        self._owner: dict[str, int] = {}
        self._family: set[str] = set()  # words that are a name beyond doubt, by where they stand
        self._small: set[str] = set()  # parts of names that are written in small letters
        self._led: set[str] = set()  # the same behind a title or an article
        self._named: set[str] = set()  # words that are a name wherever a capital alone makes one
        self._things: set[str] = set()  # names of places and bodies, which are looked for as whole words
        people: dict[str, int] = {}
        for entity in entities:
            root, is_direct = labels.root(entity.label), labels[entity.label].identifier == DIRECT
            if root == PERSON:
                self._add_led(text, entity)
            found = Counter(text[span.start : span.end] for span in entity.mentions)
            for surface, count in found.items():
                if is_direct:
                    for spelled in _spellings(surface):
                        self._add(spelled, entity.id, is_person=root == PERSON, is_sure=count > 1)
                elif root in _NAMED:
                    self._add_thing(surface, entity.id)
                if root == PERSON:
                    people |= dict.fromkeys(self._parts(surface, fold_words(surface)), entity.id)
        self._fragments = Fragments(people, words.frequency_of, diminutives=words.diminutives)

    def _add(self, surface: str, entity: int, *, is_person: bool, is_sure: bool) -> None:
        words = fold_words(surface)
        parts = [" ".join(words)]
        if is_person:
            parts += self._parts(surface, words)
            parts += self._inflected(surface, parts)
        for part in parts:
            letters = part.replace(" ", "")
            if len(letters) >= (_SHORT_NUMBER if letters.isdecimal() else _SHORTEST):
                self._owner.setdefault(part, entity)
        if not is_person:
            return
        if surface.islower():
            self._small.update(parts)
            return
        if len(words) > 1 or is_sure or not self._may_be_noun(parts[0]):
            self._family.update(self._family_names(surface, words))
        if len(words) > 1 or is_sure or self._words.frequency_of.get(parts[0], 0) < _FREQUENT:
            self._named.update(parts)

    def _inflected(self, surface: str, parts: Sequence[str]) -> Iterator[str]:
        """A name heard as two words, written as one (wein gärtner), and the genitive of a short one: Bärs."""
        words = parts[0].split(" ")
        if len(words) == _HEARD and surface.islower() and min(map(len, words)) > 1:
            yield "".join(words)
        for part in parts:
            if len(part) == _SHORTEST - 1 and part.isalpha():
                yield from (part + ending for ending in self._words.endings if len(ending) == 1)

    def _add_led(self, text: str, entity: Entity) -> None:
        """Names in small letters that a title or an article makes names: herr kurz, o nuno."""
        for span in entity.mentions:
            surface = text[span.start : span.end]
            before = fold_words(text[max(0, span.start - _REACH) : span.start]) if surface.islower() else ()
            if before and (before[-1] in self._words.titles or before[-1] in self._words.determiners):
                words = fold_words(surface)
                self._led.update((*self._parts(surface, words), *self._inflected(surface, [" ".join(words)])))

    def _may_be_noun(self, word: str) -> bool:
        """Whether a word that stands with a capital but once may be a common noun, taken for a name."""
        return self._words.capital_nouns and self._words.frequency_of.get(word, 0) >= _FREQUENT

    def _add_thing(self, surface: str, entity: int) -> None:
        """A name that is no word of the language: what it names, it may name elsewhere.

        So may the last of several words, where it is no compound: that of a person may stand in the
        name of a body.
        """
        words = fold_words(surface)
        last = words[-1] if words else ""
        is_name = last.isalpha() and len(last) >= _SHORTEST and last not in self._words.frequency_of
        if is_name and last not in self._owner and (len(words) == 1 or not self._is_compound(last)):
            self._owner[last] = entity
            self._things.add(last)

    def _is_compound(self, word: str) -> bool:
        """Whether a word of the language ends a word that is none."""
        return any(word[start:] in self._words.frequency_of for start in range(1, len(word) - _TAIL + 1))

    def _parts(self, surface: str, words: Sequence[str]) -> Iterator[str]:
        """The words that are names: no particles, no titles but what stands before a comma."""
        before_name = "," not in surface
        for place, word in enumerate(words):
            is_title = word in self._words.titles and before_name and place < len(words) - 1
            if not is_title:
                before_name = False
                if word.isalpha() and word not in self._words.particles:
                    yield word

    def _family_names(self, surface: str, words: Sequence[str]) -> Sequence[str]:
        """What stands alone, before a comma, or last behind a word that can only be a name."""
        before, comma, _ = surface.partition(",")
        family = len(fold_words(before)) if comma else 0
        given = words[family:] if family else words[:1]
        if len(words) > 1 and not any(self._is_name(word) for word in given):
            return ()
        return words[:family] if family else words[-1:]

    def _is_name(self, word: str) -> bool:
        return word in self._words.names or word not in self._words.frequency_of

    @cached_property
    def most_words(self) -> int:
        """Of one name."""
        return max((part.count(" ") + 1 for part in self._owner), default=0)

    @cached_property
    def _strings(self) -> tuple[Strings, Strings]:
        """What is looked for, surfaces of several words first."""
        several = {part for part in self._owner if " " in part}
        return Strings(several), Strings(self._owner.keys() - several)

    def find(self, text: str) -> list[LeftName]:
        """Everything of them in a text, surfaces of several words first; linear in the text."""
        if not self._owner:
            return []
        readable = _Readable(text)
        found = [
            left
            for strings in self._strings
            for item in strings.occurrences(readable.text)
            if (left := self._judged(text, readable, item.start, item.text)) is not None
        ]
        return _without_overlap([*found, *self._fragments.find(text)])

    def _judged(self, text: str, readable: _Readable, place: int, part: str) -> LeftName | None:
        """What was found, unless it is only a piece of another word."""
        start, end, token = readable.place(place, place + len(part))
        is_whole = token.start == start and (token.end == end or self._is_ending(text[end : token.end][:4]))
        if not is_whole and part in self._things:
            return None
        if " " in part and not _hangs_together(text[start:end]):
            return None  # its words are looked for one by one
        is_alpha = not is_whole and " " not in part and readable.is_alpha(place)
        if is_alpha and not _is_glued(text, start, token):
            return self._longer(text, token, start, part)
        return LeftName(start, end, self._owner[part], is_whole and self._is_word(text, start, end, part))

    def _is_ending(self, rest: str) -> bool:
        return rest.lower() in self._words.endings

    def _longer(self, text: str, token: _Token, start: int, part: str) -> LeftName:
        """A name inside a longer word: told by it where neither is a word of the language.

        A short one only as the beginning of a longer form, where names are written in small letters
        (taty, tatyanne), one that is a word only between the letters of a log-in (nparedesi).
        """
        known, owner = self._words.frequency_of, self._owner[part]
        surface, is_long = text[token.start : token.end], len(part) >= _INSIDE
        if "".join(fold_words(surface)) not in known:
            is_told = is_long or (token.start == start and part in self._small)
            is_log_in = is_long and token.start < start and surface.islower() and self._is_name(part)
            if (is_told and part not in known) or (is_log_in and not self._words.capital_nouns):
                return LeftName(token.start, token.end, owner, False)
        return LeftName(start, start + len(part), owner, False, is_inside=True)

    def _is_word(self, text: str, start: int, end: int, part: str) -> bool:
        """Whether it is written as a common word, for all that the document shows.

        In small letters, unless it is a rather rare name or names are written so; as a noun behind its
        article; with a capital, but neither a family name by its place nor one that people are known to have.
        """
        if " " in part or part in self._things:
            return False
        frequency = self._words.frequency_of.get(part, 0)
        if text[start:end].islower():
            return self._is_small_word(text, start, part, frequency)
        is_known = part in self._words.names
        if not frequency or (is_known and text[start:end].isupper() and part in self._family):
            return False
        if not self._words.capital_nouns and part in self._named and not _begins(text, start, end):
            return False
        if not is_known and part not in self._family:
            return True
        is_noun = self._words.capital_nouns and not text[start:end].isupper()
        return is_noun and self._follows_determiner(text, start)

    def _is_small_word(self, text: str, start: int, part: str, frequency: int) -> bool:
        """Whether small letters make a word of a name: not where the name is hidden in small letters too."""
        is_known = part in self._words.names
        follows = bool(frequency) and self._follows_determiner(text, start)
        if part in self._small and (is_known or (follows and part in self._led)):
            return frequency > _FREQUENT
        if follows and not self._small:
            return True
        return bool(frequency) and (not is_known or frequency >= _FREQUENT)

    def _follows_determiner(self, text: str, start: int) -> bool:
        before = fold_words(text[max(0, start - _REACH) : start])
        return bool(before) and before[-1] in self._words.determiners


def _spellings(surface: str) -> Iterator[str]:
    """A name, and as it is written where there is no ß or no umlaut: in capitals, in addresses."""
    yield surface
    if "ß" in surface:
        yield surface.replace("ß", "ss")
    elif "ss" in surface.lower():
        yield surface.replace("ss", "ß").replace("SS", "ß")
    if (written_out := surface.translate(_WRITTEN_OUT)) != surface:
        yield written_out


def _hangs_together(surface: str) -> bool:
    """Whether nothing stands between the words of a name but what names have there: no "Rui [...] Conde"."""
    return all(_GAP.fullmatch(gap) for gap in _GAPS.findall(surface))


def _begins(text: str, start: int, end: int) -> bool:
    """Whether a capital tells nothing: at the start of a sentence or line, or among capitals alone."""
    return text[start:end].isupper() or _BEGINS.search(text, max(0, start - _REACH), start) is not None


def _is_glued(text: str, start: int, token: _Token) -> bool:
    """Whether a word is made of several: a handle, an address, a capital inside."""
    if text[token.start - 1 : token.start] in _GLUES_BEFORE:
        return True
    after = text[token.end : token.end + 2]
    if after[:1] in _GLUES_AFTER or (after[:1] == "." and after[1:].isalpha()):
        return True
    return token.start < start and text[start].isupper() and text[start - 1].islower()


def _without_overlap(found: Iterable[LeftName]) -> list[LeftName]:
    """In order; of those that overlap the longer."""
    kept: list[LeftName] = []
    for item in sorted(found, key=lambda left: (left.start, -left.end)):
        if not kept or item.start >= kept[-1].end:
            kept.append(item)
    return kept

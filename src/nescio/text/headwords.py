"""Headwords: the word of a name that says what the thing is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import regex

from nescio.text.compounds import Splitter

_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:[-'’.&][\p{L}\p{M}\p{N}]+)*\.?")


class Head(NamedTuple):
    """The headword of a name, where it stands in it, and which heuristic chose it."""

    word: str
    start: int
    end: int
    reason: str  # "known", "preposition", "genitive", "first", "last"
    base: str  # the last part of a compound, or the word itself


@dataclass(frozen=True, slots=True)
class HeadRules:
    """How a language builds names; read from `agreement/heads.toml` of its pack."""

    position: str = "last"  # of the head among words that no preposition joins
    prepositions: frozenset[str] = frozenset()
    genitives: frozenset[str] = frozenset()  # articles that begin a genitive attribute
    determiners: frozenset[str] = frozenset()
    possessives: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()  # inflectional endings that names may carry
    head_endings: tuple[str, ...] = ()  # the same for the common nouns in names
    variants: tuple[tuple[str, str], ...] = ()  # ending in the text -> ending in the name itself
    plurals: tuple[tuple[str, str], ...] = ()  # ending of a plural -> ending of its singular
    prefixes: tuple[str, ...] = ()  # points of the compass and the like before names of places
    places: frozenset[str] = frozenset()  # prepositions that stand before towns without an article
    origins: frozenset[str] = frozenset()  # the same, but which also join the words of a name
    halls: frozenset[str] = frozenset()  # contracted articles that stand before inns, halls, cinemas
    conjunctions: frozenset[str] = frozenset()
    short: Mapping[str, str] = field(default_factory=dict)  # "St." -> "Sankt"
    splitter: Splitter | None = None


def find_head(name: str, rules: HeadRules, is_known: Callable[[str], bool]) -> Head | None:
    """The headword of a name; None if the name has no word at all.

    Known heads win, then what stands before a preposition or after a genitive, then the first
    or the last word as the language has it (thesis, 3.3.4).
    """
    words = [(m[0], m.start(), m.end()) for m in _WORD.finditer(name)]
    first = 0
    while first < len(words) - 1 and words[first][0].lower() in rules.determiners:
        first += 1
    words = words[first:]
    if not words:
        return None
    segment, reason = _segment(name, words, rules)
    known = [(word, base) for word in segment if (base := _known_base(word[0], rules, is_known))]
    if not known and len(segment) < len(words):  # "Turn- und Sportverein": the head may come later
        known = [(word, base) for word in words if (base := _known_base(word[0], rules, is_known))][:1]
    if known:
        (word, start, end), base = known[0] if rules.position == "first" else known[-1]
        return Head(word, start, end, "known", base)
    word, start, end = segment[0] if rules.position == "first" else segment[-1]
    return Head(word, start, end, reason or rules.position, word)


_Words = list[tuple[str, int, int]]


def _segment(name: str, words: _Words, rules: HeadRules) -> tuple[_Words, str]:
    """The words among which the head is: before a preposition, after a possessor."""
    for place, (word, _, _) in enumerate(words):
        small = word.lower()
        if place and small in rules.prepositions and word[:1].islower():
            return words[:place], "preposition"
        if place and small in rules.genitives and word[:1].islower():
            return words[:place], "genitive"
    for place, (word, _, end) in enumerate(words[:-1]):
        if word.endswith(rules.possessives) or name[end : end + 2] in rules.possessives:
            following = [item for item in words[place + 1 :] if f"'{item[0]}" not in rules.possessives]
            return following or words, "genitive"
    return words, ""


def _known_base(word: str, rules: HeadRules, is_known: Callable[[str], bool]) -> str:
    """The known word in a token: itself, its singular, or the last part of a compound."""
    for form in _forms(word.rstrip("."), rules):
        if is_known(form):
            return form
        if (part := _part(form, rules)) and (base := _known_base(part, rules, is_known)):
            return base
        if rules.splitter is not None:
            parts = rules.splitter.split(form, is_known)
            if len(parts) > 1 and is_known(parts[-1]):
                return parts[-1]
    return ""


def _forms(word: str, rules: HeadRules) -> Iterator[str]:
    """The word and what it is without the endings of cases and plurals, also in capitals."""
    yield word
    spelling = word if not word.isupper() else word.capitalize()
    yield from (spelling.removesuffix(end) for end in rules.head_endings if spelling.endswith(end))
    yield from (spelling.removesuffix(many) + one for many, one in rules.plurals if spelling.endswith(many))


def _part(word: str, rules: HeadRules) -> str:
    """The part of a hyphenated word that says what it is: Estados-Membros, SPD-Wirtschaftsrat."""
    front, _, tail = word.rpartition("-") if rules.position == "last" else word.partition("-")[::-1]
    return tail if front and tail else ""

"""The other spellings under which a name of a text may stand in a knowledge base."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Generic, TypeVar

import regex

from nescio.text.headwords import HeadRules

Known = TypeVar("Known")
_SHORTEST: Final = 3  # letters that are left of a name without its ending
_LONGEST: Final = 8  # letters of an acronym
_DOTTED: Final = regex.compile(r"(?:\p{Lu}\. ?){2,}\p{Lu}?\.?")
_MARKS: Final = " \t\"'“”„‚‘’«»()[]*"
# Blanks are read from their first one on only, so that a long row of them is read once.
_ASIDE: Final = regex.compile(r"(?:(?<!\s)\s++)?\([^()]*\)")
_JOINTS: Final = regex.compile(r"(?<!\s)\s++[-–—|]\s+|(?:(?<!\s)\s++)?(?:/\s*|[()]\s*|,\s+|:\s+)")
_WORD: Final = regex.compile(r"[\p{L}\p{N}]+")
_SAME, _LETTERS, _PART = "same", "letters", "part"  # how a short form stands for a long one
_ARTICLES: Final = 8  # at most, before a name


def spellings(name: str, rules: HeadRules) -> Iterator[str]:
    """The name as it is, then without marks, articles, dots, endings and points of the compass."""
    yield name
    plain = _ASIDE.sub("", name).strip(_MARKS) or name
    if plain != name:
        yield plain
    words = plain.split()
    if not words:
        return
    if _DOTTED.fullmatch(plain):  # F.D.P.
        yield regex.sub(r"[. ]", "", plain)
    for _ in range(_ARTICLES):
        if len(words) < 2 or words[0].lower() not in rules.determiners:
            break
        words = words[1:]
        yield " ".join(words)
    if any(word in rules.short for word in words):
        yield " ".join(rules.short.get(word, word) for word in words)
    yield from _without_ending(" ".join(words), rules)
    yield from _without_prefix(plain, rules)
    yield from _declined(words, rules)


def segments(name: str) -> list[str]:
    """The names in a name that is made of several: "STN - Sistema do Norte", "UN/OCHA"."""
    parts = [part.strip(_MARKS) for part in _JOINTS.split(name)]
    found = [part for part in parts if len(part) > 1]
    return found if len(found) > 1 else []


def _without_ending(name: str, rules: HeadRules) -> Iterator[str]:
    for ending in rules.endings:
        if len(name) >= len(ending) + _SHORTEST and name.endswith(ending):
            yield name.removesuffix(ending)


def _without_prefix(name: str, rules: HeadRules) -> Iterator[str]:
    for prefix in rules.prefixes:  # Nordostpolen
        rest = name[len(prefix) :].lstrip("-")
        if name.lower().startswith(prefix) and len(rest) > _SHORTEST:
            yield rest[:1].upper() + rest[1:]


def _declined(words: list[str], rules: HeadRules) -> Iterator[str]:
    """The name with other endings of its words: den Deutschen Städtetages → Deutscher Städtetag."""
    for ending, other in rules.variants:
        inflected = [w.removesuffix(ending) + other if w.endswith(ending) else w for w in words]
        if inflected == words:
            continue
        front, last = " ".join(inflected[:-1]), words[-1]
        yield f"{front} {last}".strip()
        yield " ".join(inflected)
        for tail in rules.endings:
            if front and len(last) >= len(tail) + _SHORTEST and last.endswith(tail):
                yield f"{front} {last.removesuffix(tail)}"


class ShortForms(Generic[Known]):
    """Long names and what is known of each, found by their equals, first letters, or a whole part."""

    def __init__(self) -> None:
        self._known: list[Known] = []
        self._first: dict[tuple[str, str], int] = {}  # what may be said for a name -> the first such name

    def add(self, name: str, known: Known) -> None:
        long = name.strip(_MARKS)
        words = [word for word in _WORD.findall(long) if len(word) > 1]
        letters = "".join(word[0] for word in words if word[0].isupper())
        said = [(_SAME, long.lower()), (_LETTERS, letters), *((_PART, word) for word in words)]
        for key in said:
            self._first.setdefault(key, len(self._known))
        self._known.append(known)

    def meant_by(self, name: str) -> Known | None:
        """What is known of the first name that this one can stand for: `SIBS`, `Vitae`."""
        short = name.strip(_MARKS)
        said = [(_SAME, short.lower())]
        if short.isupper() and 1 < len(short) <= _LONGEST:
            said.append((_LETTERS, short))
        elif len(short) > _SHORTEST and short[:1].isupper():
            said.append((_PART, short))
        places = [self._first[key] for key in said if key in self._first]
        return self._known[min(places)] if places else None

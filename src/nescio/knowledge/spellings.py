"""The other spellings under which a name of a text may stand in a knowledge base."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from nescio.text.headwords import HeadRules

_SHORTEST: Final = 3  # letters that are left of a name without its ending
_LONGEST: Final = 8  # letters of an acronym
_DOTTED: Final = regex.compile(r"(?:\p{Lu}\. ?){2,}\p{Lu}?\.?")
_MARKS: Final = " \t\"'“”„‚‘’«»()[]*"
_ASIDE: Final = regex.compile(r"\s*\([^()]*\)")
_JOINTS: Final = regex.compile(r"\s+[-–—|]\s+|\s*/\s*|\s*[()]\s*|\s*,\s+|\s*:\s+")


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
    while len(words) > 1 and words[0].lower() in rules.determiners:
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


def is_short_form(name: str, other: str) -> bool:
    """Whether a name is another one's equal, first letters, or a whole part: `SIBS`, `Vitae`."""
    mine, theirs = name.strip(_MARKS), other.strip(_MARKS)
    if mine.lower() == theirs.lower():
        return True
    words = [word for word in regex.findall(r"[\p{L}\p{N}]+", theirs) if len(word) > 1]
    if mine.isupper() and 1 < len(mine) <= _LONGEST:
        return mine == "".join(word[0] for word in words if word[0].isupper())
    return len(mine) > _SHORTEST and mine[:1].isupper() and mine in words

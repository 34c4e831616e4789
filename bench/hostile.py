"""Hostile text for benches: whatever might make somebody look at everything once more for each thing.

Each kind is a function of a language and a size. Names are invented by `bench/texts.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, cycle
from random import Random
from typing import Final

from bench.reporting import settings_of
from bench.texts import invented, material, varied

Maker = Callable[[str, int], str]
LETTERS: Final = "ABCDEFGHIJKLMNOPRSTVW"


@cache
def _words(language: str) -> dict[str, list[str]]:
    """Titles, particles, abbreviations and the like, of each language."""
    found: dict[str, list[str]] = settings_of(__file__)[language]
    return found


def _upto(pieces: Iterator[str], size: int) -> str:
    parts: list[str] = []
    length = 0
    while length < size:
        parts.append(next(pieces))
        length += len(parts[-1])
    return "".join(parts)[:size]


def _again(piece: str) -> Maker:
    return lambda language, size: (piece * (size // len(piece) + 1))[:size]


def _between(left: str, piece: str, right: str) -> Maker:
    """Something endless between two names."""
    return lambda language, size: (left + piece * (size // len(piece)))[: size - len(right)] + right


def _names(language: str, size: int, pattern: str) -> str:
    """Sentences with a new name each; the pattern has {given}, {family}, {title}, {w}, {n}, {any}."""
    source, words = material(language), _words(language)
    random = Random(f"{language} {pattern}")  # noqa: S311 - a bench, not a secret
    eight = source.given[:8]

    def sentences() -> Iterator[str]:
        for number in count():
            yield pattern.format(
                title=words["titles"][number % len(words["titles"])],
                given=eight[number % 8],
                family=invented(source.family, random),
                city=invented(source.cities, random),
                head=words["heads"][number % len(words["heads"])],
                of=words["of"][0],
                w=random.choice(source.words),
                n=number,
                any=_any_number(random),
            )

    return _upto(sentences(), size)


def _any_number(random: Random) -> int:
    """Of one to six digits, each as often: counted numbers would look otherwise in a longer text."""
    return int(10 ** random.uniform(0, 6))


def _pattern(pattern: str) -> Maker:
    return lambda language, size: _names(language, size, pattern)


def _endless_name(language: str, size: int) -> str:
    """One name with particles between its words, and no end."""
    source, particles = material(language), cycle(_words(language)["particles"])
    random = Random(language)  # noqa: S311 - a bench, not a secret
    return "Anna " + _upto(
        (f"{invented(source.family, random)} {next(particles)} " for _ in count()), size - 5
    )


def _listed(key: str) -> Maker:
    """The words of one kind, again and again."""
    return lambda language, size: _upto(cycle([f"{word} " for word in _words(language)[key]]), size)


def _short_forms(language: str, size: int) -> str:
    """A few names in full, then their parts alone, thousands of times."""
    source = material(language)
    full = [f"{given} {family}. " for given, family in zip(source.given[:9], source.family[:9], strict=True)]
    parts = cycle(
        f"{word}. "
        for given, family in zip(source.given[:9], source.family[:9], strict=True)
        for word in (family, given)
    )
    return "".join(full) + _upto(parts, size - sum(map(len, full)))


def _placeholders(language: str, size: int) -> str:
    """Placeholders that stand in the text already."""
    names = cycle(_words(language)["labels"])
    return _upto((f"[{next(names)}{number}] Anna Meier{LETTERS[number % 20]} " for number in count(1)), size)


def _changed(change: Callable[[str], str]) -> Maker:
    return lambda language, size: change(varied(language, size))


KINDS: Final[dict[str, Maker]] = {
    "names sharing one first word": _pattern("Anna {family} {w}. "),
    "names sharing eight first words": _pattern("{title} {given} {family} {w}. "),
    "names with one family name": _pattern("{family} Meier {w}. "),
    "one endless name": _endless_name,
    "the same short forms": _short_forms,
    "bodies sharing a first word": _pattern("{head} {of} {city}, {w}. "),
    "bodies with acronyms": _pattern("{head} {of} {city} {family} (XY{n}), XY{n}. "),
    "places in a list": _pattern("{city}, {city}; {w}/{city} "),
    "many initials": _again("A. B. C. D. E. F. "),
    "titles": _listed("titles"),
    "nested abbreviations": _listed("abbreviations"),
    "articles": _listed("articles"),
    "enumerators": _between("1.1", ".1", " a. b. c. Anna Meier"),
    "placeholders": _placeholders,
    "dates": _pattern("1.{any}.2020 3/4/19{any} {w} "),
    "e-mail-like runs": _again("a.b-c_d@e.f"),
    "one long e-mail": _between("a", "b.c", "@example.org"),
    "addresses of pages": _pattern("https://www.{w}.org/{w}?{any} "),
    "digits": _again("1234567890"),
    "numbers": _pattern("{any} {any}-{any} 0{any} "),
    "[[[[": _again("["),
    "((((": _again("("),
    "brackets inside": lambda language, size: "(" * (size // 2) + ")" * (size - size // 2),
    "quotes": _again('"'),
    "« and names": _again("« Anna Meier "),
    "apostrophes": _again("d'l'"),
    "hyphens": _again("Anna-Maria-"),
    "slashes": _again("Anna/Meier/"),
    "one word": _again("Anna "),
    "one letter": _again("a"),
    "capital letter": _again("A"),
    "stops": _again(". "),
    "commas": _again("Anna, "),
    "blanks in a name": _between("Anna", " ", "Meier (Berlin)"),
    "line ends": _again("Anna\nMeier\n"),
    "empty lines": _again("Anna\n\n"),
    "marks on a letter": _between("Anna Meier a", "\u0301", " Meier"),
    "soft hyphens": _again("An\u00adna Mei\u00ader "),
    "lone surrogates": _again("Anna \ud800 Meier "),
    "emoji": _again("Anna 😀 Meier 👍🏽 "),
    "tags": _again("<a <b Anna "),
    "no sentence end": _changed(lambda text: text.replace(".", "").replace("\n", " ")),
    "one line": _changed(lambda text: text.replace("\n", " ")),
    "all capitals": _changed(str.upper),
    "all small": _changed(str.lower),
    "a word per line": _changed(lambda text: text.replace(" ", "\n")),
}

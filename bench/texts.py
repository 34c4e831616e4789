"""Varied text for benches: invented letters in four languages, the same from the same seed.

Everyday words come from the pack of the language; the names of people, places and firms are put together
from the beginnings and ends of its lists, so that hardly one is anybody's. A megabyte has more than
20,000 different words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from bench.reporting import settings_of
from nescio.packs import load_pack

SENTENCES = (4, 14)  # of a letter


@dataclass(frozen=True)
class LetterParts:
    """What letters of one language are made of."""

    words: Sequence[str]
    given: Sequence[str]
    family: Sequence[str]
    cities: Sequence[str]
    bodies: Sequence[str]
    firms: Sequence[str]
    dates: Sequence[str]
    months: Sequence[str]
    sentences: dict[str, list[str]]


@cache
def material(language: str) -> LetterParts:
    pack = load_pack(language)
    lists = {words.name: words.entries for words in pack.lists}
    single = {name: [entry for entry in lists[name] if entry.isalpha()] for name in ("given_names", "cities")}
    return LetterParts(
        [word for word in pack.naming.frequency_of if word.isalpha()],
        single["given_names"],
        [entry for entry in lists["family_names"] if entry.isalpha() and len(entry) > 4],
        [entry for entry in single["cities"] if len(entry) > 4],
        lists["institutions"],
        lists["companies"],
        [form for form in pack.dates.written if "{d}" in form and "{y}" in form],
        pack.dates.months,
        settings_of(__file__)[language],
    )


def varied(language: str, size: int, *, seed: int = 0) -> str:
    """Letters one after the other, up to so many characters."""
    parts: list[str] = []
    length = 0
    for letter in _letters(language, seed):
        parts.append(letter)
        length += len(letter) + 2
        if length >= size:
            break
    return "\n\n".join(parts)[:size]


def letters(language: str, number: int, *, seed: int = 0) -> list[str]:
    """So many letters, each a text of its own."""
    source = _letters(language, seed)
    return [next(source) for _ in range(number)]


def invented(entries: Sequence[str], random: Random) -> str:
    """A name with the beginning of one entry and the end of another."""
    first, last = random.choice(entries), random.choice(entries)
    return first[: max(2, len(first) // 2)] + last[len(last) // 2 :]


def names(language: str, number: int) -> list[str]:
    """So many names of two invented words."""
    source, random = material(language), Random(language)  # noqa: S311 - a bench, not a secret
    return [f"{invented(source.cities, random)} {invented(source.family, random)}" for _ in range(number)]


def _letters(language: str, seed: int) -> Iterator[str]:
    random = Random(f"{language} {seed}")  # noqa: S311 - a bench, not a secret
    while True:
        yield _letter(material(language), random)


def _letter(source: LetterParts, random: Random) -> str:
    cast = _cast(source, random)
    lines = [
        random.choice(source.sentences["open"]),
        " ".join(random.choices(source.sentences["body"], k=random.randint(*SENTENCES))),
        random.choice(source.sentences["close"]),
    ]
    return "\n".join(_filled(line, cast, source, random) for line in lines)


def _filled(line: str, cast: dict[str, Any], source: LetterParts, random: Random) -> str:
    """Each everyday word is another one; names, dates and numbers stay those of the letter."""
    pieces = line.split("{w}")
    words = [random.choice(source.words) for _ in pieces[1:]]
    filled = pieces[0] + "".join(word + piece for word, piece in zip(words, pieces[1:], strict=True))
    return filled.format(**cast)


def _cast(source: LetterParts, random: Random) -> dict[str, str]:
    people = [(random.choice(source.given), invented(source.family, random)) for _ in range(2)]
    day = {"d": random.randint(1, 28), "m": random.randint(1, 12), "y": random.randint(1940, 2024)}
    date = random.choice(source.dates).format(**day, month=source.months[day["m"] - 1])
    plain = "".join(char for char in people[0][1].lower() if char.isascii())
    return {
        "person": " ".join(people[0]),
        "family": people[0][1],
        "other": " ".join(people[1]),
        "city": random.choice(source.cities),
        "town": invented(source.cities, random),
        "body": random.choice(source.bodies),
        "firm": random.choice(source.firms),
        "date": date,
        "mail": f"{plain}{random.randint(1, 99)}@example.org",
        "phone": f"0{random.randint(200, 999)} {random.randint(100000, 9999999)}",
        "number": f"{random.randint(1, 999)}/{random.randint(1000, 99999)}",
    }

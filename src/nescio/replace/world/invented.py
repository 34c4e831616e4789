"""Names that nobody has, by number: every number another name, well-formed in its language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

from nescio.core.errors import ConfigError
from nescio.packs.pseudonyms import NameStock, Sounds
from nescio.text.folding import fold_word

LEAST: Final = 20  # bits: below one million a permutation of names would be easier to guess than a name
_VOWELS: Final = frozenset("aeiouy")
_STEP: Final = re.compile(r"([^aeiouy]+)([aeiouy]+)")
_HARSH: Final = re.compile(r"(.)\1\1|[^aeiouyäöü]{4}")  # what nobody can say, or write
_RUNS: Final = re.compile(rf"{_STEP.pattern}(.+)")
SHORT, LONG, LONGER = "short", "long", "longer"
_MAKES: Final = ((SHORT,), (LONG,), (LONGER,), (SHORT, SHORT), (LONG, LONG), (LONGER, LONGER))


class Level(NamedTuple):
    """Names of one make: how many bits they can hold, and of which words they are."""

    bits: int
    words: tuple[str, ...]  # all SHORT, all LONG or all LONGER


class Invented:
    """Words of consonants, vowels and an ending; several of them for numbers that one cannot hold.

    A short word is onset, vowel, tail; a long one has a step, which is link and bridge, before its tail,
    a longer one has two, and their tails are light. A reader finds the parts again: consonants and vowels
    take turns, a tail begins with a consonant, all parts differ however accents are written, and no tail can
    be read as steps and a tail. So a word tells its make and its number, several words tell theirs, and no
    two numbers have one name.
    """

    def __init__(self, sounds: Sounds, stock: NameStock, *, where: str) -> None:
        onsets, vowels = sounds.onsets.split(), sounds.vowels.split()
        tails = _tails(sounds.codas, stock.ends)
        light = _tails(sounds.light, stock.ends)
        steps = list(map("".join, product(sounds.links.split(), sounds.bridges.split())))
        _need_readable(tails, steps, onsets, vowels, where)
        if not set(light) <= set(tails):
            raise ConfigError(f"{where}: what stands in `light` must stand in `codas` too.")
        self._slots = {
            SHORT: (onsets, vowels, tails),
            LONG: (onsets, vowels, steps, light),
            LONGER: (onsets, vowels, steps, steps, light),
        }
        bits = {make: _bits(slots) for make, slots in self._slots.items()}
        if bits[SHORT] < LEAST or bits[LONG] <= bits[SHORT]:
            raise ConfigError(
                f"{where} has too few syllables and endings: {1 << bits[SHORT]} names can be made of them, "
                f"{1 << LEAST} are needed."
            )
        self._bits = bits
        self._joint = stock.joint

    def level(self, bits: int) -> Level | None:
        """The simplest make of names for numbers of so many bits; None if there is none."""
        for words in _MAKES:
            room = sum(self._bits[word] for word in words)
            if bits <= room:
                return Level(room, words)
        return None

    @property
    def last(self) -> Level:
        """A make that no number has: three long words, for what is numbered otherwise."""
        return Level(3 * self._bits[LONG], (LONG,) * 3)

    @property
    def double(self) -> Level:
        """Two short words."""
        return Level(2 * self._bits[SHORT], (SHORT,) * 2)

    def name(self, number: int, level: Level) -> str:
        """The name of a number below two to the power of the level's bits."""
        words = []
        for make in level.words:
            words.append(self._word(number & ((1 << self._bits[make]) - 1), make))
            number >>= self._bits[make]
        return self._joint.join(words)

    def longer(self, name: str, level: Level, number: int) -> str:
        """The same name with one word more, of another make: so it is never another's.

        Levels have words of one make; so what has a last word of the other one is nobody's by its own number.
        """
        make = LONG if level.words[-1] == SHORT else SHORT
        return self._joint.join((name, self._word(number & ((1 << self._bits[make]) - 1), make)))

    def _word(self, number: int, make: str) -> str:
        parts = []
        for slot in self._slots[make]:
            number, place = divmod(number, len(slot))
            parts.append(slot[place])
        return "".join(parts).capitalize()


def _tails(codas: str, ends: str) -> list[str]:
    """Every ending behind consonants, as far as both can be said together."""
    found = map("".join, product(codas.split(), ends.split()))
    return [tail for tail in found if not _HARSH.search(tail)]


def _bits(slots: Sequence[Sequence[str]]) -> int:
    count = 1
    for slot in slots:
        count *= len(slot)
    return count.bit_length() - 1


def _need_readable(
    tails: Sequence[str], steps: Sequence[str], onsets: Sequence[str], vowels: Sequence[str], where: str
) -> None:
    """Refuse parts from which a name could be put together in two ways."""
    folded, known = frozenset(map(fold_word, tails)), frozenset(steps)
    twins = sorted(tail for tail in folded if _has_steps(tail, known, folded))
    if twins:
        raise ConfigError(
            f"{where}: an ending can be read as two syllables and another ending: {twins[0]!r}."
        )
    wrong = [part for part in (*onsets, *vowels, *steps) if not (part.isascii() and part.islower())]
    wrong += [part for part in onsets if _VOWELS.intersection(part)]
    wrong += [part for part in vowels if not _VOWELS.issuperset(part)]
    wrong += [part for part in steps if not _STEP.fullmatch(part)]
    wrong += [part for part in folded if part[0] in _VOWELS]
    if wrong:
        raise ConfigError(f"{where}: {wrong[0]!r} is not of consonants or vowels where it must be.")
    for parts in (tails, steps, onsets, vowels):
        if len(set(map(fold_word, parts))) != len(parts):
            raise ConfigError(f"{where}: two syllables, or two endings behind them, are the same letters.")


def _has_steps(tail: str, steps: frozenset[str], tails: frozenset[str]) -> bool:
    """Whether a tail can be read as one or more steps and a tail."""
    run = _RUNS.fullmatch(tail)
    if run is None or run[1] + run[2] not in steps:
        return False
    return run[3] in tails or _has_steps(run[3], steps, tails)

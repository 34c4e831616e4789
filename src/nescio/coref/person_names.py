"""A name of a person: its words, what they tell, and how two of them compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nescio.coref.forms import Word


@dataclass(frozen=True, slots=True)
class PersonName:
    """The words of a name without titles, particles and suffixes, and what the titles said."""

    words: tuple[Word, ...]
    titles: frozenset[str]
    gender: str | None  # by title, or by a given name that stands before others
    generation: str | None
    marriage: str | None  # what "Mrs" and "Miss" say
    takes_given: bool  # the title may stand before a given name: "Sir Henry"

    @property
    def is_full(self) -> bool:
        return len(self.words) > 1

    @property
    def initial_key(self) -> str:
        """Where those are filed of whose given name only the initial stands before the family name."""
        return f"{self.words[0].folded[:1]}.^"

    @property
    def traits(self) -> dict[str, str]:
        said = {"gender": self.gender, "generation": self.generation, "marriage": self.marriage}
        return {name: value for name, value in said.items() if value is not None}


def kept(words: Sequence[Word], particles: frozenset[str]) -> tuple[Word, ...]:
    """The words without particles; what a hyphen joins to one is joined to nothing: Al-Khatib."""
    kept: list[Word] = []
    was_kept = False
    for word in words:
        is_kept = word.is_initial or not (word.folded in particles or _is_short(word))
        if is_kept:
            kept.append(word if was_kept else word._replace(is_joined=False))
        was_kept = is_kept
    return tuple(kept)


def begins_with_one_initial(words: Sequence[Word]) -> bool:
    return len(words) > 1 and words[0].is_initial and not is_letter(words[1])


def has_double_name(name: PersonName) -> bool:
    return len(name.words) > 1 and name.words[-1].is_joined and not name.words[-1].is_initial


def may_begin(initial: Word, words: Sequence[Word]) -> bool:
    """Whether an initial is of the first word of a name, or of a nickname in quotes: E. Nwosu."""
    heads = (*words[:1], *(word for word in words[1:] if word.is_quoted))
    return any(word.folded[:1] == initial.folded[:1] for word in heads)


def _is_short(word: Word) -> bool:
    """A particle cut short: `v.` of `Ada v. Berg`."""
    return word.is_cut and word.surface.islower() and len(word.folded) == 1


def is_letter(word: Word) -> bool:
    return word.is_initial or len(word.folded) == 1


def edges(words: tuple[Word, ...], size: int) -> tuple[Word, ...]:
    """The words, or of more than any name has only those at both ends."""
    return words if len(words) <= size else (*words[: size // 2], *words[-size // 2 :])

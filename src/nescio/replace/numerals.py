"""Numbers in a text, in figures or in words, and others in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import regex

from nescio.packs.numerals import Numerals

_FIGURES: Final = regex.compile(r"\d+")
_NOTHING: Final = r"(?!)"


class NumberWriter:
    """Reads and writes the numbers of a language."""

    def __init__(self, numerals: Numerals) -> None:
        self._words, self._endings = numerals.words, numerals.endings
        self.decimal, self.below = numerals.decimal, numerals.below
        self._value_of = {word: value for value, word in enumerate(numerals.words)} | dict(numerals.others)
        self._word = _any_of(self._value_of)
        self._larger = _any_of(numerals.larger)
        self.endings = frozenset(numerals.endings.values())  # of ordinals
        ends = "|".join(sorted(self.endings)) or _NOTHING
        self._ordinal = regex.compile(rf"(\d+)({ends})\b")

    def in_figures(self, text: str) -> str:
        """The text with figures for words; as it was if a larger number is among them."""
        if self._larger.search(text):
            return text
        return str(self._word.sub(lambda match: str(self._value(match[0])), text))

    def changed(self, text: str, change: Callable[[int], int]) -> str | None:
        """The text with other numbers for its numbers; None if it has none, or one that cannot be said."""
        if self._larger.search(text):
            return None
        new, figures = _FIGURES.subn(lambda match: _wide(change(int(match[0])), match[0]), text)
        if not figures:
            new, figures = self._word.subn(
                lambda match: self._said(change(self._value(match[0])), match[0]), text
            )
        if not figures:
            return None
        return self.with_endings(new)

    def with_endings(self, text: str) -> str:
        """The text with the endings of ordinals that its numbers have: 22st → 22nd."""
        return str(self._ordinal.sub(lambda match: match[1] + self._ending(int(match[1])), text))

    def _value(self, word: str) -> int:
        return self._value_of[_plain(word)]

    def _said(self, value: int, model: str) -> str:
        """A number in words, with the capitals of another."""
        if not 0 <= value < len(self._words):
            return str(value)
        word = self._words[value]
        if model.isupper():
            return word.upper()
        return word[0].upper() + word[1:] if model[0].isupper() else word

    def _ending(self, value: int) -> str:
        return self._endings.get(str(value % 100)) or self._endings.get(str(value), self._endings[""])


def _wide(value: int, model: str) -> str:
    """A number with as many figures as another that begins with a zero."""
    return str(value).zfill(len(model)) if model.startswith("0") else str(value)


def _plain(word: str) -> str:
    return " ".join(word.lower().split())


def _any_of(words: Iterable[str]) -> regex.Pattern[str]:
    """Any of the words, the longest first, with any blank inside."""
    known = sorted(words, key=len, reverse=True)
    either = "|".join(regex.escape(word).replace("\\ ", r"\s+") for word in known) or _NOTHING
    return regex.compile(rf"(?<![\p{{L}}\p{{N}}])(?:{either})(?![\p{{L}}\p{{N}}])", regex.IGNORECASE)

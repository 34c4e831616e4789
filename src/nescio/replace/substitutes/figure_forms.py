"""Figures and letters in the form of others."""

from __future__ import annotations

from typing import Final

import regex

from nescio.replace.substitutes.drawer import Drawer

SIGN: Final = regex.compile(r"[^\p{L}\p{N}+]")
LETTERS: Final = "BCDFGHJKLMNPRSTVWXZ"  # without vowels, so that they make no words


def plain_number(number: str) -> str:
    """A number without blanks and signs, in capitals."""
    plain: str = SIGN.sub("", number)
    return plain.upper()


def places_of(number: str) -> list[int]:
    """Where the figures and letters of a number stand."""
    return [place for place, char in enumerate(number) if not SIGN.match(char)]


def filled(drawer: Drawer, begin: str, old: str, *, keep_zeros: bool = True, letters: str = LETTERS) -> str:
    """A beginning, and behind it figures for figures and letters for letters; leading zeros stay."""
    begin = begin[: len(old)]
    made = [_like(drawer, char, "1", letters) if char == "#" else char for char in begin]
    leading = keep_zeros and not begin
    for char in old[len(begin) :]:
        leading = leading and char == "0"
        made.append(char if leading else _like(drawer, char, made[-1] if made else "", letters))
    return "".join(made)


def _like(drawer: Drawer, char: str, before: str, letters: str) -> str:
    """Another figure for a figure, another letter for a letter; no number begins with a zero."""
    if char == "#" or char.isdecimal():
        return str(drawer.number(0 if before.isdecimal() else 1, 9))
    return drawer.one_of(letters) if char.isalpha() else char


def written(new: str, form: str) -> str:
    """A new number with the blanks, signs and small letters of an old one."""
    coming = iter(new)
    return "".join(char if SIGN.match(char) else _cased(next(coming, ""), char) for char in form)


def _cased(char: str, model: str) -> str:
    return char.lower() if model.islower() else char

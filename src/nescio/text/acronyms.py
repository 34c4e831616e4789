"""Acronyms: letters that stand for words."""

from __future__ import annotations


def is_made_of(letters: str, words: str) -> bool:
    """The letters come in order from the words, beginning with their first letter."""
    source = iter(words)
    return bool(letters) and letters[0] == words[:1] and all(letter in source for letter in letters)

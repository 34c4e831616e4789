"""What the words around a name say about what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import regex

from nescio.text.headwords import HeadRules

_WINDOW: Final = 40  # characters on each side in which a word may say what the thing is
_SENTENCE: Final = 120  # characters in which a word may say what is spoken of
_WORD: Final = regex.compile(r"[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*")
_LEFT_OUT: Final = regex.compile(
    r"\s*(?:,\s*[\p{L}-]+-\s*)*(\p{Ll}+)\s+(?:\p{Ll}+\s+)?(\p{Lu}[\p{L}\p{M}-]+)"
)
_COMMA: Final = regex.compile(r"\s*,\s*")
_QUOTES: Final = " \t\n\u00a0\"'“”„‚‘’«»"
_LIES_IN: Final = regex.compile(
    r"(?:(\s*[,(])\s*|\s+(?=\p{Ll}))((?:\p{Ll}+\s+){0,2})"
    r"(\p{Lu}[\p{L}\p{M}.]+(?:[ -]\p{Lu}[\p{L}\p{M}]+){0,2})"
    r"(?=\s*(?:[,.;)\d]|$)|\s+\p{Ll})"
)


class Mentioned(NamedTuple):
    """A name with its label and what stands around it."""

    name: str
    label: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class CueReader:
    """Reads the neighbours of a name; `type_of` says which type a word names under a label."""

    rules: HeadRules
    type_of: Callable[[str, str], str | None]
    hints: Callable[[str, str], str | None]  # further words of the sentence that point to a type

    def read(self, mention: Mentioned) -> str | None:
        """The type that a neighbouring word names: the river X, X, a town in …"""
        words = (*self._before(mention), *self._long_name(mention), *self._after(mention))
        for word in words:
            if found := self._type(word, mention.label):
                return found
        around = f"{mention.before[-_SENTENCE:]} {mention.after[:_SENTENCE]}"
        hints = (self.hints(match[0].lower(), mention.label) for match in _WORD.finditer(around))
        return next((found for found in hints if found), None)

    def left_out(self, mention: Mentioned) -> str | None:
        """The type of a shortened compound: `Scheffel- und Goethestraße`."""
        if not mention.name.endswith("-"):
            return None
        match = _LEFT_OUT.match(mention.after)
        if match is None or match[1] not in self.rules.conjunctions:
            return None
        return self.type_of(match[2], mention.label)

    def is_bare_place(self, mention: Mentioned) -> bool:
        """Whether a preposition of place stands right before: in X, em X. Rivers and halls have articles."""
        words = mention.before.split()
        return (
            bool(words) and words[-1] in self.rules.places | self.rules.origins and mention.name[:1].isupper()
        )

    def is_hall(self, mention: Mentioned) -> bool:
        """Whether a contracted article stands right before, as with inns and halls: im Rex."""
        words = mention.before.strip(_QUOTES).split()
        return bool(words) and words[-1] in self.rules.halls and mention.name[:1].isupper()

    def lies_in(self, mention: Mentioned) -> str | None:
        """The name behind a comma, in brackets or behind "in": `Pyramiden, Norway`, `Perth in Scotland`."""
        match = _LIES_IN.match(mention.after)
        if match is None:
            return None
        rules, words = self.rules, match[2].split()
        known = rules.places | rules.halls | rules.determiners
        if match[1] is None and words[0] not in rules.places | rules.halls:
            return None
        return match[3].rstrip(".") if all(word in known for word in words) else None

    def _type(self, word: str, label: str) -> str | None:
        small = word.lower()
        if small in self.rules.determiners or small in self.rules.prepositions or len(word) < 3:
            return None
        return self.type_of(word, label)

    def _before(self, mention: Mentioned) -> Iterator[str]:
        """The words that the name belongs to: `a revista semanal X`, not `the hall in X`."""
        text = mention.before[-_WINDOW:]
        end = len(text)
        for match in reversed(list(_WORD.finditer(text))[-3:]):
            small = match[0].lower()
            if text[match.end() : end].strip(_QUOTES) or small in self.rules.places | self.rules.conjunctions:
                return
            yield match[0]
            end = match.start()

    def _long_name(self, mention: Mentioned) -> Iterator[str]:
        """The words of the long name that stands before its abbreviation in brackets."""
        if mention.before.rstrip().endswith("("):
            words = [w[0] for w in _WORD.finditer(mention.before[-_SENTENCE:])][-10:]
            yield from (word for word in reversed(words) if word[:1].isupper())

    def _after(self, mention: Mentioned) -> Iterator[str]:
        """The word that follows, or the noun behind a comma: `X river`, `X, eine Stadt`."""
        text = mention.after[:_WINDOW]
        comma = _COMMA.match(text)
        words = list(_WORD.finditer(text, comma.end() if comma else 0))[:2]
        if not words or text[comma.end() if comma else 0 : words[0].start()].strip(_QUOTES):
            return
        first = words[0][0]
        if first.lower() in self.rules.determiners and len(words) > 1:
            yield words[1][0]
        elif not comma or first[:1].islower():
            yield first

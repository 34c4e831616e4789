"""Genitives of names: taken off where a name has one, put on where its replacement needs one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

import regex

from nescio.knowledge.base import JoinedBase
from nescio.knowledge.dictionary import Dictionary
from nescio.packs import Pack
from nescio.packs.grammar import GenitiveRules
from nescio.replace.agreement.surroundings import Spot
from nescio.text.folding import fold_word, key_of

_CAPITAL_AFTER: Final = regex.compile(r"[ \u00a0\n]+\p{Lu}\p{Ll}")
_BARE_MARK: Final = regex.compile(r"['’](?=[ \u00a0\n]\p{L})")
_QUOTE: Final = regex.compile(r"['‘‚’]")
_WORD: Final = regex.compile(r"[\p{L}\p{M}-]+")
_REACH: Final = 40  # characters before a name in which the noun stands that it belongs to
_SHORTEST: Final = 3  # letters of a name without its ending


class KnownNames:
    """Tells whether a word is a name that the dictionary, the knowledge base or the lists have."""

    def __init__(self, pack: Pack, dictionary: Dictionary, base: JoinedBase) -> None:
        self._pack, self._dictionary, self._base = pack, dictionary, base

    def is_common(self, name: str) -> bool:
        """Whether a word is a given name that many have."""
        return fold_word(name) in self._pack.naming.gender_of

    def has(self, name: str) -> bool:
        last = name.split()[-1]
        words = self._dictionary.find(last)
        if any(word.pos in ("name", "proper") and word.lemma == last for word in words):
            return True
        return bool(self._base.find(name, self._pack.language)) or key_of(last) in self._pack.family_names


class Genitives:
    """Knows the genitive marks of names in a language."""

    def __init__(
        self,
        rules: GenitiveRules,
        is_name: Callable[[str], bool],
        is_common: Callable[[str], bool] = lambda name: False,
    ) -> None:
        self._rules, self._marks, self._is_name, self._is_common = rules, rules.marks, is_name, is_common

    def base(self, spot: Spot) -> str | None:
        """The name without its genitive ending, when it has one here."""
        name = spot.name
        if not self._marks or not (_CAPITAL_AFTER.match(spot.text, spot.end) or _is_after_noun(spot)):
            return None
        for mark in sorted(self._marks, key=len, reverse=True):
            base = name.removesuffix(mark)
            is_other = base != name and len(base) >= _SHORTEST and self._takes(base, mark)
            if is_other and self._is_name(base) and not self._is_name(name):
                return base
            if is_other and self._is_common(base) and not self._is_common(name):
                return base  # Annas, though somebody may be called so
        return None

    def _takes(self, base: str, mark: str) -> bool:
        """Whether a name has this genitive: of Sas there is no Sass where sibilants have an apostrophe."""
        rules = self._rules
        bare = rules.after_sibilants and rules.after_sibilants != rules.ending
        return not (bare and mark == rules.ending and base.endswith(rules.sibilants))

    def base_of_one(self, name: str, words: Collection[str]) -> str | None:
        """The name without its genitive mark, when the same name stands elsewhere without it."""
        for mark in self._marks:
            base = name.removesuffix(mark)
            if base != name and self._takes(base, mark) and base.split()[-1:] and base.split()[-1] in words:
                return base
        return None

    def is_bare(self, spot: Spot) -> bool:
        """Whether a genitive is an apostrophe behind the name, which only such a name has: James' sister."""
        is_quoted = _QUOTE.search(spot.text, max(0, spot.start - 1), spot.start) is not None
        has_mark = _BARE_MARK.match(spot.text, spot.end) is not None
        return has_mark and not is_quoted and spot.name.endswith(self._rules.sibilants)

    def can_be_bare(self, name: str) -> bool:
        """Whether a name can stand before that apostrophe."""
        return name.endswith(self._rules.sibilants)

    def put(self, name: str) -> str:
        """The name in the genitive."""
        rules = self._rules
        return name + (rules.after_sibilants if name.endswith(rules.sibilants) else rules.ending)


def _is_after_noun(spot: Spot) -> bool:
    before = spot.text[max(0, spot.start - _REACH) : spot.start]
    words = _WORD.findall(before)
    return bool(words) and before.endswith(" ") and words[-1][:1].isupper()

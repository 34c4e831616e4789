"""Occupations, peoples, faiths: of which kind a word is, and in which form it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import regex

from nescio.packs.surrogates import Surrogates
from nescio.packs.word_kinds import WordKind, WordKinds
from nescio.text.folding import fold_word

_TOKEN: Final = regex.compile(r"[\p{L}\p{M}]+(?:[-'’][\p{L}\p{M}]+)*")
_SHOUTED: Final = 4  # letters of a word in capitals that is no abbreviation
_MALE: Final = "m"
_FEMALE: Final = "f"
_PLURAL: Final = "p"


class KnownWord(NamedTuple):
    """What is known of a word: its kind, and the number of its form."""

    kind: WordKind
    form: int


class WordKindReader:
    """Finds kinds and forms by what is listed, by stems, and by endings."""

    def __init__(self, table: WordKinds) -> None:
        self._table = table
        self._listed: dict[str, KnownWord] = {}
        for kind in table.kind:
            for row in kind.words:
                for form, word in enumerate(row):
                    self._listed.setdefault(fold_word(word), KnownWord(kind, form))
        self._stems = [(fold_word(stem), kind) for kind in table.kind for stem in kind.stems]
        self._endings = sorted(table.endings, key=len, reverse=True)

    @property
    def kinds(self) -> tuple[WordKind, ...]:
        return self._table.kind

    def read(self, surface: str, gender: str = "") -> KnownWord | None:
        """The kind and the form of a name of several words; `gender` is what its sentences show."""
        tokens = _TOKEN.findall(surface)
        if not tokens or not self._table.kind:
            return None
        order = tokens if self._table.head == "first" else tokens[::-1]
        known = next(self._known(order), None)
        if known is None:
            known = KnownWord(self._table.kind[-1], self._form(order[0]))
        return self._of_gender(known, gender)

    def _known(self, tokens: list[str]) -> Iterator[KnownWord]:
        """By the lists first, whatever the place of the word, then by stems."""
        yield from (found for token in tokens if (found := self._listed.get(fold_word(token))))
        for token in tokens:
            if (kind := self._by_stem(fold_word(token))) is not None:
                yield KnownWord(kind, self._form(token))

    def _by_stem(self, word: str) -> WordKind | None:
        """The kind whose stem begins the word; in compounds the one that ends last."""
        best: tuple[int, int] = (0, 0)
        found = None
        for stem, kind in self._stems:
            place = word.rfind(stem) if self._table.inside else (0 if word.startswith(stem) else -1)
            rank = (place + len(stem), len(stem))
            if place >= 0 and rank > best:
                best, found = rank, kind
        return found

    def _form(self, word: str) -> int:
        small = word.lower()
        ending = next((end for end in self._endings if small.endswith(end)), None)
        form = self._table.endings[ending] if ending is not None else self._table.forms[0]
        return self._table.forms.index(form)

    def _of_gender(self, known: KnownWord, gender: str) -> KnownWord:
        """Where the article shows a sex, the form follows it: la juez, el guía."""
        forms = self._table.forms
        form = forms[known.form]
        if gender not in (_MALE, _FEMALE) or len(form) < 2 or form.startswith(gender):
            return known
        if form.endswith(_PLURAL):  # its article tells no sex: die Dänen
            return known
        is_male = not form.startswith(_FEMALE)
        if is_male == (gender == _MALE):
            return known
        wanted = gender + form[-1]
        return known._replace(form=forms.index(wanted)) if wanted in forms else known


def written_like(new: str, surface: str) -> str:
    """A new word with the capitals of an old one."""
    letters = [char for char in surface if char.isalpha()]
    if surface.isupper() and len(letters) >= _SHOUTED:
        return new.upper()
    first = new[:1].upper() if letters and letters[0].isupper() else new[:1].lower()
    return first + new[1:]


def word_kind_readers(lists: Surrogates) -> dict[str, WordKindReader]:
    """By label: who knows the kinds of its words."""
    return {"PROFESSION": WordKindReader(lists.occupations), "NORP": WordKindReader(lists.groups)}

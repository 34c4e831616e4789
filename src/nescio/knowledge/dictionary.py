"""The dictionary service: a term and a language in, its words out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

from nescio.knowledge.lexicon import DictionaryFile
from nescio.knowledge.words import DictionaryWord
from nescio.text.compounds import Splitter

_KEPT: Final = 20_000  # words whose entries are remembered


class WordSource(Protocol):
    """Anything that finds words: a file, or a remote dictionary with a cache."""

    def find(self, term: str) -> tuple[DictionaryWord, ...]: ...


class Dictionary:
    """Asks one source after the other; a compound is known by its last part."""

    def __init__(
        self,
        language: str,
        sources: Iterable[WordSource],
        splitter: Splitter | None = None,
        *,
        female_endings: tuple[str, ...] = (),
        gender_endings: Sequence[tuple[str, str]] = (),
        preferred: Mapping[str, str] | None = None,
    ) -> None:
        self.language = language
        self._female_endings = female_endings  # of given names that no source knows
        self._gender_endings = tuple(gender_endings)  # of nouns that no source knows
        self._preferred = preferred or {}  # of two genders, the one in which a word heads names
        self._sources = tuple(sources)
        self._splitter = splitter
        # Names of one text, and of the next, ask for the same words again and again.
        self._nouns = lru_cache(maxsize=_KEPT)(self._read_nouns)
        self._find_compound = lru_cache(maxsize=_KEPT)(self._read_compound)

    def find(self, term: str) -> list[DictionaryWord]:
        """The words a term is a form of: as written, then in lower case, then by its last part."""
        for spelling in _spellings(term):
            for source in self._sources:
                if words := source.find(spelling):
                    return list(words)
        return list(self._find_compound(term))

    def is_word(self, term: str) -> bool:
        """Whether the term itself is a noun of the dictionary, compounds not split."""
        return bool(self._nouns(term))

    def nouns(self, term: str) -> list[DictionaryWord]:
        """The common nouns a term is a form of, also where a name is spelled alike."""
        found = self._nouns(term) or (word for word in self._find_compound(term) if word.pos == "noun")
        return list(found)

    def _read_nouns(self, term: str) -> tuple[DictionaryWord, ...]:
        for spelling in _spellings(term):
            for source in self._sources:
                if words := [word for word in source.find(spelling) if word.pos == "noun"]:
                    return tuple(self._as_heads(words))
        return ()

    def _as_heads(self, words: list[DictionaryWord]) -> list[DictionaryWord]:
        """The words with the gender first in which they head names; sources may lack it."""
        wanted = self._preferred.get(words[0].lemma)
        if wanted is None:
            return words
        if all(word.gender != wanted for word in words):
            return [replace(words[0], gender=wanted), *words]
        return sorted(words, key=lambda word: word.gender != wanted)

    def gender(self, term: str) -> str:
        """The gender of a common noun: by the dictionary, else by its ending; empty when unknown."""
        if nouns := self.nouns(term):
            return nouns[0].gender
        small = term.lower()
        return next((gender for ending, gender in self._gender_endings if small.endswith(ending)), "")

    def name_gender(self, given: str) -> str:
        """The gender that a given name is borne by; empty when borne by both.

        An unknown name is judged by its ending, if the language says how.
        """
        for part in (given, given.partition("-")[0]):
            spelling = part if not part.isupper() else part.capitalize()
            for source in self._sources:
                genders = {w.gender for w in source.find(spelling) if w.pos == "name"}
                if genders:
                    return genders.pop() if len(genders) == 1 else ""
        if not self._female_endings or len(given) < 3:
            return ""
        return "f" if given.lower().endswith(self._female_endings) else "m"

    def proper(self, name: str) -> DictionaryWord | None:
        """A place or body that the dictionary knows by name."""
        found = (w for source in self._sources for w in source.find(name) if w.pos == "proper")
        return next(found, None)

    def _read_compound(self, term: str) -> tuple[DictionaryWord, ...]:
        if self._splitter is None:
            return ()
        parts = self._splitter.split(term, self.is_word)
        if len(parts) < 2:
            return ()
        front, last = term[: len(term) - len(parts[-1])], parts[-1]
        return tuple(_prefixed(front, word, term) for word in self.nouns(last[:1].upper() + last[1:]))


def _spellings(term: str) -> list[str]:
    return list(dict.fromkeys((term, term.lower(), term[:1].upper() + term[1:].lower())))


def _prefixed(front: str, word: DictionaryWord, term: str) -> DictionaryWord:
    """The word of the last part with the rest of the compound put before it."""
    glue: Callable[[str], str] = (
        (lambda text: front + text)
        if front.endswith("-")
        else (lambda text: front + text[:1].lower() + text[1:])
    )
    forms = tuple(form._replace(text=glue(form.text)) for form in word.forms)
    fitting = [form for form in forms if form.text == term]
    return DictionaryWord(
        glue(word.lemma), word.language, word.pos, word.gender,
        fitting[0].number if fitting else word.number, "", forms,
    )  # fmt: skip


@lru_cache(maxsize=16)
def open_lexicon(path: Path, language: str) -> DictionaryFile:
    """A dictionary of a pack, opened once for all who ask."""
    return DictionaryFile(path, language)

"""Changes to whole documents: people get other names throughout, numbers and words others in their slots."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence

from nescio.learn.corpora import Sentence, mentions
from nescio.learn.tagger.augment import NamePool

_NUMBERS = frozenset({"CODE", "ID", "PHONE", "ACCOUNT", "PLATE", "POSTCODE", "SECRET", "VALUE"})
_CALENDAR = frozenset({"DATE", "TIME", "AGE"})
_WORDS = frozenset({"PROFESSION", "NORP", "WORK", "EVENT", "PRODUCT", "STREET", "LOC", "ORG"})
_SHORTEST_NAME = 3


class SlotPool:
    """Mentions of the same class and language, one of which may stand for another."""

    def __init__(self, documents: Iterable[tuple[str, Sentence]]) -> None:
        self._seen: dict[tuple[str, str, int], list[tuple[str, ...]]] = defaultdict(list)
        for language, document in documents:
            for start, end, label in mentions(document.tags):
                if label in _WORDS:
                    self._seen[language, label, end - start].append(document.words[start:end])

    def draw(self, language: str, label: str, length: int, rng: random.Random) -> Sequence[str]:
        """Return the words of a mention that is as long."""
        return rng.choice(self._seen[language, label, length])


class _Exchange:
    """What becomes of the entities of one document."""

    def __init__(self, language: str, slots: SlotPool, names: NamePool, rng: random.Random) -> None:
        self._language = language
        self._slots = slots
        self._names = names
        self._rng = rng
        self._new_name: dict[str, str] = {}

    def words(self, words: Sequence[str], label: str) -> Sequence[str]:
        """Return other words for those of a mention, as many."""
        if label == "PER":
            return [self._name(word) for word in words]
        if label in _WORDS:
            drawn = self._slots.draw(self._language, label, len(words), self._rng)
            return [_cased(drawn[0], words[0]), *drawn[1:]]
        if label in _NUMBERS or label in _CALENDAR:
            return [self._figures(word, last_only=label in _CALENDAR) for word in words]
        return words

    def _name(self, word: str) -> str:
        key = word.casefold()
        if len(word) < _SHORTEST_NAME or not word.isalpha():
            return word
        if key not in self._new_name:
            stem = key.removesuffix("s")
            ending = key[len(stem) :] if stem in self._new_name else ""
            self._new_name[key] = self._new_name[stem] + ending if ending else self._names.like(word)
        return _cased(self._new_name[key], word)

    def _figures(self, word: str, *, last_only: bool) -> str:
        """Change the figures of a number; of a date or an age only the last one, so that it stays one."""
        places = [at for at, char in enumerate(word) if char.isdigit()]
        spelt = list(word)
        for at in places[-1:] if last_only else places:
            spelt[at] = str(self._rng.randrange(10))
        return "".join(spelt)


def rewrite(
    document: Sentence, language: str, slots: SlotPool, names: NamePool, rng: random.Random, *, rate: float
) -> Sentence:
    """Exchange entities at a rate; a name is exchanged in the same way wherever it stands."""
    exchange = _Exchange(language, slots, names, rng)
    words = list(document.words)
    chosen: dict[str, bool] = {}
    for start, end, label in mentions(document.tags):
        if chosen.setdefault(document.entities[start], rng.random() < rate):
            words[start:end] = exchange.words(words[start:end], label)
    return document._replace(words=tuple(words))


def _cased(word: str, model: str) -> str:
    if model.isupper() and len(model) > 1:
        return word.upper()
    if model.islower():
        return word.lower()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word

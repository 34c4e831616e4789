"""Changes to training sentences: names exchanged, capitals lost, contractions joined, templates filled."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from nescio.learn.corpora import CLASSES, MASKED, NAMES, OUTSIDE, PLAIN, Sentence, mentions
from nescio.learn.lexicon.name_lists import NameLists, split_words

_SLOT = re.compile(r"\{(\w+)\}|\[(\w+):([^\]]+)\]|([^\s{\[]+|\S)")


@dataclass(frozen=True, slots=True)
class Rates:
    """How often each change happens, per sentence or per mention."""

    replace: float = 0.2
    lower: float = 0.1
    upper: float = 0.08
    title: float = 0.03
    noise: float = 0.02
    contract: float = 0.7
    no_stop: float = 0.05


class NamePool:
    """Draws names of people, places and organisations of all origins."""

    def __init__(
        self,
        lists: NameLists,
        seen: Iterable[Sentence],
        rng: random.Random,
        *,
        nations: Sequence[str],
        particles: Sequence[str],
    ) -> None:
        self._lists = lists
        self._nations = nations
        self._particles = particles
        self._rng = rng
        self._given = {name.casefold() for name in lists.given}
        self._seen: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for sentence in seen:
            for start, end, label in mentions(sentence.tags):
                self._seen[label].append(sentence.words[start:end])

    def given(self) -> list[str]:
        return split_words(self._rng.choice(self._lists.given))

    def family(self) -> list[str]:
        return split_words(self._rng.choice(self._lists.family))

    def like(self, word: str) -> str:
        """Return one word of a name: a given one for a given one."""
        draw = self.given if word.casefold() in self._given else self.family
        return draw()[0]

    def initial(self) -> list[str]:
        return [self._rng.choice(self._lists.given)[0].upper() + "."]

    def country(self) -> list[str]:
        return split_words(self._rng.choice(self._lists.countries))

    def organization(self) -> list[str]:
        lists = self._lists
        return split_words(self._rng.choice(lists.known_orgs if self._rng.random() < 0.4 else lists.orgs))

    def known_organization(self) -> list[str]:
        return split_words(self._rng.choice(self._lists.known_orgs))

    def nation(self) -> list[str]:
        return self._rng.choice(self._nations).split(" ")

    def club(self) -> list[str]:
        """A town; in tables of results it stands for its team."""
        lists = self._lists
        return split_words(self._rng.choice(lists.towns if self._rng.random() < 0.6 else lists.places))

    def place(self) -> list[str]:
        lists = self._lists
        return split_words(self._rng.choice(lists.major_places if self._rng.random() < 0.5 else lists.places))

    def draw(self, label: str, length: int) -> list[str]:
        """Return the words of a new mention of about the asked length."""
        if label == "PER":
            return self._person(length)
        if self._seen[label] and self._rng.random() < 0.5:
            return list(self._rng.choice(self._seen[label]))
        return self.place() if label == "LOC" else self.organization()

    def _person(self, length: int) -> list[str]:
        if length == 1:
            return self.given() if self._rng.random() < 0.5 else self.family()
        if length == 2:
            first = [self.given()[0][0] + "."] if self._rng.random() < 0.08 else self.given()
            return first + self.family()
        middle = [self._rng.choice(self._particles)] if self._rng.random() < 0.4 else self.given()
        return self.given() + middle + self.family()


def replace_mentions(sentence: Sentence, pool: NamePool, *, rate: float, rng: random.Random) -> Sentence:
    """Exchange some names for others of the same class."""
    words, tags, breaks = list(sentence.words), list(sentence.tags), list(sentence.breaks)
    for start, end, label in reversed(mentions(sentence.tags)):
        if label in NAMES and rng.random() < (rate if label != "ORG" else rate * 0.6):
            new = pool.draw(label, end - start)
            if words[start].isupper() and len(words[start]) > 3:
                new = [word.upper() for word in new]
            words[start:end] = new
            tags[start:end] = [f"B-{label}"] + [f"I-{label}"] * (len(new) - 1)
            if breaks:
                breaks[start:end] = [breaks[start]] + [0] * (len(new) - 1)
    return sentence._replace(words=tuple(words), tags=tuple(tags), breaks=tuple(breaks))


def change_case(sentence: Sentence, rates: Rates, rng: random.Random) -> Sentence:
    """Lose or invent capitals in a whole sentence."""
    chance = rng.random()
    if chance < rates.lower:
        return sentence._replace(words=tuple(word.lower() for word in sentence.words))
    if chance < rates.lower + rates.upper:
        return sentence._replace(words=tuple(word.upper() for word in sentence.words))
    if chance < rates.lower + rates.upper + rates.title:
        return sentence._replace(words=tuple(word[:1].upper() + word[1:] for word in sentence.words))
    return sentence


def add_noise(sentence: Sentence, rates: Rates, rng: random.Random) -> Sentence:
    """Damage a few letters, as a scanner or a hurried hand would."""
    if rng.random() >= rates.noise:
        return sentence
    return sentence._replace(
        words=tuple(_damage(word, rng) if rng.random() < 0.15 else word for word in sentence.words)
    )


def _damage(word: str, rng: random.Random) -> str:
    if len(word) < 4:
        return word
    at = rng.randrange(1, len(word) - 1)
    kind = rng.random()
    if kind < 0.4:
        return word[:at] + word[at + 1 :]
    if kind < 0.7:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + rng.choice("aeioulnrstfc") + word[at + 1 :]


def contract(sentence: Sentence, table: Mapping[str, str], rng: random.Random, *, rate: float) -> Sentence:
    """Join split contractions (`de o` to `do`) where both words have the same side of a mention."""
    words: list[str] = []
    tags: list[str] = []
    breaks: list[int] = []
    skip = False
    for at, (word, tag) in enumerate(zip(sentence.words, sentence.tags, strict=True)):
        if skip:
            skip = False
            continue
        following = sentence.words[at + 1] if at + 1 < len(sentence.words) else ""
        joined = table.get(f"{word} {following}".lower())
        alike = joined is not None and _alike(tag, sentence.tags[at + 1])
        skip = alike and rng.random() < rate
        words.append(_cased(joined, word) if skip and joined is not None else word)
        tags.append(tag)
        breaks += sentence.breaks[at : at + 1]
    return sentence._replace(words=tuple(words), tags=tuple(tags), breaks=tuple(breaks))


def _alike(tag: str, following: str) -> bool:
    return following == tag if tag in (OUTSIDE, MASKED, PLAIN) else following == "I" + tag[1:]


def _cased(joined: str, model: str) -> str:
    if model.isupper() and len(model) > 1:
        return joined.upper()
    return joined[:1].upper() + joined[1:] if model[0].isupper() else joined


def drop_final_stop(sentence: Sentence, rates: Rates, rng: random.Random) -> Sentence:
    """Sometimes leave the final full stop away."""
    if len(sentence.words) > 2 and sentence.words[-1] == "." and rng.random() < rates.no_stop:
        return sentence._replace(
            words=sentence.words[:-1], tags=sentence.tags[:-1], breaks=sentence.breaks[:-1]
        )
    return sentence


_CLASS_OF_SLOT = {
    "GIVEN": "PER",
    "FAMILY": "PER",
    "COUNTRY": "LOC",
    "CLUB": "ORG",
    "KNOWN": "ORG",
    "NATION": OUTSIDE,
    "NUM": OUTSIDE,
}


def fill_template(template: str, pool: NamePool, rng: random.Random) -> Sentence:
    """Return an invented sentence: `{PER}` is drawn, `[ORG:Kommission]` is a mention as written."""
    words: list[str] = []
    tags: list[str] = []
    open_initial = False
    for slot, label, inner, word in _SLOT.findall(template):
        parts = [word] if word else _draw_slot(slot, pool, rng) if slot else _fill_inner(inner, pool)
        name = OUTSIDE if word else label or _CLASS_OF_SLOT.get(slot, slot)
        if slot == "INITIAL":
            name = "PER"
        words += parts
        tags += _spell_tags(name, len(parts), joined=open_initial and slot == "FAMILY")
        open_initial = slot == "INITIAL"
    return Sentence(tuple(words), tuple(tags), frozenset(CLASSES) - set(NAMES))


def _spell_tags(name: str, count: int, *, joined: bool) -> list[str]:
    if name == OUTSIDE:
        return [OUTSIDE] * count
    return [f"I-{name}" if joined or at else f"B-{name}" for at in range(count)]


def _draw_slot(slot: str, pool: NamePool, rng: random.Random) -> list[str]:
    draws: Mapping[str, Callable[[], list[str]]] = {
        "GIVEN": pool.given,
        "FAMILY": pool.family,
        "INITIAL": pool.initial,
        "COUNTRY": pool.country,
        "CLUB": pool.club,
        "KNOWN": pool.known_organization,
        "NATION": pool.nation,
        "NUM": lambda: [str(rng.randrange(rng.choice((10, 100, 1000))))],
    }
    return draws[slot]() if slot in draws else pool.draw(slot, rng.choice((1, 2, 2, 3)))


def _fill_inner(inner: str, pool: NamePool) -> list[str]:
    words: list[str] = []
    for word in inner.split(" "):
        words += pool.place() if word == "{LOCNAME}" else [word]
    return words


def augment(
    sentence: Sentence, pool: NamePool, rates: Rates, *, contractions: Mapping[str, str], rng: random.Random
) -> Sentence:
    """Apply every change at its rate."""
    if contractions:
        sentence = contract(sentence, contractions, rng, rate=1.0 if rng.random() < rates.contract else 0.0)
    sentence = replace_mentions(sentence, pool, rate=rates.replace, rng=rng)
    return spoil(drop_final_stop(sentence, rates, rng), rates, rng)


def spoil(sentence: Sentence, rates: Rates, rng: random.Random) -> Sentence:
    """Lose capitals and damage letters at their rates."""
    return add_noise(change_case(sentence, rates, rng), rates, rng)


def fill_templates(
    templates: Sequence[str], pool: NamePool, *, count: int, rng: random.Random
) -> list[Sentence]:
    """Return `count` invented sentences."""
    return [fill_template(rng.choice(templates), pool, rng) for _ in range(count)]

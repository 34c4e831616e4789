"""What a text tells of a person, and whether their substitute tells the same: sex and family."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import regex

from bench.quality.writing.documents import NATURAL, JudgedText, SortedStretches, pack_of, small_words
from bench.quality.writing.figures import Portion, PortionTally, names
from nescio.core.labels import PERSON
from nescio.core.model import Replacement
from nescio.evaluate.model import Mark
from nescio.knowledge.people import FEMALE, PersonWords
from nescio.text.folding import fold_word, fold_words

_WORD = regex.compile(r"[\p{L}\p{M}]+")
_BEFORE = 40  # characters before a name in which its title stands
SEXES = "mf"
_WOMAN = "ª"  # raised behind a shortened title


class SexClues(NamedTuple):
    """What stands around a person's mentions, and what their given name says."""

    around: str  # m, f, or empty if nothing tells or two tell different things
    listed: str


def people(items: Sequence[JudgedText]) -> dict[str, Portion]:
    """Substitutes of the right sex where the text shows it, and families that stay families."""
    tally = PortionTally()
    for item in items:
        for method in NATURAL:
            rows = SortedStretches(item.solutions[method].replacements)
            for marks in item.chains().values():
                if marks[0].label == PERSON:
                    _count_sex(item, marks, rows, tally, method)
            for kept in families_kept(item, rows):
                tally.add(names(f"family kept, {method}", f"language {item.doc.language}"), kept)
    return tally.figures()


def _count_sex(
    item: JudgedText,
    marks: Sequence[Mark],
    rows: SortedStretches[Replacement],
    tally: PortionTally,
    method: str,
) -> None:
    clues = clues_of(item, marks)
    shown = clues.around or clues.listed
    said = surrogate_sex(item, marks, rows) if shown else ""
    if said:
        parts = ("by the words around" if clues.around else "by the list", f"language {item.doc.language}")
        tally.add(names(f"sex, {method}", *parts), said == shown)


def clues_of(item: JudgedText, marks: Sequence[Mark]) -> SexClues:
    """The sex that titles, kin words, articles and pronouns show, and the one of the given name."""
    around = {sex for mark in marks for sex in _before(item, mark)}
    listed = _only({sex for word in given_words(item, marks).values() if (sex := given_sex(word, item))})
    pronoun = "" if around else _only(set(_pronoun(item)))
    return SexClues(_only(around) or (pronoun if listed in ("", pronoun) else ""), "" if around else listed)


def _only(found: set[str]) -> str:
    return next(iter(found)) if len(found) == 1 else ""


def _words_before(item: JudgedText, mark: Mark) -> list[str]:
    """The one or two words right before a mention, on its line, in small letters."""
    line = item.text[max(0, mark.start - _BEFORE) : mark.start].rpartition("\n")[2]
    if line.rstrip(" .ªº")[-1:] in (",", ";", ":", "!", "?", ")", "("):
        return []
    return [word.lower() for word in _WORD.findall(line)[-2:]]


def _before(item: JudgedText, mark: Mark) -> Iterator[str]:
    """What the words before a mention tell; a letter alone ("D.") is no clear title."""
    words = _words_before(item, mark)
    titles = PersonWords(pack_of(item.doc.language).naming)
    if words[-1:] == [_WOMAN]:  # Dr.ª
        yield FEMALE
    elif words and words[-1] in titles.titles and len(words[-1]) > 1:
        told = titles.title_gender(words)  # "Frau Doktor": the first title that tells it
        if told:
            yield told
    for sex in SEXES:
        kinds = (f"kin_{sex}", f"article_{sex}")
        if words and any(words[-1] in _words(item.doc.language, kind) for kind in kinds):
            yield sex


def _pronoun(item: JudgedText) -> Iterator[str]:
    """In a text about one person, the sex of its pronouns."""
    if len({mark.entity for mark in item.doc.mentions if mark.label == PERSON}) == 1:
        words = Counter(word.lower() for word in _WORD.findall(item.text))
        for sex in SEXES:
            if any(words[word] for word in _words(item.doc.language, f"pronoun_{sex}")):
                yield sex


@cache
def _words(language: str, kind: str) -> frozenset[str]:
    content = tomllib.loads(Path(__file__).with_name("sex.toml").read_text(encoding="utf-8"))
    return frozenset(content.get(language, {}).get(kind, ()))


def given_words(item: JudgedText, marks: Sequence[Mark]) -> dict[Mark, str]:
    """The given name in each mention that has one: of several words, or one word that no title stands before.

    A word alone counts only for people who never have several, for it may be a family name.
    """
    surfaces = {mark: item.text[mark.start : mark.end] for mark in marks}
    several = {mark: given_part(name) for mark, name in surfaces.items() if len(fold_words(name)) > 1}
    if several:
        return several
    titles = PersonWords(pack_of(item.doc.language).naming).titles
    return {
        mark: given_part(name)
        for mark, name in surfaces.items()
        if titles.isdisjoint(_words_before(item, mark)[-1:])
        and given_part(name) in _genders(item.doc.language)
    }


def given_part(name: str) -> str:
    """The word of a name that is its first given name: "Hale, Ann Mary" and "Ann Hale" are Ann."""
    family, comma, given = name.partition(",")
    return next(iter(fold_words(given if comma else family)), "")


def given_sex(word: str, item: JudgedText) -> str:
    """The sex of those who bear a given name; empty if it is not known or both do."""
    found = _genders(item.doc.language).get(word, "")
    return found if found in SEXES else ""


@cache
def _genders(language: str) -> dict[str, str]:
    """The language's given names, and those that nescio draws from."""
    pack = pack_of(language)
    drawn = {fold_word(name): sex for sex, given in pack.surrogates.given.items() for name in given}
    return {**drawn, **pack.naming.gender_of}


def surrogate_sex(item: JudgedText, marks: Sequence[Mark], rows: SortedStretches[Replacement]) -> str:
    """The sex of a person's substitute, by the first mention whose given name was replaced by one."""
    for mark in given_words(item, marks):
        row = replacement_of(item, mark, rows)
        if row is not None and (sex := given_sex(given_part(_behind_article(row, item)), item)):
            return sex
    return ""


def _behind_article(row: Replacement, item: JudgedText) -> str:
    """A replacement without the small words that agree with it."""
    words = row.text.split()
    while words and words[0].lower() in small_words(item.doc.language):
        words = words[1:]
    return " ".join(words)


def replacement_of(item: JudgedText, mark: Mark, rows: SortedStretches[Replacement]) -> Replacement | None:
    """What stands for a mention that was found as it is, but for articles before it."""
    for row in rows.touching(mark):
        before = _WORD.findall(item.text[row.start : mark.start].lower())
        if (
            row.start <= mark.start
            and row.end == mark.end
            and small_words(item.doc.language).issuperset(before)
        ):
            return row
    return None


def families_kept(item: JudgedText, rows: SortedStretches[Replacement]) -> Iterator[bool]:
    """For every family name that several people of a text share: whether their substitutes share one."""
    bearers: dict[str, dict[str, set[str]]] = defaultdict(dict)
    for mark in item.doc.mentions:
        if mark.label == PERSON and (row := replacement_of(item, mark, rows)) is not None:
            for word in family_words(item.text[mark.start : mark.end], item.doc.language):
                bearers[word].setdefault(mark.entity, set()).update(fold_words(row.text))
    for members in bearers.values():
        if len(members) > 1:
            yield bool(set.intersection(*members.values()))


def family_words(name: str, language: str) -> list[str]:
    """The words of a name of several words that may be a family name."""
    family, comma, _ = name.partition(",")
    words = fold_words(family) if comma else fold_words(name)[1:]
    particles = pack_of(language).naming["person.particles"]
    return [
        word for word in words if len(word) > 2 and word not in particles and word not in _genders(language)
    ]

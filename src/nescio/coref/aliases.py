"""What a writer says to be another name of the same: in brackets, in quotes, after "known as", in a form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from nescio.core.labels import ORGANIZATION, PERSON
from nescio.core.model import Span
from nescio.coref.clusters import Groups
from nescio.coref.forms import Form, is_acronym
from nescio.coref.organizations import is_introduced
from nescio.knowledge.short_names import ShortNames
from nescio.packs.naming import Naming
from nescio.text.folding import fold_words

_OPENS = re.compile(r"\s*[(\[]\s*(?:\w{1,12}\s+)?[\"“„«'‘]?\s*(?:\w{1,4}\s+)?")
_CLOSES = re.compile(r"\s?[)\],;–-]")
# Before a name that stands in quotes, in brackets, or in both; a word or two may introduce it.
_QUOTE_OPENS = re.compile(
    r"[,–]?\s{0,2}(?:\(\w\)\s?)?[(\[]?\s?(?P<said>[^\W\d_]{0,12}\.?\s?[^\W\d_]{0,12}\s?)[\"“„«»‚‘'](?P<more>\s*\w{0,3}\s*)"
)
_QUOTE_CLOSES = re.compile(r"[\"”“»«’']")
_BRACKET_OPENS = re.compile(r"[\"”“»«’']?\s*[(\[]\s*(?P<said>(?:[^\W\d_]{1,12}\.?\s+){0,2})")
_BRACKET_CLOSES = re.compile(r"\s?[)\],;/]")
_QUOTE_OVER = re.compile(r"[\"”“»«’']\s?\)?\s|\)\s")  # behind a nickname, before the family name
_QUOTE_IS = re.compile(r"[\"”“»«’']\s(?P<said>[^\W\d_]{1,12})\s")
_EPITHET = re.compile(r",\s+([^\W\d_]{1,4})\s+")
_EPITHET_ENDS = re.compile(r"\s*[,.;:()\n]|\s*$")
_ENDS = re.compile(r"(?<!\d)[.!?]\s+[^\W\d_]|\n\s*\n")
_HEADS = re.compile(r":[ \t]*\n")  # what comes below is another matter
_COLUMN = re.compile(r"[ \t]{2,}|\t")
_MAX_OPENING: Final = 80
_MAX_PHRASE: Final = 5  # words
_MAX_BEFORE: Final = 4  # words that may stand before a cue, figures aside


class AliasWords:
    """The phrases after which another name of the same person comes."""

    def __init__(self, naming: Naming) -> None:
        self._phrases = frozenset(naming["person.aliases"])
        self._cues = naming["person.alias_cues"]
        self._copulas = naming.written.get("person.copulas", frozenset())  # an accent tells "é" from "e"
        self._small = naming.small_words
        self._kin = frozenset(
            word
            for key in ("person.kin_m", "person.kin_f")
            for entry in naming[key]
            for word in entry.split()
        )
        joining = naming["person.conjunctions"] - naming["determiners"]
        self._idle = (naming.small_words | naming.titles) - self._kin - joining
        self._singular = naming["determiners"] - naming["person.plural_articles"] - joining
        self._given, self._short = naming.gender_of, ShortNames(naming)

    def join(self, between: str) -> bool:
        """Whether what stands between two names says that both are of one."""
        if _ENDS.search(between.rstrip()) or _HEADS.search(between) or between.lstrip().startswith(":"):
            return False
        words = list(fold_words(between))
        bare = list(words)
        while bare and " ".join(bare) not in self._phrases and bare[-1] in self._small:
            bare.pop()
        if " ".join(bare) in self._phrases:
            return True
        return not between.rstrip(" \t").endswith("\n") and self._ends_in_cue(words)

    def _ends_in_cue(self, words: list[str]) -> bool:
        """`…, matrícula 88, alcunha`: a cue counts behind other words, but not behind a relative."""
        if not self._kin.isdisjoint(words):
            return False
        ends = [words]
        while ends[-1] and ends[-1][-1] in self._idle:
            ends.append(ends[-1][:-1])
        return any(
            " ".join(some[-size:]) in self._cues and _count(some[:-size]) <= _MAX_BEFORE
            for some in ends
            for size in range(1, _MAX_PHRASE + 1)
        )

    def are_idle(self, said: str) -> bool:
        """Nothing but articles, titles and words that introduce another name."""
        words = fold_words(said)
        return all(word in self._idle for word in words) or self.join(said)

    def is_copula(self, said: str) -> bool:
        return said.lower() in self._copulas

    def contradict(self, one: Form, other: Form) -> bool:
        """A given name alone, and another that begins with one of somebody else: Ruth (Ida)."""
        first, second = one.words[0].folded, other.words[0].folded
        known = first in self._given and second in self._given and len(one.words) == 1
        return known and first != second and not self._short.listed(first, second)

    def is_given(self, form: Form) -> bool:
        return len(form.words) == 1 and form.words[0].folded in self._given

    def is_epithet(self, said: str, name: Form, epithet: Form) -> bool:
        """`Ramón Sosa, el Correntino`: behind a full name, an article and no given name."""
        words = fold_words(said)
        return (
            len(name.words) > 1
            and len(words) == 1
            and words[0] in self._singular
            and epithet.words[0].folded not in self._given
        )


def _count(words: Sequence[str]) -> int:
    return sum(not word.isdigit() for word in words)


def introductions(text: str, forms: Sequence[Form], aliases: AliasWords) -> Groups:
    """Which forms a writer says to be of one: `European Parliament (EP)`, `Ann Hale, known as Tink`."""
    placed: list[tuple[Span, Form]] = sorted(
        ((span, form) for form in forms for span in form.spans), key=lambda item: item[0]
    )
    groups = Groups()
    nicknames: set[Span] = set()  # mentions in quotes or brackets
    columns = _in_columns(text, [span for span, _ in placed])
    for one, other in _rows(text, placed, aliases):
        groups.join(id(one), id(other))
    for (left, one), (right, other) in pairwise(placed):
        # A bracket may have been taken into the mention: "Ministry [(Ministerium)]".
        between = text[left.end : right.start + (text[right.start] in "([")]
        if one is other or not 0 < len(between) < _MAX_OPENING or {left, right} & columns:
            continue
        if _are_one_person(text, (left, one), (right, other), between, aliases, nicknames) or (
            _OPENS.fullmatch(between) and _are_one_body(text, one, other, right)
        ):
            groups.join(id(one), id(other))
    return groups


def _rows(text: str, placed: Sequence[tuple[Span, Form]], aliases: AliasWords) -> Iterator[tuple[Form, Form]]:
    """Family and given name in two columns of a row: `Sicherl      Alois`.

    Who stands beside several others is in a plan of shifts or the like.
    """
    beside = [
        (one, other)
        for (left, one), (right, other) in pairwise(placed)
        if one.kind == other.kind == PERSON and _COLUMN.fullmatch(text, left.end, right.start)
    ]
    times = Counter(id(form) for pair in beside for form in set(pair))
    for one, other in beside:
        alone = all(word.is_joined for word in one.words[1:])
        once = times[id(one)] == times[id(other)] == 1
        if alone and once and aliases.is_given(other) and not aliases.is_given(one):
            yield one, other


def _in_columns(text: str, spans: Sequence[Span]) -> set[Span]:
    """Mentions beside each other in a table: what stands below one is not about the other."""
    return {
        span
        for one, other in pairwise(spans)
        if one.label == other.label and _COLUMN.fullmatch(text, one.end, other.start)
        for span in (one, other)
    }


def _are_one_person(
    text: str,
    first: tuple[Span, Form],
    second: tuple[Span, Form],
    between: str,
    aliases: AliasWords,
    nicknames: set[Span],
) -> bool:
    (left, one), (right, other) = first, second
    if not one.kind == other.kind == PERSON or one.is_trimmed or not one.words or not other.words:
        return False
    quoted, bracketed = _QUOTE_OPENS.fullmatch(between), _BRACKET_OPENS.fullmatch(between)
    if quoted and _QUOTE_CLOSES.match(text, right.end):
        nicknames.add(right)
        return aliases.are_idle(quoted["said"] + quoted["more"])
    if bracketed and _BRACKET_CLOSES.match(text, right.end):
        nicknames.add(right)
        return aliases.are_idle(bracketed["said"]) and not aliases.contradict(one, other)
    if left in nicknames and _QUOTE_OVER.fullmatch(between):
        return len(other.words) == 1
    epithet = _EPITHET.fullmatch(between)
    if epithet and _EPITHET_ENDS.match(text, right.end) and aliases.is_epithet(epithet[1], one, other):
        return True
    copula = _QUOTE_IS.fullmatch(between)
    if copula and aliases.is_copula(copula["said"]):
        return True
    return aliases.join(between)


def _are_one_body(text: str, one: Form, other: Form, right: Span) -> bool:
    return _is_acronym_of(one, other) or _is_acronym_of(other, one) or _is_other_name(text, one, other, right)


def _is_acronym_of(long: Form, short: Form) -> bool:
    return is_acronym(short.words) and is_introduced(short.words, long.words)


def _is_other_name(text: str, form: Form, bracketed: Form, span: Span) -> bool:
    """`Supreme Court (Oberster Gerichtshof)`: the bracket begins with another organisation."""
    if form.kind != bracketed.kind or form.kind != ORGANIZATION:
        return False
    return text[span.end - 1] in ")]" or _CLOSES.match(text, span.end) is not None

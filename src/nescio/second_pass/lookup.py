"""Looks for aliases in the whole document, in one pass over its words."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from nescio.core.model import Span
from nescio.second_pass.evidence import Evidence
from nescio.text.sentence_starts import BREAKS, OPENERS, begins_after
from nescio.text.word_matcher import Words

SOURCE: Final = "second_pass"
_GAP: Final = re.compile(r"[.'’ʼ]?[ \t\u00a0\u202f]{0,3}(?:\r?\n[ \t>]{0,40})?|[-‐‑–_./]|,[ \u00a0]")
_OPENERS: Final = OPENERS | {"‘", "'"}  # of a quotation, which may begin within a sentence


@dataclass(frozen=True, slots=True)
class Alias:
    """Words that mean a found entity, folded, and how its occurrences must look."""

    words: tuple[str, ...]
    label: str
    score: float
    rule: str
    case: str = "capital"  # capital; inside: capital within a sentence; upper: acronym; login; any
    strength: float = 1.0  # its support in multiples of what it needs
    after: frozenset[str] = frozenset()  # words of which one must stand right before it; none: anything
    carriers: int = 0  # of a headword: mentions of the names that it heads

    @property
    def source(self) -> str:
        return f"{SOURCE}:{self.rule}"


_MAX_WORDS = 20  # no name is longer; a longer one would make each comparison as long as itself


class Cover:
    """Which stretches of a text are taken; spans never overlap."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans = spans
        self._starts = [span.start for span in spans]
        self._ends = [span.end for span in spans]

    def is_free(self, start: int, end: int) -> bool:
        after = bisect_right(self._starts, start)
        if after and self._ends[after - 1] > start:
            return False
        return after == len(self._starts) or self._starts[after] >= end

    def is_part(self, start: int, end: int, alias: Alias) -> bool:
        """Only parts of the name are taken: `helena` of `helena wargow`. The rest must not stay.

        Several words together say more than the label that a detector gave to one of them.
        """
        first = bisect_right(self._ends, start)
        touched = self._spans[first : bisect_left(self._starts, end)]
        inside = all(start <= span.start and span.end <= end for span in touched)
        return inside and all(
            span[:2] != (start, end) and (span.label == alias.label or len(alias.words) > 1)
            for span in touched
        )


class _Aliases:
    """Aliases by their words, so that a place costs the same however many share its first word."""

    def __init__(self, aliases: Iterable[Alias]) -> None:
        self._by_words: dict[tuple[str, ...], list[Alias]] = {}
        for alias in aliases:
            if len(alias.words) <= _MAX_WORDS:
                self._by_words.setdefault(alias.words, []).append(alias)
        for same in self._by_words.values():
            same.sort(key=lambda item: (-item.score, item.rule))
        sizes: dict[str, set[int]] = {}
        for words in self._by_words:
            sizes.setdefault(words[0], set()).add(len(words))
        self._sizes = {word: sorted(lengths, reverse=True) for word, lengths in sizes.items()}

    def __contains__(self, word: str) -> bool:
        """Some alias begins with the word."""
        return word in self._sizes

    def at(self, folded: Sequence[str], index: int) -> Iterator[Alias]:
        """Those whose words stand at a place, the longest first, then the surest."""
        for size in self._sizes[folded[index]]:
            yield from self._by_words.get(tuple(folded[index : index + size]), ())


def find(
    words: Words, aliases: Iterable[Alias], cover: Cover, evidence: Evidence | None = None
) -> Iterator[Span]:
    """Every free occurrence that is supported enough for its place, the longest, from left to right."""
    known = _Aliases(aliases)
    taken = -1
    for index in [place for place, word in enumerate(words.folded) if word in known]:
        if index <= taken:
            continue
        for alias in known.at(words.folded, index):
            last = index + len(alias.words) - 1
            if not _fits(words, index, last, alias):
                continue
            start, end = words.spans[index][0], words.spans[last][1]
            if evidence is not None and not _is_supported(alias, evidence, start, end):
                continue
            if cover.is_free(start, end) or cover.is_part(start, end, alias):
                taken = last
                yield Span(start, end, alias.label, alias.score, alias.source)
                break


def _is_supported(alias: Alias, evidence: Evidence, start: int, end: int) -> bool:
    return alias.strength >= evidence.caution(start, end, alias.label, is_kind=alias.rule == "headword")


def _fits(words: Words, first: int, last: int, alias: Alias) -> bool:
    spans = words.spans
    gaps = ((spans[place][1], spans[place + 1][0]) for place in range(first, last))
    if any(not _GAP.fullmatch(words.text, end, start) for end, start in gaps):
        return False
    if alias.after and (not first or words.folded[first - 1] not in alias.after):
        return False
    if alias.case == "any":
        return True
    surfaces = [words.text[start:end] for start, end in spans[first : last + 1]]
    if alias.case == "login":  # "Blaines" is the Blaines, "blaines" is S. Blaine
        return not surfaces[0].istitle()
    if alias.case == "upper":
        return all(surface.isupper() or (len(surface) > 4 and surface[0].isupper()) for surface in surfaces)
    if alias.case == "inside" and begins_after(BREAKS, words.text, words.spans[first][0], past=_OPENERS):
        return False
    return surfaces[0][0].isupper() and surfaces[-1][0].isupper()


class Use(NamedTuple):
    """How often a document writes a word with a capital, and how often without."""

    capital: int = 0
    small: int = 0
    shouted: int = 0  # of those with a capital, all in capitals

    @property
    def small_share(self) -> float:
        return self.small / max(1, self.small + self.capital)


_UNUSED: Final = Use()


def usage(words: Words, wanted: frozenset[str]) -> Mapping[str, Use]:
    """How the document uses each of the wanted words."""
    use_of: dict[str, Use] = {}
    text, spans = words.text, words.spans
    for index, word in [pair for pair in enumerate(words.folded) if pair[1] in wanted]:
        capital, small, shouted = use_of.get(word, _UNUSED)
        start, end = spans[index]
        if text[start].islower():
            use_of[word] = Use(capital, small + 1, shouted)
        else:
            use_of[word] = Use(capital + 1, small, shouted + text[start:end].isupper())
    return use_of


def merged(spans: Sequence[Span], more: Iterable[Span]) -> list[Span]:
    """Spans and additions in order; a span that is part of an addition goes up in it."""
    additions = sorted(more)
    cover = Cover(additions)
    return sorted([*(span for span in spans if cover.is_free(span.start, span.end)), *additions])

"""The pattern detector: claims every match of every rule."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import starmap, zip_longest
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import ConfigError, check_options
from nescio.core.labels import OUTSIDE
from nescio.core.model import OWN, Document, Span
from nescio.core.options import job_options, texts_option
from nescio.detect import needles, pattern_matcher
from nescio.detect.pattern_matcher import Haystack, PatternMatcher, Written, with_needles
from nescio.detect.sieve import RuleSieve
from nescio.packs import Pack
from nescio.packs.kept import keeps
from nescio.packs.rules import Rule, read_rules, refuse_twins
from nescio.text.checksums import find_check
from nescio.text.folding import fold_entry
from nescio.text.word_index import build_index, split_lines
from nescio.text.word_matcher import Words

OPTIONS: Final = {"files": False, "regions": True}
_WIDEST_GAP = 50  # characters between two words of one entry


class PatternDetector:
    """Claims every match of every rule; overlaps are left to the vote."""

    name = "patterns"

    def __init__(
        self,
        rules: Iterable[Rule],
        *,
        written: Sequence[Written] = (),
        regions: Sequence[str] = (),
        stop: Iterable[str] = (),
    ) -> None:
        """`written` are the expressions of the first rules, if they were worked out before."""
        self._matchers = list(starmap(PatternMatcher, zip_longest(rules, written)))
        self._sieve = RuleSieve([matcher.written.needles for matcher in self._matchers])
        self._checks = {
            check: find_check(check, regions=regions)
            for check in {matcher.rule.check for matcher in self._matchers}
            if check is not None
        }
        # Of two rules of one name the first; a text with many claims asks for them as often.
        self._rule_of = {_source(matcher.rule): matcher.rule for matcher in reversed(self._matchers)}
        self._context = _ContextWords([matcher.rule for matcher in self._matchers])
        self._excepted = {
            matcher.rule.name: frozenset(map(fold_entry, matcher.rule.excepted)) for matcher in self._matchers
        }
        self._stop = frozenset(map(fold_entry, stop))
        self.labels = frozenset(matcher.rule.label for matcher in self._matchers) - OUTSIDE

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> PatternDetector:
        check_options("The detector 'patterns'", options, OPTIONS)
        files = [Path(path) for path in texts_option("patterns", options, "files")]
        own = [replace(rule, own=True) for path in files for rule in read_rules(path, pack.rule_parts)]
        rules = [*pack.rules, *own]
        refuse_twins(rules)
        for rule in rules:
            try:
                if rule.label not in OUTSIDE:  # a rule may silence others
                    pack.labels.find(rule.label)
            except ConfigError as error:
                raise ConfigError(f"{rule}: {error}") from error
        regions = texts_option("patterns", options, "regions")
        return cls(rules, written=_kept(pack), regions=regions, stop=pack.name_words.stop)

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        haystack = Haystack(*(doc.text for doc in docs))
        found: list[list[tuple[int, int, Rule]]] = [[] for _ in docs]
        for matcher, numbers in zip(self._matchers, self._sieve.asked(haystack.narrow), strict=True):
            for number, start, end in matcher.find(haystack, numbers) if numbers else ():
                found[number].append((start, end, matcher.rule))
        return [list(self._judge(doc.text, matches)) for doc, matches in zip(docs, found, strict=True)]

    def explain(self, doc: Document, claim: Span) -> str:
        """Which rule made a claim, where its form comes from, what was checked, which word stood before."""
        rule = self._rule_of.get(claim.source)
        if rule is None:
            return claim.source
        said = [f"your rule {rule.name} ({rule.place})" if rule.own else f"rule {rule.name} ({rule.source})"]
        if rule.check is not None:
            said.append(f"check {rule.check!r} passed")
        if rule.context:
            end = self._context.end_near(rule, doc.text, claim.start)
            if end is not None:
                said.append(f"context word {_word_before(doc.text, end)!r} before it")
        return ", ".join(said)

    def _judge(self, text: str, matches: Iterable[tuple[int, int, Rule]]) -> Iterator[Span]:
        places: dict[str, list[int]] | None = None
        for start, end, rule in matches:
            if rule.check is not None and not self._checks[rule.check](text[start:end]):
                continue
            if rule.excepted and fold_entry(text[start:end]) in self._excepted[rule.name]:
                continue
            if rule.cut_stop_words:
                end = self._without_stop_words(text, start, end)
                if end == start:
                    continue
            score = rule.score
            if rule.context:
                places = self._context.places(text) if places is None else places
                near = _any_between(places.get(rule.name, []), start - rule.window, start)
                if rule.need_context and not near:
                    continue
                score = rule.context_score or score if near else score
            yield Span(start, end, rule.label, score, _source(rule))

    def _without_stop_words(self, text: str, start: int, end: int) -> int:
        """Where a match ends if the words at its end begin the next sentence: "E. W. They"."""
        words = Words(text[start:end])
        last = len(words)
        while last and words.folded[last - 1] in self._stop:
            last -= 1
        if last == len(words):
            return end
        if not last:
            return start
        end = start + words.spans[last - 1][1]
        initial = words.spans[last - 1][1] - words.spans[last - 1][0] == 1
        return end + (initial and text[end : end + 1] == ".")


def _kept(pack: Pack) -> list[Written]:
    """The expressions of the pack's rules in the alphabet of texts."""
    sources = [*pack.rule_files, Path(pattern_matcher.__file__), Path(needles.__file__)]

    def write() -> list[tuple[Any, ...]]:
        found = (PatternMatcher(rule).written for rule in pack.rules)
        return [tuple(with_needles(own) if keeps() else own) for own in found]

    found = pack.keep("expressions", sources, write)
    return list(map(Written._make, found))


def _source(rule: Rule) -> str:
    return f"{PatternDetector.name}:{OWN if rule.own else ''}{rule.name}"


class _ContextWords:
    """Where the context words of the rules stand in a text."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        pairs = [(word, rule.name) for rule in rules for word in rule.context]
        self._index, order = build_index(*split_lines([word for word, _ in pairs]))
        self._owner = [pairs[number][1] for number in order.tolist()]
        longest = max((len(word) for word, _ in pairs), default=0)
        self._reach = 2 * longest + _WIDEST_GAP * self._index.longest

    def places(self, text: str) -> dict[str, list[int]]:
        """For each rule the ends of its context words, in order."""
        ends: dict[str, list[int]] = {}
        for rule, _, end in self._found(Words.of(text)):
            ends.setdefault(rule, []).append(end)
        return {rule: sorted(positions) for rule, positions in ends.items()}

    def end_near(self, rule: Rule, text: str, start: int) -> int | None:
        """Where the first context word of a rule ends in its window before a match.

        Only what stands near is read, so that an explanation costs the same in a long text.
        """
        low = max(0, start - rule.window)
        begin = max(0, low - self._reach)
        near = self._found(Words(text[begin : start + 1]))
        # A word that the cut may have shortened is not told by it.
        ends = [begin + end for name, first, end in near if name == rule.name and (first or not begin)]
        return min((end for end in ends if low <= end <= start), default=None)

    def _found(self, words: Words) -> Iterator[tuple[str, int, int]]:
        """The rule of each context word in a text, the index of its first word, and where it ends."""
        for row, first, last in zip(*(column.tolist() for column in self._index.find(words)), strict=True):
            if first == last or words.joined(first, last):
                yield self._owner[row], first, words.spans[last][1]


def _any_between(positions: Sequence[int], low: int, high: int) -> bool:
    index = bisect_left(positions, low)
    return index < len(positions) and positions[index] <= high


def _word_before(text: str, end: int) -> str:
    start = end
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    return text[start:end]

"""The pattern recognizer: claims every match of every rule."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from nescio.core.errors import ConfigError, known
from nescio.core.model import Document, Span
from nescio.packs import Pack
from nescio.text.checksums import find_check
from nescio.text.offsets import from_bytes
from nescio.text.pattern_matcher import PatternMatcher
from nescio.text.rules import Rule, read_rules
from nescio.text.word_matcher import WordMatcher, Words, fold_entry

OPTIONS = ("files", "regions")


class PatternDetector:
    """Claims every match of every rule; overlaps are left to the vote."""

    name = "patterns"

    def __init__(self, rules: Iterable[Rule], *, regions: Sequence[str] = ()) -> None:
        self._matchers = [PatternMatcher(rule) for rule in rules]
        self._checks = {
            check: find_check(check, regions=regions)
            for check in {matcher.rule.check for matcher in self._matchers}
            if check is not None
        }
        self._context = _ContextWords([matcher.rule for matcher in self._matchers])
        self.labels = frozenset(matcher.rule.label for matcher in self._matchers)

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> PatternDetector:
        for key in options:
            if key not in OPTIONS:
                raise ConfigError(f"The recognizer 'patterns' has no option {key!r}. {known(key, OPTIONS)}")
        extra = [rule for path in options.get("files", ()) for rule in read_rules(Path(path))]
        for rule in (*pack.rules, *extra):
            pack.labels.find(rule.label)
        return cls((*pack.rules, *extra), regions=options.get("regions", ()))

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        return [self._claims(doc.text) for doc in docs]

    def _claims(self, text: str) -> list[Span]:
        data = text.encode("utf-8", "surrogatepass")
        found = [
            (begin, end, matcher.rule) for matcher in self._matchers for begin, end in matcher.find(data)
        ]
        offsets = from_bytes(text, [offset for begin, end, _ in found for offset in (begin, end)])
        pairs = zip(offsets[::2], offsets[1::2], found, strict=True)
        return list(self._judge(text, ((start, end, rule) for start, end, (_, _, rule) in pairs)))

    def _judge(self, text: str, matches: Iterable[tuple[int, int, Rule]]) -> Iterator[Span]:
        places: dict[str, list[int]] | None = None
        for start, end, rule in matches:
            if rule.check is not None and not self._checks[rule.check](text[start:end]):
                continue
            score = rule.score
            if rule.context:
                places = self._context.places(text) if places is None else places
                near = _any_between(places.get(rule.name, []), start - rule.window, start)
                if rule.need_context and not near:
                    continue
                score = rule.context_score or score if near else score
            yield Span(start, end, rule.label, score, f"{self.name}:{rule.name}")


class _ContextWords:
    """Where the context words of the rules stand in a text."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        pairs = [(fold_entry(word), rule.name) for rule in rules for word in rule.context]
        self._owners = [rule for _, rule in pairs]
        self._matcher = WordMatcher(word for word, _ in pairs)

    def places(self, text: str) -> dict[str, list[int]]:
        """For each rule the ends of its context words, in order."""
        ends: dict[str, list[int]] = {}
        for hit in self._matcher.find(Words(text)):
            ends.setdefault(self._owners[hit.entry], []).append(hit.end)
        return ends


def _any_between(positions: Sequence[int], low: int, high: int) -> bool:
    index = bisect_left(positions, low)
    return index < len(positions) and positions[index] <= high

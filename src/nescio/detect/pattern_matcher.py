"""Finds all matches of a rule in many texts at once, in linear time, with Unicode word boundaries."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

import re2

from nescio.core.errors import ConfigError
from nescio.detect.needles import needles_of
from nescio.packs.rules import Rule
from nescio.text.alphabet import BETWEEN, WORD, both_cases, regex_to_alphabet, to_alphabet
from nescio.text.offsets import from_bytes

# RE2 has no look-around and its \b knows ASCII only: the neighbours are matched too, and
# the span is the group between them.
_EDGE = rf"[^{WORD}\n]"
_WIDE_EDGE = r"[^\pL\pM\pN_]"
_RAISED = "ºª"  # letters that end an abbreviation: n.º, Dr.ª
_LOOK = 40  # how far before a match, or behind its span, a guard looks


class Haystack:
    """Texts in the two encodings that rules are compiled for, made when first needed."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts

    @cached_property
    def narrow(self) -> list[bytes]:
        """One byte per character: what nearly every rule searches."""
        return list(map(to_alphabet, self.texts))

    @cached_property
    def _whole(self) -> tuple[bytes, list[int]]:
        return _joined(self.narrow)

    def together(self, numbers: Sequence[int]) -> tuple[bytes, list[int]]:
        """Some of the texts in one, and where each begins there."""
        if len(numbers) == len(self.texts):
            return self._whole
        return _joined([self.narrow[number] for number in numbers])

    @cached_property
    def wide(self) -> list[bytes]:
        """UTF-8, for rules that name letters of other scripts."""
        return [text.encode("utf-8", "surrogatepass") for text in self.texts]


def _joined(parts: Sequence[bytes]) -> tuple[bytes, list[int]]:
    return BETWEEN.join(parts), list(accumulate((len(part) + 1 for part in parts[:-1]), initial=0))


class Written(NamedTuple):
    """The expressions of a rule, in the alphabet that they are matched in; plain values that can be kept."""

    wide: bool
    regex: str
    unless: str | None
    unless_before: str | None
    unless_after: str | None
    needles: tuple[str, ...] | None = None  # of which one stands in every match


def written_for(rule: Rule) -> Written:
    """Puts a rule into the alphabet, or leaves it in UTF-8 if it tells more letters apart."""
    inner = _cased(rule, f"{_group(rule.before)}(?P<span>{rule.regex}){_group(rule.after)}")
    narrow = regex_to_alphabet(inner)
    wide = narrow is None
    regex = _with_edges(rule, inner if narrow is None else narrow, wide=wide)
    return Written(
        wide,
        regex,
        _guard(rule, rule.unless, wide=wide),
        _guard(rule, rule.unless_before and f"(?:{rule.unless_before})$", wide=wide),
        _guard(rule, rule.unless_after and f"^(?:{rule.unless_after})", wide=wide),
    )


def with_needles(written: Written) -> Written:
    """Says also what every match holds; that takes longer than to compile an expression."""
    needles = None if written.wide else needles_of(written.regex)
    return written._replace(needles=None if needles is None else tuple(sorted(needles)))


def _cased(rule: Rule, regex: str) -> str:
    return both_cases(regex, everywhere=rule.ignore_case)


def _guard(rule: Rule, regex: str | None, *, wide: bool) -> str | None:
    if not regex:
        return None
    cased = _cased(rule, regex)
    narrow = None if wide else regex_to_alphabet(cased)
    if narrow is None and not wide:
        raise ConfigError(f"{rule}: a guard names letters that its 'regex' does not tell apart.")
    return narrow or cased


def _with_edges(rule: Rule, inner: str, *, wide: bool) -> str:
    edge = _WIDE_EDGE if wide else _EDGE
    left = f"(?:^|{edge})" if rule.boundary else ""
    right = f"(?:$|{edge})" if rule.boundary and not rule.after else ""
    # Each of many texts has its own `^` and `$`: beside what stands between them.
    return f"{'' if wide else '(?m)'}{left}{inner}{right}"


class PatternMatcher:
    """One compiled rule; yields the number of the text, and offsets in code points."""

    def __init__(self, rule: Rule, known: Written | None = None) -> None:
        """`known` are the expressions of the rule, if they were worked out before."""
        self.rule = rule
        written = written_for(rule) if known is None else known
        self._wide = written.wide
        self.written = written
        if known is None:  # else it was compiled before: then only if a text asks for it
            _ = self._regex, self._unless, self._unless_before, self._unless_after

    @cached_property
    def _regex(self) -> Any:
        return _checked(self.rule, self.written.regex, wide=self._wide)

    @cached_property
    def _span(self) -> int:
        span: int = self._regex.groupindex[b"span"]
        return span

    @cached_property
    def _unless(self) -> Any:
        return self._guard(self.written.unless)

    @cached_property
    def _unless_before(self) -> Any:
        return self._guard(self.written.unless_before)

    @cached_property
    def _unless_after(self) -> Any:
        return self._guard(self.written.unless_after)

    def _guard(self, regex: str | None) -> Any:
        return None if regex is None else _checked(self.rule, regex, wide=self._wide)

    def _is_refused(self, data: bytes, match: Any) -> bool:
        """Whether the match holds, or has directly before or behind it, what the rule does not mean."""
        start, end = match.span(self._span)
        begin = match.start()
        if self._unless is not None and self._unless.search(data[start:end]) is not None:
            return True
        if self._unless_before is not None:
            seen = data[max(0, begin - _LOOK) : begin]
            if self._unless_before.search(seen if self._wide else seen.rpartition(BETWEEN)[2]) is not None:
                return True
        if self._unless_after is None:
            return False
        seen = data[end : end + _LOOK]
        return self._unless_after.search(seen if self._wide else seen.partition(BETWEEN)[0]) is not None

    def find(
        self, haystack: Haystack, numbers: Sequence[int] | None = None
    ) -> Iterator[tuple[int, int, int]]:
        """The matches in the texts of these numbers, or in all."""
        numbers = range(len(haystack.texts)) if numbers is None else numbers
        if self._wide:
            yield from self._find_wide(haystack, numbers)
            return
        data, starts = haystack.together(numbers)
        for begin, end in self._find(data):
            at = bisect_right(starts, begin) - 1
            number, start = numbers[at], begin - starts[at]
            if not self._splits_word(haystack.texts[number], start):
                yield number, start, end - starts[at]

    def _find_wide(self, haystack: Haystack, numbers: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        for number in numbers:
            offsets = [offset for span in self._find(haystack.wide[number]) for offset in span]
            if offsets:
                text = haystack.texts[number]
                points = from_bytes(text, offsets)
                for start, end in zip(points[::2], points[1::2], strict=True):
                    if not self._splits_word(text, start):
                        yield number, start, end

    def _splits_word(self, text: str, start: int) -> bool:
        """Whether the words before a match end in the middle of another: *Akz* in Akzent."""
        if not (self.rule.before and start):
            return False
        return _is_letter(text[start - 1]) and _is_letter(text[start])

    def _find(self, data: bytes) -> Iterator[tuple[int, int]]:
        search, group, size = self._regex.search, self._span, len(data)
        position = 0
        # An empty match at the end would be found there for ever.
        while position <= size and (match := search(data, position)) is not None:
            start, end = match.span(group)
            if end > start and not self._is_refused(data, match):
                yield start, end
            # From the end of the span, not of the match: two neighbours share a separator.
            position = max(end, match.start() + 1)


def _is_letter(sign: str) -> bool:
    return sign.isalpha() and sign not in _RAISED


def _group(regex: str | None) -> str:
    return f"(?:{regex})" if regex else ""


def _checked(rule: Rule, regex: str, *, wide: bool) -> Any:
    try:
        return _compiled(regex, wide=wide, ignore_case=rule.ignore_case)
    except re2.error as error:
        reason = error.args[0]
        text = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise ConfigError(f"Rule {rule.name!r} is not a regular expression of RE2: {text}.") from error


@lru_cache(maxsize=2048)  # kits of one language that differ in an option share their rules
def _compiled(regex: str, *, wide: bool, ignore_case: bool) -> Any:
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    options.max_mem = 64 << 20
    options.encoding = re2.Options.Encoding.UTF8 if wide else re2.Options.Encoding.LATIN1
    return re2.compile(regex.encode("utf-8" if wide else "latin-1"), options)

"""Finds all matches of a rule in linear time, with Unicode word boundaries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import re2

from nescio.core.errors import ConfigError
from nescio.text.rules import Rule

# RE2 has no look-around and its \b knows ASCII only: the neighbours are matched too, and
# the span is the group between them.
_LEFT = r"(?:^|[^\pL\pM\pN_])"
_RIGHT = r"(?:$|[^\pL\pM\pN_])"


class PatternMatcher:
    """One compiled rule; searches UTF-8 bytes and yields byte offsets."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self._regex = _compile(rule)
        self._span = self._regex.groupindex[b"span"]

    def find(self, data: bytes) -> Iterator[tuple[int, int]]:
        position = 0
        # An empty match at the end would be found there for ever.
        while position <= len(data) and (match := self._regex.search(data, position)) is not None:
            start, end = match.span(self._span)
            if end > start:
                yield start, end
            # From the end of the span, not of the match: two neighbours share a separator.
            position = max(end, match.start() + 1)


def _compile(rule: Rule) -> Any:
    left = _LEFT if rule.boundary else ""
    right = _RIGHT if rule.boundary else ""
    before = f"(?:{rule.before})" if rule.before else ""
    after = f"(?:{rule.after})" if rule.after else right
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not rule.ignore_case
    options.max_mem = 64 << 20
    try:
        return re2.compile(f"{left}{before}(?P<span>{rule.regex}){after}".encode(), options)
    except re2.error as error:
        reason = error.args[0]
        text = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise ConfigError(f"Rule {rule.name!r} is not a regular expression of RE2: {text}.") from error

"""What stands around one mention: phrases that tell a role, its section, whether it is cited."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from nescio.core.model import Span
from nescio.decide.evidence.phrases import PhraseTable, TokenRow, Told
from nescio.packs.court import Frames

_SHORT: Final = 3  # words between a phrase and a name that it may still be about
_JOIN: Final = re.compile(r"\s*(?:,|/|&|\+|,?\s*\b[^\W\d_]{1,3}\b\.?)\s*(?:[^\W\d_]{1,4}\.?\s*)?", re.UNICODE)
_ASIDE: Final = re.compile(r"\s*\([^()\n]{1,45}\)")  # "A (for the employers) and B"
_LINK: Final = 3  # letters of "of", "da", "des"
_LINKS: Final = 2  # such words between a noun and its genitive
_OFFICES: Final = ("counsel", "judge", "officer", "expert")  # people who are somebody's
_SLASH: Final = "/"
_CITED: Final = "cited"
_COMMA: Final = ","
_APPOSED: Final = 5  # words behind a comma: "Ms X, the court-appointed psychologist"


class MentionReader:
    """Asks the phrases of a language about the mentions of one text."""

    def __init__(self, text: str, tables: FrameTables, body: tuple[int, int]) -> None:
        self.text, self._tables, self._body = text, tables, body
        self._row = TokenRow(text, tables.abbreviations)

    def section(self, span: Span) -> str:
        start, end = self._body
        return "head" if span.start < start else "tail" if span.start >= end else "body"

    def roles(self, span: Span) -> list[tuple[str, Told]]:
        """How a phrase stands to the mention (before, under, near, behind, row, line), and what it tells."""
        left, right = self._row.left(span.start), self._row.right(span.end)
        found = [("before", item) for item in self._beside(left)]
        if self.section(span) == "head" and not found:
            above = self._row.left(span.start, breaks=True)
            found = [("under", item) for item in self._beside(above) or self._near(above)]
        found += [("near", item) for item in self._near(left)]
        found += [("behind", item) for item in self._behind(right)]
        if self.text.startswith(_COMMA, span.end):
            found += [("apposed", item) for item in self._tables.before.anywhere(right[:_APPOSED])]
        if self.section(span) != "body":
            found += [("row", item) for item in self._tables.behind.anywhere(right[:25])]
        words = [*left[-25:], *right[:25]]
        found += [("line", item) for item in self._tables.line.anywhere(words)]
        if self.section(span) == "head":  # "Tarn v Orr" above the text is this very case
            return [("caption" if item.kind == _CITED else place, item) for place, item in found]
        return found

    def neighbours(self, span: Span) -> tuple[str, str, str]:
        """The two words before and the one behind, small; empty where there is none."""
        left = ["", "", *self._row.left(span.start)]
        return left[-2], left[-1], ([*self._row.right(span.end), ""])[0]

    def _beside(self, left: list[str]) -> list[Told]:
        words = list(left)
        while words:
            if found := self._tables.before.ending(words):
                return self._head_of(words, found) or found
            word = words.pop()
            if len(word) > 1 and word not in self._tables.bridges:
                break
        return []

    def _head_of(self, words: list[str], found: list[Told]) -> list[Told]:
        """What a genitive belongs to: "the advocate of the applicant, Ms X" tells an advocate."""
        rest = words[: len(words) - len(TokenRow(found[0].phrase).words)]
        size = len(rest)
        while rest and len(rest[-1]) <= _LINK and size - len(rest) < _LINKS:
            rest = rest[:-1]
        heads = self._tables.before.ending(rest) if len(rest) < size else []
        return [item for item in heads if item.kind in _OFFICES]

    def _near(self, left: list[str]) -> list[Told]:
        for size in range(1, min(_SHORT, len(left)) + 1):
            if found := self._tables.before.ending(left[:-size]):
                return found
        return []

    def _behind(self, right: list[str]) -> list[Told]:
        for skipped in range(2):
            if found := self._tables.behind.beginning(right[skipped:]):
                return found
            if right[skipped : skipped + 1] and right[skipped] not in self._tables.bridges:
                break
        return []

    def inside(self, span: Span) -> list[Told]:
        return list(self._tables.inside.inside(TokenRow(self.text[span.start : span.end]).words))

    def is_joined(self, first: Span, second: Span) -> bool:
        """Only "and", a comma or the like stands between the two, perhaps behind something in brackets."""
        aside = _ASIDE.match(self.text, first.end, max(first.end, second.start))
        start = aside.end() if aside else first.end
        return start <= second.start <= start + 12 and (
            _JOIN.fullmatch(self.text, start, second.start) is not None
        )

    def is_slashed(self, span: Span) -> bool:
        """A stroke stands directly beside it, as between the authors of a commentary."""
        return _SLASH in (self.text[span.start - 1 : span.start], self.text[span.end : span.end + 1])

    def in_brackets(self, span: Span) -> bool:
        left = self.text[max(0, span.start - 200) : span.start].rpartition("\n")[2]
        return left.rfind("(") > left.rfind(")")


class FrameTables:
    """The phrases of a language, made ready once."""

    def __init__(self, frames: Frames, bridges: Collection[str], abbreviations: Collection[str] = ()) -> None:
        self.before, self.behind = PhraseTable(frames.before), PhraseTable(frames.behind)
        self.line, self.inside = PhraseTable(frames.line), PhraseTable(frames.inside)
        self.bridges = frozenset(bridges)
        self.abbreviations = frozenset(abbreviations)


def names_of(items: Sequence[tuple[str, Told]]) -> set[str]:
    return {f"{place}:{item.kind}" for place, item in items}

"""Why a person should look at an entity: doubts, by code; the front end says them in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import regex

from nescio.core.edits import BY_PERSON
from nescio.core.labels import NAMES, OUTSIDE
from nescio.core.model import Document, Entity, Span
from nescio.explain import ClaimIndex
from nescio.packs import Pack
from nescio.text.folding import fold_word

WEAK: Final = 0.6
SURE: Final = 0.9
_LOOKED_AT: Final = 50  # mentions of an entity: doubts about the others would be the same
_BEFORE: Final = regex.compile(r"(?<=[^.!?:;\s][ \t])(\p{Lu}\p{Ll}+)[ \t]$")
_BEHIND: Final = regex.compile(r"[ \t](\p{Lu}\p{Ll}+)\b")
_REACH: Final = 30

Doubt = tuple[str, str]  # its code, and what it is about, such as the other label


class Doubter:
    """Looks at the entities of one job; each doubt is said once for each entity."""

    def __init__(self, doc: Document, claims: ClaimIndex, pack: Pack) -> None:
        self._doc, self._claims, self._labels = doc, claims, pack.labels
        self._titles = pack.naming.titles | pack.naming.small_words

    def doubts(self, entity: Entity) -> list[Doubt]:
        spans = [span for span in entity.mentions[:_LOOKED_AT] if span.source != BY_PERSON]
        if not spans:
            return []
        return list(dict.fromkeys(self._found(entity, spans)))

    def _found(self, entity: Entity, spans: Sequence[Span]) -> Iterator[Doubt]:
        best = max(span.score for span in spans)
        if entity.features.get("candidates"):
            yield "shared_name", ""
        if best < SURE and self._is_common(spans):
            yield "common_word", ""
        if best < WEAK:
            yield "weak", ""
        elif best < SURE and len(entity.mentions) == 1:
            yield "found_once", ""
        for span in spans:
            yield from self._about_label(span)
        if self._labels.root(entity.label) in NAMES and any(map(self._is_half, spans)):
            yield "half_name", ""

    def _is_common(self, spans: Sequence[Span]) -> bool:
        """The lists say that these words are no name."""
        return any(
            claim.label in OUTSIDE and claim.start <= span.start and span.end <= claim.end
            for span in spans
            for claim in self._claims.touching(span)
        )

    def _about_label(self, span: Span) -> Iterator[Doubt]:
        """Somebody else says, with some right, that the same words are of another kind."""
        for claim in self._claims.touching(span):
            same_place = (claim.start, claim.end) == (span.start, span.end)
            if not same_place or claim.label in OUTSIDE or claim.is_doubt or claim.label not in self._labels:
                continue
            other = self._labels.root(claim.label)
            if other != self._labels.root(span.label) and claim.score >= span.score - 0.3:
                yield "other_label", other

    def _is_half(self, span: Span) -> bool:
        """A word with a capital stands beside it that is no title and that nobody said anything about."""
        text = self._doc.text
        before = _BEFORE.search(text[max(0, span.start - _REACH) : span.start])
        behind = _BEHIND.match(text[span.end : span.end + _REACH])
        found = []
        if before is not None:
            begin = max(0, span.start - _REACH)
            found.append((begin + before.start(1), begin + before.end(1)))
        if behind is not None:
            found.append((span.end + behind.start(1), span.end + behind.end(1)))
        return any(self._is_unclaimed(start, end) for start, end in found)

    def _is_unclaimed(self, start: int, end: int) -> bool:
        if fold_word(self._doc.text[start:end]) in self._titles:
            return False
        return not any(True for _ in self._claims.touching(Span(start, end, "", 0.0, "")))

"""Substitutes for occupations, peoples and faiths: another word of the same kind and form."""

from __future__ import annotations

from nescio.core.model import Entity, Span
from nescio.core.scene import Change
from nescio.replace.agreement.articles import shown_gender, sounded
from nescio.replace.agreement.genders import GenderObserver
from nescio.replace.agreement.grammar import Grammar
from nescio.replace.agreement.surroundings import spot_of
from nescio.replace.substitutes.draw import Draw
from nescio.replace.word_kinds import WordKindReader, written_like
from nescio.text.folding import key_of


class WordSubstitutes:
    """A baker for a carpenter, a Norwegian woman for an Italian one."""

    def __init__(self, reader: WordKindReader, grammar: Grammar, observer: GenderObserver) -> None:
        self._reader, self._grammar, self._observer = reader, grammar, observer

    def edits(self, draw: Draw, entity: Entity) -> dict[Span, Change] | None:
        """The same word in the form of each mention; None where the lists have none that is free."""
        gender = self._observer.observe(draw.scene, entity).gender
        words = {}
        for span in entity.mentions:
            spot = spot_of(draw.scene, span)
            known = self._reader.read(spot.name, gender or shown_gender(spot, self._grammar))
            if known is None:
                return None
            words[span] = known
        kind = words[max(words, key=lambda span: span.end - span.start)].kind
        others = (item.name for item in self._reader.kinds if item.words)
        about = key_of(max((draw.text[span.start : span.end] for span in words), key=len))
        row = next(filter(None, (self._row(draw, name, about) for name in (kind.name, *others))), None)
        if row is None:
            return None
        edits = {}
        for span, known in words.items():
            spot = spot_of(draw.scene, span)
            edits[span] = sounded(spot, written_like(row[known.form], spot.name), self._grammar)
        return edits

    def _row(self, draw: Draw, kind: str, about: str) -> tuple[str, ...] | None:
        """The next word of a kind that stands nowhere in any form; each is looked at once."""
        rows = next(item.words for item in self._reader.kinds if item.name == kind)
        left = draw.ordered((id(self._reader), kind), rows, about=about)
        while left:
            row = left.pop()
            if all(map(draw.is_free, row)):
                draw.take(*row)
                return row
        return None

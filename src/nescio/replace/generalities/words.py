"""What an occupation, a people or a faith is, in its own form: health worker, European."""

from __future__ import annotations

from nescio.core.model import Entity, Span
from nescio.core.scene import Change, Scene
from nescio.replace.agreement.articles import shown_gender, sounded
from nescio.replace.agreement.genders import GenderObserver
from nescio.replace.agreement.grammar import Grammar
from nescio.replace.agreement.surroundings import spot_of
from nescio.replace.word_kinds import WordKindReader, written_like
from nescio.text.folding import key_of


class WiderWords:
    """Says the kind of a word where something true can be said of all words of the kind."""

    def __init__(self, reader: WordKindReader, grammar: Grammar, observer: GenderObserver) -> None:
        self._reader, self._grammar, self._observer = reader, grammar, observer

    def edits(self, scene: Scene, entity: Entity) -> dict[Span, Change]:
        """The wider word for each mention, its tag where there is none."""
        gender = self._observer.observe(scene, entity).gender
        edits = {}
        for span in entity.mentions:
            spot = spot_of(scene, span)
            wider = self._wider(spot.name, gender or shown_gender(spot, self._grammar))
            tag = Change(span.start, span.end, scene.tags[entity.id])
            edits[span] = sounded(spot, wider, self._grammar) if wider else tag
        return edits

    def _wider(self, surface: str, gender: str) -> str:
        """The word for the kind, or for all kinds where the first is what stands there; empty if neither."""
        known = self._reader.read(surface, gender)
        for kind in () if known is None else (known.kind, self._reader.kinds[-1]):
            wider = kind.general[known.form] if known and kind.general else ""
            if wider and key_of(wider) != key_of(surface):
                # "religious" has no capital where "Catholic" has one
                is_small = wider[0].islower() and kind.words[0][0][0].isupper() and not surface.isupper()
                return wider if is_small else written_like(wider, surface)
        return ""

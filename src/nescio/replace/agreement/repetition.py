"""No word twice: where the text already says what a thing is, its name is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import regex

from nescio.core.model import Span
from nescio.replace.planning import Edit, Scene
from nescio.replace.world import World

_BEFORE: Final = regex.compile(r"([\p{L}\p{M}]+)([ \u00a0]+)$")
_AFTER: Final = regex.compile(r"[ \u00a0]+([\p{L}\p{M}]+)")


class Repetition:
    """Finds the words around a name that say the same as its type."""

    def __init__(self, world: World) -> None:
        self._world = world

    def edit(self, scene: Scene, span: Span, type: str, number: int) -> Edit | None:
        """The word for the type that already stands there is enough: the province of X → the province."""
        text = scene.document.text
        left, right = scene.room(span.start, span.end)
        suffix = f" {number}" if number else ""
        end = span.start
        words: list[tuple[str, int, int]] = []
        while len(words) < 3 and (match := _BEFORE.search(text[max(left, end - 40) : end])):
            offset = max(left, end - 40)
            words.append((match[1], offset + match.start(1), offset + match.end(1)))
            end = words[-1][1]
        if words and self._names_type(words[0][0], type):
            return Edit(words[0][1], span.end, text[words[0][1] : words[0][2]] + suffix)
        if self._says_enough([word for word, _, _ in words], span.label):
            return Edit(words[0][1], span.end, text[words[0][1] : words[0][2]] + suffix)
        if len(words) > 1 and self._is_link(words[0][0]) and self._names_type(words[1][0], type):
            return Edit(words[1][1], span.end, text[words[1][1] : words[1][2]] + suffix)
        after = _AFTER.match(text, span.end)
        attributive = self._world.grammar.raw.get("attributive") and after and after.end() <= right
        if attributive and after and after[1].islower() and self._names_type(after[1], type):
            return Edit(span.start, after.end(), after[1] + suffix)
        return None

    def _is_link(self, word: str) -> bool:
        grammar = self._world.grammar
        readings = grammar.readings.get(word.lower(), ())
        return word.lower() in grammar.links or any(r.preposition in grammar.links for r in readings)

    def _says_enough(self, words: Sequence[str], label: str) -> bool:
        """Whether a determiner and a noun before the name say what it is: the slum X → the slum."""
        grammar = self._world.grammar
        if len(words) < 2 or words[0].lower() in grammar.prepositions or words[0].lower() in grammar.readings:
            return False
        if words[0][:1].isupper() and not grammar.raw.get("capital_nouns"):
            return False
        further = words[2:] if words[1][:1].islower() and words[1] not in grammar.prepositions else []
        if not any(word.lower() in grammar.readings for word in (words[1], *further)):
            return False
        named = self._world.types.of_word(words[0])
        roots = {self._world.root(self._world.types.label(type)) for type in named}
        return (
            self._world.root(label) in roots or self._world.linker.type_of_noun(words[0], label) is not None
        )

    def _names_type(self, word: str, type: str) -> bool:
        """Whether a common noun says the same as the type, or something right above or below it."""
        types = self._world.types
        if word[:1].isupper() and not self._world.grammar.raw.get("capital_nouns"):
            return False
        lineage = types.lineage(type)
        return any(
            found in lineage[:-1] or type in types.lineage(found)[:-1] or found == type
            for found in types.of_word(word)
        )

"""Substitutes for places, bodies and other things: a name of the same type, gender and use."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import regex

from nescio.core.model import Entity, Span
from nescio.knowledge.linking import Link
from nescio.packs.surrogates import Surrogate
from nescio.replace.agreement.phrases import Phrase
from nescio.replace.kept import Kept, KeptThing, kept_by, to_feature
from nescio.replace.planning import Edit
from nescio.replace.substitutes.draw import Draw
from nescio.text.folding import key_of

_SLOT: Final = regex.compile(r"\{(\w+)\}")
_PLACE: Final = "place"
_SETTLEMENT: Final = "settlement"
_TOWNS: Final = ("village", "town", "city")  # what stands for a place of which no more is known


class ThingSubstitutes:
    """City for city, club for club."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def edits(self, entity: Entity, link: Link) -> dict[Span, Edit]:
        seen, article = self._draw.world.observed(self._draw.scene, entity)
        longest = max((self._draw.text[s.start : s.end] for s in entity.mentions), key=len)
        gender = seen or self._draw.world.genders(longest)[:1]
        kept = kept_by(entity)
        old = self._still_free(kept)
        new = old or self._choose(link.type, gender, article)
        if new is None:
            return self._draw.tag(entity)
        for name in (new.surrogate.text, *new.names):
            self._draw.take(name)
        raw = to_feature(kept if old else [*kept, new]) if "identity" in entity.features else ""
        return {
            span: self._say(span, entity, new.surrogate, longest)._replace(kept=raw)
            for span in entity.mentions
        }

    def _still_free(self, kept: Sequence[Kept]) -> KeptThing | None:
        """The first kept name in the language of the document that stands nowhere in it."""
        for item in kept:
            if (
                isinstance(item, KeptThing)
                and item.language == self._draw.scene.document.language
                and self._draw.is_free(item.surrogate.text)
                and all(self._draw.is_free(name, parts=True) for name in item.names)
            ):
                return item
        return None

    def _choose(self, type: str, gender: str, article: bool) -> KeptThing | None:
        """A free name of the type or one above it; of towns when there is none for such a place."""
        lineage = self._draw.world.types.lineage(type)
        steps = [*lineage, *_TOWNS] if lineage[-1] == _PLACE else lineage
        alike = _SETTLEMENT in lineage  # "to Harheim" cannot become "to the Lindenviertel"
        return self._first(steps, gender, article, alike=alike) or self._first(steps, gender, article)

    def _first(
        self, steps: Sequence[str], gender: str, article: bool, *, alike: bool = False
    ) -> KeptThing | None:
        for step in steps:
            pool = [
                *(s for s in self._draw.places if s.type == step),
                *(s for s in self._draw.patterns if s.type == step),
            ]
            pool.sort(
                key=lambda s: (bool(gender) and s.gender != gender, s.number != "s", s.article != article)
            )
            for item in pool:
                if alike and item.article and not article:
                    continue
                filled = self._fill(item.text)
                if filled is None or not self._is_new(filled[0]):
                    continue
                language = self._draw.scene.document.language
                return KeptThing(language, item._replace(text=filled[0]), filled[1])
        return None

    def _is_new(self, name: str) -> bool:
        return self._draw.is_free(name) and key_of(name) not in self._draw.ledger.names

    def _fill(self, pattern: str) -> tuple[str, tuple[str, ...]] | None:
        """A pattern with names from the lists that nothing else uses."""
        values: dict[str, str] = {}
        for slot in _SLOT.findall(pattern):
            pool = {
                "family": self._draw.family,
                "given_m": self._draw.given.get("m", []),
                "given_f": self._draw.given.get("f", []),
                "city": [p.text for p in self._draw.places if p.type in ("city", "town") and not p.article],
            }[slot]
            suffix = pattern.partition("{" + slot + "}")[2][:2]
            wrong_ends = ("e", "n", "r", "s") if suffix == "er" else ()
            value = self._draw.name(pool, partial(_ends_otherwise, wrong_ends))
            if not value:
                return None
            values[slot] = value
        return pattern.format(**values), tuple(values.values())

    def _say(self, span: Span, entity: Entity, choice: Surrogate, longest: str) -> Edit:
        name = self._draw.text[span.start : span.end]
        left, right = self._draw.scene.room(span.start, span.end)
        base = self._draw.world.genitive_base(self._draw.text, span)
        genders = self._draw.world.genders(name)
        takes = self._draw.world.takes_article(choice.type, entity.label, genders)
        around = self._draw.world.repairer.look(
            self._draw.text, span.start, left=left, genders=genders, takes_article=takes
        )
        shown = _without_repetition(self._draw.text[left : span.start], self._form(name, longest, choice))
        phrase = Phrase(
            shown, choice.gender, choice.number, self._genitive(shown, choice),
            proper=True, article=choice.article,
        )  # fmt: skip
        edit = self._draw.world.repairer.repair(
            self._draw.text, span.start, span.end, phrase, around=around, room=(left, right), genders=genders
        )
        return edit._replace(text=self._draw.with_genitive(edit.text, "s")) if base is not None else edit

    def _genitive(self, shown: str, choice: Surrogate) -> str:
        """The whole name in the genitive, by its first or last noun: des Amts Celle, des Müllerwegs."""
        if not self._draw.world.grammar.cases or choice.gender not in ("m", "n"):
            return ""
        words = shown.split(" ")
        for place in (0, len(words) - 1):
            found = [w for w in self._draw.world.dictionary.nouns(words[place]) if w.gender == choice.gender]
            genitive = found[0].form("s", "GEN") if found else None
            if genitive and words[place] not in self._draw.family:
                return " ".join([*words[:place], genitive, *words[place + 1 :]])
        return ""

    def _form(self, name: str, longest: str, choice: Surrogate) -> str:
        """The form of the new name that matches the form of the old one."""
        text = choice.text
        letters = [c for c in name if c.isalpha()]
        if name != longest and len(letters) <= 6 and name.isupper() and len(text.split()) > 1:
            return "".join(word[0] for word in text.split() if word[0].isupper())
        if name != longest and " " not in name and " " in text and self._draw.world.types.of_word(name):
            return text.split()[0] if self._draw.world.types.of_word(text.split()[0]) else text.split()[-1]
        return text.upper() if name.isupper() and len(letters) > 5 else text


def _ends_otherwise(endings: tuple[str, ...], word: str) -> bool:
    return not word.endswith(endings)


def _without_repetition(before: str, name: str) -> str:
    """The name without its first word if that stands there already: the union Union of X."""
    words = before.split()
    first, _, rest = name.partition(" ")
    return rest if words and rest and words[-1].lower() == first.lower() else name

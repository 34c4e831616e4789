"""Substitutes for places, bodies and other things: a name of the same type, gender and use."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import partial
from typing import Final

import regex

from nescio.core.identity import Kept, KeptThing
from nescio.core.model import Entity, Span
from nescio.core.scene import Change
from nescio.knowledge.linking import Link
from nescio.replace.agreement.genders import GenderObserver, Genders
from nescio.replace.agreement.surroundings import spot_of
from nescio.replace.kept import kept_by
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.houses import Address, read_address
from nescio.replace.substitutes.thing_forms import STREET, ThingForms
from nescio.replace.substitutes.thing_names import ThingChooser, Wanted
from nescio.text.folding import key_of

_PLURAL: Final = "p"
_UNKNOWN: Final = "organization"
_COUNTRY: Final = "country"
_STREETS: Final = (STREET, "ADDRESS")
_WORD: Final = regex.compile(r"[^\s,]+")


class ThingSubstitutes:
    """City for city, club for club."""

    def __init__(
        self, genders: Genders, observer: GenderObserver, names: ThingChooser, forms: ThingForms, *,
        legal: Container[str] = frozenset(),
    ) -> None:  # fmt: skip
        self._genders, self._observer = genders, observer
        self._names, self._forms, self._legal = names, forms, legal

    def is_family(self, draw: Draw, entity: Entity, link: Link) -> bool:
        """Whether an article of several stands before a body of which nothing is known: os Brasa Ferraz."""
        if link.type != _UNKNOWN or link.reason != "label":
            return False
        seen = self._observer.observe(draw.scene, entity)
        return len(seen.several) == len(entity.mentions) and not seen.is_plural

    def edits(self, draw: Draw, entity: Entity, link: Link) -> dict[Span, Change]:
        longest = max((draw.text[span.start : span.end] for span in entity.mentions), key=len)
        seen = self._observer.observe(draw.scene, entity)
        name = self._identity(entity, longest)
        own_gender = self._genders.of(name)[:1]
        type = link.type if entity.label not in _STREETS else self._forms.street(link.type)
        wanted = Wanted(
            type, seen.gender or own_gender, seen.article, _PLURAL if seen.is_plural else "s",
            about=_address(entity, name).key(), own_gender=own_gender,
        )  # fmt: skip
        kept = kept_by(entity)
        old = _still_free(draw, kept)
        new = old or self._chosen(draw, wanted)
        if new is None:
            return draw.tag(entity)
        draw.take(new.surrogate.text, *new.names)
        draw.settled.put(entity, new.surrogate.text)
        keep = () if entity.identity is None else kept if old else (*kept, new)
        edits = {}
        for span in entity.mentions:
            edit = self._forms.say(
                spot_of(draw.scene, span), new.surrogate,
                longest=longest, label=entity.label, undeclined=draw.family_names,
            )  # fmt: skip
            address = _address(entity, draw.text[span.start : span.end])
            text = address.written(edit.text, partial(draw.house, wanted.about))
            edits[span] = edit._replace(text=text, kept=keep)
        return edits

    def _identity(self, entity: Entity, name: str) -> str:
        """A name without the legal form at its end: Talleres Ibarmia, S.L., is Talleres Ibarmia."""
        words = [] if entity.label in _STREETS else list(_WORD.finditer(name))
        for place in range(1, len(words)):
            tail = [key_of(word[0]).replace(" ", "") for word in words[place:]]
            if all(not word or word in self._legal for word in tail) or "".join(tail) in self._legal:
                return name[: words[place - 1].end()]
        return name

    def _chosen(self, draw: Draw, wanted: Wanted) -> KeptThing | None:
        """A name of the type; of a country for a plural where the type has none: los Países Bajos."""
        new = self._names.choose(draw, wanted)
        if wanted.number != _PLURAL or (new and new.surrogate.number == _PLURAL):
            return new
        country = self._names.choose(draw, wanted._replace(type=_COUNTRY))
        return country if country and country.surrogate.number == _PLURAL else new


def _address(entity: Entity, surface: str) -> Address:
    """A name with the number of a house, if it is of a street."""
    return read_address(surface) if entity.label in _STREETS else Address("", surface, "")


def _still_free(draw: Draw, kept: Sequence[Kept]) -> KeptThing | None:
    """The first kept name in the language of the document that stands nowhere in it."""
    for item in kept:
        if (
            isinstance(item, KeptThing)
            and item.language == draw.language
            and draw.is_free(item.surrogate.text)
            and draw.are_free(item.names)
        ):
            return item
    return None

"""Substitutes for persons: every form of a name gets the matching form of another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from nescio.core.identity import Kept, KeptPerson
from nescio.core.labels import FAMILY_NUMBER, PERSON
from nescio.core.model import Entity, Span
from nescio.core.scene import Change
from nescio.replace.agreement.genders import GenderObserver
from nescio.replace.agreement.genitives import Genitives
from nescio.replace.agreement.surroundings import spot_of
from nescio.replace.kept import kept_by
from nescio.replace.kinds import Kinds
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.person_forms import Renaming, logins, renaming, render
from nescio.replace.substitutes.person_names import can_stand, completed, what_can_stay
from nescio.replace.substitutes.person_reader import (
    INITIAL,
    NamePlace,
    NameReader,
    Person,
)
from nescio.replace.substitutes.same_names import FAMILY, GIVEN, key

_REACH: Final = 30  # characters before a name in which its titles stand
_BEHIND: Final = 8  # characters behind a name in which an age stands
_PLURALS: Final = ("es", "s")  # of family names, wherever they have one; the longer after a hiss
_SIBILANTS: Final = ("s", "x", "z", "ß")
_TOLD: Final = {"GIVEN": GIVEN, "FAMILY": FAMILY}  # labels of parts of names
_UNSHOWN: Final = "m"  # the gender of whom neither name nor text tells one


class _NameForm(NamedTuple):
    """A name as a mention has it, without the mark of the genitive or of a family."""

    text: str
    is_genitive: bool = False
    is_plural: bool = False


class PersonSubstitutes:
    """Woman for woman, initials for initials; relatives keep sharing a family name."""

    def __init__(
        self, names: NameReader, genitives: Genitives, observer: GenderObserver, kinds: Kinds
    ) -> None:
        self._names, self._genitives, self._observer, self._kinds = names, genitives, observer, kinds

    def edits(self, draw: Draw, entity: Entity) -> dict[Span, Change]:
        forms = self._forms(draw, entity)
        shown = self._observer.observe(draw.scene, entity)
        is_family = entity.features.get("number") == FAMILY_NUMBER
        places = [
            _place(draw, span, is_several=is_family or span in shown.several) for span in entity.mentions
        ]
        gender = shown.gender if shown.gender in draw.given else entity.features.get("gender", "")[:1]
        person = self._names.read([form.text for form in forms], places, gender, draw.families)
        bare = self._bare(draw, entity, forms)
        kept = self._names_for(draw, person, entity, bare)
        if kept is None:
            return draw.tag(entity)
        name, all_kept = kept
        new = renaming(person, name, draw.pet)
        for old, word in logins(new).items():
            draw.renamed.setdefault(old, word)
        keep = () if entity.identity is None else tuple(all_kept)
        edits = {}
        for span, form in zip(entity.mentions, forms, strict=True):
            text = self._written(draw, form.text, new, entity.id)
            text = self._genitives.put(text) if form.is_genitive else text
            edits[span] = Change(span.start, span.end, _plural(text) if form.is_plural else text, keep)
        return edits

    def _written(self, draw: Draw, form: str, new: Renaming, entity: int) -> str:
        """The new name in a form; in full where it has initials alone and those of another are the same."""
        parts = self._names.parts(form)
        text = render(form, parts, new)
        is_short = all(part.role == INITIAL for part in parts)
        is_own = draw.initials.get(text) == entity
        if not is_short or is_own:
            return text
        if text in draw.initials or not draw.is_free(text):
            return new.given
        draw.initials[text] = entity
        return text

    def _forms(self, draw: Draw, entity: Entity) -> list[_NameForm]:
        spots = [spot_of(draw.scene, span) for span in entity.mentions]
        if entity.features.get("number") == FAMILY_NUMBER:
            return [_of_family(draw, spot.name) for spot in spots]
        words = {word for spot in spots for word in spot.name.split()}
        # What is a genitive in one place is one in all: somebody has one name.
        bases = {s.name: base for s in spots if (base := self._genitives.base(s))}
        found = [bases.get(s.name) or self._genitives.base_of_one(s.name, words) for s in spots]
        return [_NameForm(base or spot.name, bool(base)) for base, spot in zip(found, spots, strict=True)]

    def _bare(self, draw: Draw, entity: Entity, forms: Sequence[_NameForm]) -> frozenset[str]:
        """The words of a name behind which an apostrophe alone is the genitive."""
        spots = (spot_of(draw.scene, span) for span in entity.mentions)
        found = (form for form, spot in zip(forms, spots, strict=True) if self._genitives.is_bare(spot))
        return frozenset(key(self._names.parts(form.text)[-1].text) for form in found)

    def _names_for(
        self, draw: Draw, person: Person, entity: Entity, bare: frozenset[str]
    ) -> tuple[KeptPerson, list[Kept]] | None:
        """The new names of a person and all that are kept for them; None when the lists are exhausted."""
        kept = kept_by(entity)
        people = [item for item in kept if isinstance(item, KeptPerson)]
        gender = person.gender if person.gender in draw.given else ""
        old = next((item for item in people if can_stand(draw, item, gender)), None)
        if not gender:
            gender = people[0].gender if people else self._spoken_gender(draw) or _UNSHOWN

        def fits(old: str, new: str) -> bool:
            return old not in bare or self._genitives.can_be_bare(new)

        new = completed(draw, old or what_can_stay(draw, people, gender), person, fits)
        if not all((*new.given.values(), *new.family.values())):
            return None
        return new, [new if item is old else item for item in kept] + ([] if old else [new])

    def _spoken_gender(self, draw: Draw) -> str:
        """The gender of the pronouns in a text about one person."""
        people = sum(count for label, count in draw.labels.items() if self._kinds.root(label) == PERSON)
        gender = self._names.pronoun_gender(draw.text) if people == 1 else ""
        return gender if gender in draw.given else ""


def _of_family(draw: Draw, name: str) -> _NameForm:
    """The name of a family without the mark of several: Ritters, Joneses."""
    for ending in _PLURALS:
        base = name.removesuffix(ending)
        if base != name and draw.stands(base.split()[-1] if base.split() else ""):
            return _NameForm(base, is_plural=True)
    return _NameForm(name)


def _plural(name: str) -> str:
    """A family of this name: the Hales, the Joneses, die Fuchses."""
    return name + (_PLURALS[0] if name.endswith(_SIBILANTS) else _PLURALS[1])


def _place(draw: Draw, span: Span, *, is_several: bool) -> NamePlace:
    """What stands around a name; a title may stand in another mention, so no fence is looked at."""
    left = draw.scene.room(span.start, span.end)[0]
    follows = 0 < left < span.start and draw.text[left : span.start] == " "
    before = draw.text[max(0, span.start - _REACH) : span.start]
    behind = draw.text[span.end : span.end + _BEHIND]
    return NamePlace(before, behind, follows, is_several, _TOLD.get(span.label, ""))

"""Substitutes for persons: every form of a name gets the matching form of another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import regex

from nescio.core.model import Entity, Span
from nescio.replace.kept import UNWRITTEN, Kept, KeptPerson, kept_by, to_feature
from nescio.replace.people import Part, Person, key
from nescio.replace.planning import Edit
from nescio.replace.substitutes.draw import Draw


class PersonSubstitutes:
    """Woman for woman, initials for initials; relatives keep sharing a family name."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._families: dict[str, str] = {}

    def edits(self, entity: Entity) -> dict[Span, Edit]:
        forms, marks = [], []
        for span in entity.mentions:
            form = self._draw.text[span.start : span.end]
            base = self._draw.world.genitive_base(self._draw.text, span) or self._genitive_of(form, entity)
            forms.append(base if base is not None else form)
            marks.append(form[len(base) :] if base is not None else "")
        befores = [self._draw.text[max(0, span.start - 30) : span.start] for span in entity.mentions]
        person = self._draw.world.names.read(forms, befores, entity.features.get("gender", "")[:1])
        named = self._names_for(person, entity)
        if named is None:
            return self._draw.tag(entity)
        words, kept = _words(person, named[0]), to_feature(named[1]) if "identity" in entity.features else ""
        edits = {}
        for span, form, mark in zip(entity.mentions, forms, marks, strict=True):
            text = self._render(form, person, words)
            edits[span] = Edit(span.start, span.end, self._draw.with_genitive(text, mark), kept)
        return edits

    def _genitive_of(self, form: str, entity: Entity) -> str | None:
        """The name without its genitive mark, when the same name stands elsewhere without it."""
        others = {
            self._draw.text[s.start : s.end].split()[-1]
            for s in entity.mentions
            if s.end > s.start and self._draw.text[s.start : s.end].split()
        }
        for mark in self._draw.world.grammar.raw.get("genitive", ()):
            base = form.removesuffix(mark)
            if base != form and base.split() and base.split()[-1] in others:
                return base
        return None

    def _names_for(self, person: Person, entity: Entity) -> tuple[KeptPerson, list[Kept]] | None:
        """The new names of a person and all that are kept for them; None when the lists are exhausted."""
        kept = kept_by(entity)
        people = [item for item in kept if isinstance(item, KeptPerson)]
        gender = person.gender if person.gender in self._draw.given else ""
        old = next((item for item in people if self._can_stand(item, gender)), None)
        if not gender:
            gender = people[0].gender if people else self._shown_gender(entity)
        new = self._completed(old or self._what_can_stay(people, gender), person)
        if not all((*new.given.values(), *new.family.values())):
            return None
        return new, [new if item is old else item for item in kept] + ([] if old else [new])

    def _can_stand(self, name: KeptPerson, gender: str) -> bool:
        """Whether a kept name agrees with what the document shows and with its words."""
        return gender in ("", name.gender) and self._are_free(name.given) and self._can_share(name.family)

    def _what_can_stay(self, people: list[KeptPerson], gender: str) -> KeptPerson:
        """What of the first choice can stand here; the rest is drawn anew."""
        given: Mapping[str, str] = {}
        family: Mapping[str, str] = {}
        if people:
            given = people[0].given if people[0].gender == gender and self._are_free(people[0].given) else {}
            family = people[0].family if self._can_share(people[0].family) else {}
        return KeptPerson(gender, given, family)

    def _are_free(self, words: Mapping[str, str]) -> bool:
        return all(self._draw.is_free(new, parts=True) for new in words.values())

    def _can_share(self, family: Mapping[str, str]) -> bool:
        """Whether the family names are free, or those of relatives in this document."""
        return self._are_free({old: new for old, new in family.items() if self._families.get(old) != new})

    def _completed(self, name: KeptPerson, person: Person) -> KeptPerson:
        """The name with a new word for each word of the person's names."""
        for word in (*name.given.values(), *name.family.values()):
            self._draw.take(word)
        given, family = _matched(person.given, name.given), _matched(person.family, name.family)
        is_pair = self._draw.ledger.is_pair
        # Relatives keep sharing a name; a bare "Meier" may be somebody else.
        for old in map(key, (person.family or (UNWRITTEN,)) if person.given else ()):
            shared = self._families.get(old)
            if old not in family and shared and not is_pair(given.values(), (shared,)):
                family[old] = shared
        # At least one of each, for initials and nicknames that stand for a part never written out.
        for old in _missing(person.given, given):
            given[old] = self._draw.name(
                self._draw.given.get(name.gender, ()), lambda new: not is_pair((new,), family.values())
            )
        for old in _missing(person.family, family):
            family[old] = self._draw.name(self._draw.family, lambda new: not is_pair(given.values(), (new,)))
        if person.given or name.family:
            self._families |= family
        return KeptPerson(name.gender, given, family)

    def _shown_gender(self, entity: Entity) -> str:
        gender, _ = self._draw.world.observed(self._draw.scene, entity)
        return gender if gender in self._draw.given else "m"

    def _render(self, form: str, person: Person, words: Mapping[str, str]) -> str:
        parts = self._draw.world.names.parts(form)
        given = words[key(person.given[0])] if person.given else words[""]
        family = words[key(person.family[-1])] if person.family else words[" "]
        names = [part for part in parts if part.role in ("name", "initial")]
        if not names:
            return family
        new: list[str] = []
        for place, part in enumerate(names):
            new.append(self._word(part, place, names, person, words, given=given, family=family))
        head = form[: _first_start(parts)]
        tail = form[names[-1].end :]
        if names[-1].role == "initial" and tail.startswith("."):
            tail = tail[1:]
        return head + _joined(form, names, new) + tail

    def _word(
        self,
        part: Part,
        place: int,
        names: list[Part],
        person: Person,
        words: Mapping[str, str],
        *,
        given: str,
        family: str,
    ) -> str:
        if part.role == "initial":
            is_last = (
                place == len(names) - 1
                and place > 0
                and not any(person.roles.get(key(other.text)) == "family" for other in names)
            )
            return f"{(family if is_last else given)[0]}."
        new = words.get(key(part.text)) or (given if person.roles.get(key(part.text)) == "given" else family)
        return new.upper() if part.text.isupper() and len(part.text) > 2 else new


def _matched(words: Sequence[str], kept: Mapping[str, str]) -> dict[str, str]:
    """The kept new words and those of further spellings; by place when no word is a known one."""
    old = [key(word) for word in words]
    if any(word in kept for word in old):
        return dict(kept)
    by_place = dict(zip(old, dict.fromkeys(kept.values()), strict=False))
    rest = {word: new for word, new in kept.items() if word != UNWRITTEN or new not in by_place.values()}
    return {**rest, **by_place}


def _missing(words: Sequence[str], found: Mapping[str, str]) -> list[str]:
    if not words:
        return [] if found else [UNWRITTEN]
    return [old for old in dict.fromkeys(map(key, words)) if old not in found]


def _words(person: Person, name: KeptPerson) -> dict[str, str]:
    """The new word for each old one; the empty word for a given, a blank for a family name not written."""
    words = {**name.given, **name.family}
    if not person.given:
        words[""] = next(iter(name.given.values()))
    if not person.family:
        words[" "] = list(name.family.values())[-1]
    return words


def _first_start(parts: list[Part]) -> int:
    """Where the name proper begins: after titles, before particles."""
    return next(part.start for part in parts if part.role != "title")


def _joined(form: str, names: list[Part], new: list[str]) -> str:
    """The new words with what stood between the old ones, but without particles."""
    text = new[0]
    for left, right, word in zip(names, names[1:], new[1:], strict=False):
        gap = form[left.end : right.start]
        if left.role == "initial":
            gap = gap.removeprefix(".")
        text += (gap if not regex.search(r"\p{L}", gap) else " ") + word
    return text

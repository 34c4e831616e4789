"""New names for a person: those that are kept, completed with words that nothing else uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from nescio.core.identity import KeptPerson
from nescio.replace.kept import UNWRITTEN
from nescio.replace.substitutes.draw import FAMILY, Draw, given_of
from nescio.replace.substitutes.person_reader import Person
from nescio.replace.substitutes.same_names import JOINT, key


def can_stand(draw: Draw, name: KeptPerson, gender: str) -> bool:
    """Whether a kept name agrees with what the document shows and with its words."""
    is_free = draw.are_free(name.given.values()) and draw.can_share(_by_key(name.family))
    return gender in ("", name.gender) and is_free


def what_can_stay(draw: Draw, people: Sequence[KeptPerson], gender: str) -> KeptPerson:
    """What of the first choice can stand here; the rest is drawn anew."""
    if not people:
        return KeptPerson(gender, {}, {})
    first = people[0]
    keeps_given = first.gender == gender and draw.are_free(first.given.values())
    keeps_family = draw.can_share(_by_key(first.family))
    return KeptPerson(gender, first.given if keeps_given else {}, first.family if keeps_family else {})


def completed(
    draw: Draw, name: KeptPerson, person: Person, fits: Callable[[str, str], bool] = lambda old, new: True
) -> KeptPerson:
    """The name with a new word for each word of the person's names; empty where the lists are exhausted.

    `fits` tells whether a new word can stand wherever an old one does.
    """
    draw.take(*name.given.values(), *name.family.values())
    given, family = _matched(person.given, name.given), _matched(person.family, name.family)
    is_pair = draw.ledger.is_pair
    # Relatives keep sharing a name, and so does whoever is called by it alone.
    for old in map(key, person.family or ((UNWRITTEN,) if person.given else ())):
        shared = draw.families.get(old)
        if old not in family and shared and not is_pair(given.values(), (shared,)):
            family[old] = shared
    # At least one of each, for initials and nicknames that stand for a part never written out.
    for old in _missing(person.given, given):
        wanted = _wanted(fits, old, lambda new: is_pair((new,), family.values()))
        given[old] = draw.name(given_of(name.gender), wanted, about=old or _beside(family))
    for old in _missing(person.family, family):
        wanted = _wanted(fits, old, lambda new: is_pair(given.values(), (new,)))
        family[old] = _family_name(draw, old, wanted, about=old or _beside(given))
    draw.families |= family
    return KeptPerson(name.gender, given, family)


def _wanted(
    fits: Callable[[str, str], bool], old: str, is_another: Callable[[str], bool]
) -> Callable[[str], bool]:
    """What a new word must be: fit for the places of the old one, and not the name of somebody else."""
    return lambda new: fits(old, new) and not is_another(new)


def _beside(others: Mapping[str, str]) -> str:
    """What a name that is never written out is of: the other names of the same person."""
    return f"\0{' '.join(others)}"


def _family_name(draw: Draw, old: str, fits: Callable[[str], bool], *, about: str) -> str:
    """A new family name; of a double one each part, so that relatives share it: Rehm-Virtanen and Rehm.

    Who is called by a part of their own double name keeps it, too.
    """
    parts = old.split(JOINT)
    if not all(parts) or len(parts) == 1:
        return (old and draw.families.get(old)) or draw.name(FAMILY, fits, about=about)
    new = [draw.families.get(part) or draw.name(FAMILY, fits, about=part) for part in parts]
    draw.families |= {part: name for part, name in zip(parts, new, strict=True) if name}
    return JOINT.join(new) if all(new) else ""


def _matched(words: Sequence[str], kept: Mapping[str, str]) -> dict[str, str]:
    """The kept new words and those of further spellings; by place when no word is a known one."""
    old = [key(word) for word in words]
    kept = _by_key(kept)
    if any(word in kept for word in old):
        return dict(kept)
    by_place = dict(zip(old, dict.fromkeys(kept.values()), strict=False))
    rest = {word: new for word, new in kept.items() if word != UNWRITTEN or new not in by_place.values()}
    return {**rest, **by_place}


def _by_key(kept: Mapping[str, str]) -> dict[str, str]:
    """Kept words as names are compared; an older ledger has them with their accents."""
    return {key(word): new for word, new in kept.items()}


def _missing(words: Sequence[str], found: Mapping[str, str]) -> list[str]:
    if not words:
        return [] if found else [UNWRITTEN]
    return [old for old in dict.fromkeys(map(key, words)) if old not in found]

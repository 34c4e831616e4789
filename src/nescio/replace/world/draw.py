"""One document in the world of a key: what is given out is told by the key and not by the document."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Final

from nescio.core.model import Entity
from nescio.core.scene import Scene
from nescio.packs.naming import Naming
from nescio.packs.regions import Region
from nescio.packs.surrogates import Surrogates
from nescio.replace.substitutes.draw import CONTACT, FAMILY, Draw, Row, fits, given_of
from nescio.replace.substitutes.drawer import Drawer
from nescio.replace.substitutes.same_names import JOINT
from nescio.replace.substitutes.shifts import ShiftWish
from nescio.replace.world.words import GIVEN, WorldWords
from nescio.text.folding import fold_word

_SHORTEST: Final = 3  # letters of a word in an address that may be a name


class WorldPets:
    """Short names and the names that they stand for, as far as no doubt is left."""

    def __init__(self, naming: Naming) -> None:
        self._naming = naming
        self._pets: dict[str, str] | None = None

    def full(self, word: str, gender: str) -> str:
        """The one name of a gender that a word is short for; the word itself if it is a name of its own."""
        gender_of = self._naming.gender_of
        if word in gender_of:
            return word
        names = [name for name in self._naming.stands_for.get(word, ()) if gender_of.get(name) == gender]
        return names[0] if len(names) == 1 else word

    def gender(self, word: str) -> str:
        """That of a common given name; empty if both bear it or nobody does."""
        gender = self._naming.gender_of.get(word, "")
        return gender if gender in ("m", "f") else ""

    def pet(self, name: str) -> str:
        """The first short form that stands for a folded name alone; empty if there is none."""
        if self._pets is None:
            gender_of = self._naming.gender_of
            alone = [(pet, *names) for pet, names in self._naming.stands_for.items() if len(names) == 1]
            self._pets = {full: pet for pet, full in sorted(alone, reverse=True) if pet not in gender_of}
        return self._pets.get(name, "")


class WorldDraw(Draw):
    """Gives every name its word of the world; numbers and words are drawn by key and what they stand for.

    Names are taken as the key has them, though a word of the document be the same: only so the same name
    has the same pseudonym everywhere. Other things are kept apart within a document.
    """

    def __init__(
        self, lists: Surrogates, scene: Scene, world: WorldWords, short: WorldPets, *, dates: ShiftWish
    ) -> None:
        own = replace(scene, taken=(), entities=tuple(replace(e, identity=None) for e in scene.entities))
        super().__init__(lists, own, "", dates=dates)
        self.world, self._short = world, short

    def name(self, pool: str, fits: Callable[[str], bool] = bool, *, about: str = "") -> str:
        if pool == CONTACT:
            new = self._account(about)
        elif pool not in GIVEN:
            new = self.world.word(pool, about)
        else:
            # Hans-Peter is two names, as Rehm-Virtanen is.
            parts = about.split(JOINT) if all(about.split(JOINT)) else [about]
            new = JOINT.join(self._given(pool, part) for part in parts)
        self.take(new)
        return new

    def _account(self, about: str) -> str:
        """A common family name for an account in which nobody's name is seen."""
        manifest = self.world.manifest
        names = sorted(name for name in self.family if manifest is None or not manifest.has(name))
        return self.drawer_for(CONTACT, about).one_of(names) if names else self.world.word(FAMILY, about)

    def _given(self, pool: str, old: str) -> str:
        gender = pool.removeprefix(given_of(""))
        full = self._short.full(old, gender)
        new = self.world.word(pool, full)
        return self.pet(new, gender) if full != old else new

    def drawer_for(self, *about: str) -> Drawer:
        message = "\0".join(("figures", *about)).encode("utf-8", "surrogatepass")
        return Drawer(self.world.keyed.digest(message).hex())

    def login(self, word: str) -> str | None:
        """As the document has it, or as the lists have it: addresses follow people who are not named."""
        known = super().login(word)
        if known is not None or len(word) < _SHORTEST:
            return known
        gender = self._short.gender(word)
        if gender:
            return fold_word(self._given(given_of(gender), word))
        return fold_word(self.world.word(FAMILY, word)) if self.world.lists(FAMILY, word) else None

    def stranger(self, word: str) -> str:
        return fold_word(self.world.word(FAMILY, word)).replace(" ", "")

    def moved(self, entity: Entity, kind: str, towns: Sequence[Region]) -> Region | None:
        """Told by the number itself, so that it is the same in every document.

        The document says which of several towns it is, and what stands for the town beside a postcode.
        """
        beside = self._beside(entity, kind)
        if beside is not None:
            return beside if fits(beside, kind, towns) else None
        named = [town for town in towns if self.settled.new(town.town)]
        return self.world.moved((named or towns)[0], kind)

    def house(self, street: str, number: int) -> int:
        """As many figures, and another number for each house of a street: all are moved by the same step."""
        low = 10 ** (len(str(number)) - 1) if number else 0
        room = 9 * low or 10
        step = self.drawer_for("house", street, str(low)).number(1, room - 1)
        return low + (number - low + step) % room

    def pet(self, name: str, gender: str) -> str:
        pet = self._short.pet(fold_word(name))
        return pet.capitalize() if pet else name

    def ordered(self, pool: Hashable, rows: Sequence[Row], *, about: str) -> list[Row]:
        return self.drawer_for("words", about).shuffled(rows)

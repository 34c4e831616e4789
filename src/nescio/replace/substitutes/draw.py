"""One document in the course of substitution: what is taken, and the lists in the order of the draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from nescio.core.identity import Surrogate
from nescio.core.labels import PERSON
from nescio.core.model import Entity, Span
from nescio.core.scene import Change, Scene
from nescio.knowledge.taken import taken_by
from nescio.packs.regions import POSTCODE, Region
from nescio.packs.surrogates import Surrogates
from nescio.replace.substitutes.drawer import Drawer
from nescio.replace.substitutes.pool import DrawPool
from nescio.replace.substitutes.settled import Settled
from nescio.replace.substitutes.shifts import Shifts, ShiftWish
from nescio.text.folding import key_of

if TYPE_CHECKING:
    from nescio.replace.substitutes.dates import MovedDates

Row = tuple[str, ...]  # the forms of one word
FAMILY: Final = "family"
CITY: Final = "city"
CONTACT: Final = "contact"  # family names that stand in addresses
_SHORTEST: Final = 4  # letters of a hidden word that no substitute may hold
_FEW: Final = 40  # hidden words, beyond which the parts of a name are sooner looked for among them
_CITIES: Final = ("city", "town")  # whose names stand inside others


class Draw:
    """Gives out names that clash with nothing: no word of the document, no other substitute."""

    def __init__(self, lists: Surrogates, scene: Scene, seed: str, *, dates: ShiftWish | None = None) -> None:
        self.scene, self.text, self.language = scene, scene.document.text, scene.document.language
        self.labels = Counter(entity.label for entity in scene.entities)
        self.drawer = drawer = Drawer(seed, scene.document.id, _visible_text(scene))
        self._folded = key_of(self.text)
        self._words = frozenset(self._folded.split())
        self._hidden = _hidden_words(scene)
        self.used_up: set[Hashable] = set()  # forms of numbers of which none was found free
        self._taken: set[str] = set()
        self.ledger = taken_by(scene.taken)
        self.families: dict[str, str] = {}  # folded family name -> the new one that relatives share
        self.renamed: dict[str, str] = {}  # folded names and log-ins of people -> what stands for them
        self.initials: dict[str, int] = {}  # new initials -> the entity that they stand for
        self.file_ends, self._further = lists.file_ends, lists.more
        self.family = drawer.shuffled(lists.family)
        self.family_names = frozenset(self.family)
        self.given = {gender: drawer.shuffled(names) for gender, names in lists.given.items()}
        self.regions, self.settled = lists.regions, Settled(self.text)
        self.countries: frozenset[str] = frozenset()  # those whose towns are given out first
        self.places = drawer.shuffled(lists.places)
        self.patterns = drawer.shuffled(lists.patterns)
        wish = dates or ShiftWish()
        self.shifts = Shifts(wish.drawer_for(scene, drawer), wish)
        self.moved_dates: MovedDates | None = None  # once somebody has looked
        self.left: dict[Hashable, list[Surrogate]] = {}  # what may still be chosen, by what is wanted
        self.rows: dict[Hashable, list[tuple[str, ...]]] = {}  # words that are left, by kind
        self._pools = self._open_pools()

    @cached_property
    def _pairs(self) -> frozenset[tuple[str, str]]:
        """Each two words that stand side by side in the text."""
        return frozenset(pairwise(self._folded.split()))

    def _open_pools(self) -> dict[str, DrawPool]:
        uses = self.ledger.uses
        cities = [item.text for item in self.places if item.type in _CITIES and not item.article]
        people = {FAMILY: self.family, **{given_of(gender): names for gender, names in self.given.items()}}
        pools = {kind: DrawPool(names, uses, partial(self._more, kind)) for kind, names in people.items()}
        return {**pools, CONTACT: DrawPool(self.family, {}), CITY: DrawPool(cities, uses)}

    def _more(self, kind: str) -> list[str]:
        """Further names of people, in an order that takes nothing from that of the others."""
        return self.drawer.apart(f"more of {kind}").shuffled(self._further.names(kind))

    def name(self, pool: str, fits: Callable[[str], bool] = bool, *, about: str = "") -> str:
        """The next free name of a pool that fits; empty when it is exhausted.

        A name that the ledger has not used comes first, then the one it has used least. Whom it is for,
        `about`, has no say here; in the world of a key it has all.
        """
        names = self._pools.get(pool)
        new = "" if names is None else names.draw(self._is_free_in_parts, fits)
        self.take(new)
        return new

    def is_at_home(self, item: Surrogate) -> bool:
        """Whether a place is a town of a country whose postcodes or telephone numbers the document has."""
        town = self.regions.town(item.text) if self.countries else None
        return town is not None and town.country in self.countries

    def moved(self, entity: Entity, kind: str, towns: Sequence[Region]) -> Region | None:
        """The town whose numbers stand for those of one of some towns; None if none is known.

        It is what stands for the town beside a postcode, for one of the towns, or for the nearest place.
        """
        beside = self._beside(entity, kind)
        named = next(filter(None, (self.settled.new(town.town) for town in towns)), "")
        new = beside or self.regions.town(named or self.settled.nearest(entity))
        return new if new is not None and fits(new, kind, towns) else None

    def _beside(self, entity: Entity, kind: str) -> Region | None:
        return self.regions.town(self.settled.beside(entity)) if kind == POSTCODE else None

    def drawer_for(self, *about: str) -> Drawer:
        """What draws figures for something; the same for everything, unless a key says otherwise."""
        return self.drawer

    def login(self, word: str) -> str | None:
        """What stands in an address for a folded word that is of somebody's name."""
        return self.renamed.get(word)

    def stranger(self, word: str) -> str:
        """The new family name, as in an address, of somebody whom no text names; none without a key."""
        return ""

    def house(self, street: str, number: int) -> int | None:
        """The number of a house in a new street, with as many figures."""
        low, high = room_of(number)
        return self.drawer.apart(f"house {low}").number(low, high)

    def pet(self, name: str, gender: str) -> str:
        """What stands for a short form of the name for which another stands."""
        return name

    def ordered(self, pool: Hashable, rows: Sequence[Row], *, about: str) -> list[Row]:
        """Rows of words, to be taken from the end; what was taken for one is gone for the next."""
        if pool not in self.rows:
            self.rows[pool] = self.drawer.shuffled(rows)
        return self.rows[pool]

    def is_free(self, name: str, *, parts: bool = False) -> bool:
        """Whether a name, or any word of it, stands nowhere yet."""
        folded = key_of(name)
        if folded in self._taken or self._holds_hidden(folded):
            return False
        words = folded.split()
        if parts and not self._words.isdisjoint(words):
            return False
        return not self._stands_in_text(words)

    def _holds_hidden(self, name: str) -> bool:
        """Whether a hidden word stands inside a name: Lotte in Lieselotte."""
        if len(self._hidden) <= _FEW:
            return any(word in name for word in self._hidden)
        starts = range(len(name) - _SHORTEST + 1)
        ends = ((start, end) for start in starts for end in range(start + _SHORTEST, len(name) + 1))
        return any(name[start:end] in self._hidden for start, end in ends)

    def _is_free_in_parts(self, name: str) -> bool:
        return self.is_free(name, parts=True)

    def _stands_in_text(self, words: list[str]) -> bool:
        """Whether the words stand in the text side by side, as far as each two of them show."""
        if not self._words.issuperset(words):
            return False
        return bool(words) and (len(words) < 2 or self._pairs.issuperset(pairwise(words)))

    def stands(self, word: str) -> bool:
        """Whether a word stands in the text."""
        return key_of(word) in self._words

    def are_free(self, names: Iterable[str]) -> bool:
        """Whether no word of the names stands anywhere yet."""
        return all(self.is_free(name, parts=True) for name in names)

    def can_share(self, family: Mapping[str, str]) -> bool:
        """Whether new family names are free, or those of relatives in this document."""
        return self.are_free(new for old, new in family.items() if self.families.get(old) != new)

    def take(self, *names: str) -> None:
        self._taken.update(map(key_of, names))

    def claim(self, kind: str, text: str) -> bool:
        """Whether something of a kind may become a text: nothing else of the kind has; it is taken then."""
        key = f"{kind}\0{text}"
        is_free = key not in self._taken
        self._taken.add(key)
        return is_free

    def tag(self, entity: Entity) -> dict[Span, Change]:
        """The tag, where no name fits."""
        tag = self.scene.tags[entity.id]
        return {span: Change(span.start, span.end, tag) for span in entity.mentions}


def fits(new: Region, kind: str, towns: Sequence[Region]) -> bool:
    """Whether numbers of a kind can move to a town: it has some, in the country of one of the others."""
    return bool(new.beginnings(kind)) and any(new.country == town.country for town in towns)


def room_of(number: int) -> tuple[int, int]:
    """The least and the greatest number of as many figures."""
    low = 10 ** (len(str(number)) - 1)
    return (low, 10 * low - 1)


def given_of(gender: str) -> str:
    """The pool of given names of a gender."""
    return f"given_{gender}"


def _hidden_words(scene: Scene) -> frozenset[str]:
    """The words of the names of people that are long enough to be known again."""
    spans = (span for entity in scene.entities if entity.label == PERSON for span in entity.mentions)
    words = (word for span in spans for word in key_of(scene.document.text[span.start : span.end]).split())
    return frozenset(word for word in words if len(word) >= _SHORTEST)


def _visible_text(scene: Scene) -> str:
    """The text outside all hidden mentions: what a reader of the output sees anyway."""
    pieces, read = [], 0
    for start, end in scene.fences:
        pieces.append(scene.document.text[read:start])
        read = max(read, end)
    return "".join([*pieces, scene.document.text[read:]])

"""All kinds of names in the world of a key."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from nescio.core.errors import ConfigError
from nescio.core.keys import Key
from nescio.packs import Pack
from nescio.packs.pseudonyms import NameStock
from nescio.packs.regions import Region
from nescio.replace.substitutes.draw import CITY, CONTACT, FAMILY, given_of
from nescio.replace.world.invented import Invented
from nescio.replace.world.manifest import Manifest
from nescio.replace.world.names import NameWorld
from nescio.replace.world.permutation import Keyed
from nescio.replace.world.spelling import NameNumbers
from nescio.text.folding import fold_word

GIVEN: Final = (given_of("m"), given_of("f"))
_PEOPLE: Final = (FAMILY, *GIVEN)
PLACE: Final = "place"
THING: Final = "thing"  # before a pool: the names inside the names of things, which are of no person
_THING_JOINT: Final = "-"
_STOCK_OF: Final = {CITY: PLACE, CONTACT: FAMILY}


@dataclass(frozen=True, slots=True)
class WorldWish:
    """What a user wishes of a world."""

    manifest: Manifest | None = None
    keep_rank: bool = False
    keep_origin: bool = False


class WorldWords:
    """A new word for an old one, by kind; a function of the key, the lists and the wish alone."""

    def __init__(self, key: Key, pack: Pack, wish: WorldWish) -> None:
        self.keyed = Keyed(key.derive(f"pseudonym/{pack.language}"))
        self.manifest = wish.manifest
        self._stocks, self._wish = pack.pseudonyms.stocks, wish
        self._where = pack.pseudonyms.file
        self._regions, self._countries = pack.surrogates.regions, pack.surrogates.numbers.countries
        self._others = (_origins(pack), _languages(pack)) if wish.keep_origin else ((), ())
        self._spelling = NameNumbers(pack.pseudonyms.letters)
        self._worlds: dict[str, list[NameWorld]] = {}
        self.asked: dict[str, set[str]] | None = None  # kind -> what was asked for, if somebody wants to know

    def word(self, kind: str, old: str) -> str:
        """The new word for a folded old one; with the origin kept, from the list that has it."""
        worlds = self._worlds.get(kind)
        if worlds is None:
            worlds = self._worlds[kind] = self._opened(kind)
        main, *others = worlds
        world = next((world for world in others if world.lists(old)), main)
        if self.asked is not None:
            self.asked.setdefault(world.kind, set()).add(old)
        return world.listed(old) or main.word(old)

    def lists(self, kind: str, old: str) -> bool:
        """Whether the language's own list of a kind has a folded name."""
        if kind not in self._worlds:
            self._worlds[kind] = self._opened(kind)
        return self._worlds[kind][0].lists(old)

    def moved(self, old: Region, kind: str) -> Region:
        """The town whose numbers stand for those of another: what stands for its name, or one by the key."""
        name = fold_word(old.town)
        if PLACE not in self._worlds:
            self._worlds[PLACE] = self._opened(PLACE)
        listed = (world.listed(name) for world in self._worlds[PLACE] if world.lists(name))
        new = self._regions.town(next(listed, None) or "")
        if new is not None and new.country == old.country and new.beginnings(kind):
            return new
        towns = self._regions.towns(old.country, kind)
        message = f"region\0{old.country}\0{name}".encode("utf-8", "surrogatepass")
        return towns[self.keyed.number(message) % len(towns)]

    def _opened(self, kind: str) -> list[NameWorld]:
        """That of the language, then one for each other list; a name is on the first that has it."""
        name = _stock_name(kind)
        stocks = self._by_country(self._stocks.stock(name)) if kind == PLACE else self._by_origin(kind, name)
        seen = set[str]().union(*map(_folded, stocks))
        stocks[1:] = [stock for stock in stocks[1:] if len(_folded(stock)) > 1]
        is_thing = kind.startswith(THING)
        own = replace(stocks[0], joint=_THING_JOINT) if is_thing else stocks[0]
        invented = Invented(self._stocks.sounds, own, where=f"{self._where} [{name}]")
        return [
            NameWorld(
                self.keyed, f"{kind}/{number}" if number else kind, stock, invented=invented,
                spelling=self._spelling, manifest=self.manifest, keep_rank=self._wish.keep_rank,
                reserved=seen, most=invented.double if is_thing else None,
            )
            for number, stock in enumerate(stocks)
        ]  # fmt: skip

    def _by_origin(self, kind: str, name: str) -> list[NameStock]:
        """The language's own list first, without the names that one before it has."""
        seen, stocks = set[str](), list[NameStock]()
        before, behind = self._others if kind in _PEOPLE else ((), ())
        for stock in (*(o[name] for o in before), self._stocks.stock(name), *(o[name] for o in behind)):
            stocks.append(_only(stock, _folded(stock) - seen))
            seen |= _folded(stock)
        stocks.insert(0, stocks.pop(len(before)))
        return stocks

    def _by_country(self, stock: NameStock) -> list[NameStock]:
        """A list for each country of the language, and one for all others; the first has what has no country.

        A town becomes one of its country, so that its postcode and dialling code keep their form.
        """
        own = self._countries or ("",)
        names: dict[str, set[str]] = {own[0]: set()}
        for folded in sorted(_folded(stock)):
            town = self._regions.town(folded)
            country = own[0] if town is None else town.country if town.country in own else ""
            names.setdefault(country, set()).add(folded)
        return [_only(stock, names[country]) for country in (*own, "") if country in names]


def _origins(pack: Pack) -> tuple[Mapping[str, NameStock], ...]:
    """The names of people by origin, which a language's own list may have too."""
    origins = pack.pseudonyms.origins.origin.values()
    return tuple({kind: NameStock("", getattr(names, kind)) for kind in _PEOPLE} for names in origins)


def _languages(pack: Pack) -> tuple[Mapping[str, NameStock], ...]:
    """Those of other languages, as far as they are installed."""
    found = []
    for language in pack.pseudonyms.origins.languages:
        if language != pack.language:
            with suppress(ConfigError):
                stocks = pack.other(language).pseudonyms.stocks
                found.append({kind: stocks.stock(kind) for kind in _PEOPLE})
    return tuple(found)


def _stock_name(kind: str) -> str:
    name = kind.removeprefix(f"{THING}/")
    return _STOCK_OF.get(name, name)


def _folded(stock: NameStock) -> set[str]:
    return {fold_word(name) for name in (*stock.common.split(), *stock.names.split())}


def _only(stock: NameStock, own: Collection[str]) -> NameStock:
    """A list with no names but those whose folded form is its own."""

    def left(names: str) -> str:
        return " ".join(name for name in names.split() if fold_word(name) in own)

    return replace(stock, common=left(stock.common), names=left(stock.names))

"""The names of one kind in the world of a key: each old name has one new name, and no two have the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Final

from nescio.core.errors import ConfigError
from nescio.packs.pseudonyms import NameStock
from nescio.replace.world.invented import Invented, Level
from nescio.replace.world.manifest import Manifest
from nescio.replace.world.permutation import Keyed, Permutation
from nescio.replace.world.spelling import NameNumbers
from nescio.text.folding import fold_word

_TRIES: Final = 1000  # names one word longer, until one is nobody's in the corpus
_REMEMBERED: Final = 1 << 16
_FEWEST: Final = 2  # names of a list that change places


class NameWorld:
    """New names for old ones; a function of the key, the kind and the folded old name alone.

    Why no two old names have one new name:

    - Names of the list change places in a circle whose order is that of their HMACs: one to one, nobody in
      his own place.
    - Any other name has a number that no other has (`NameNumbers`); a keyed permutation of all numbers of
      that size takes it to another, and that has a name that no other has (`Invented`).
    - A name so long or strange that its number has no room in two invented words has three by its HMAC.
      They are nobody else's by number; that two of a million such names have the same happens to one key
      in 10^11.
    - An invented name that is on the list, or the old name itself, becomes longer by a word. The longer
      ones begin with the name, and none of them is anybody else's; so whichever is chosen, two old names
      still have two new ones.

    With a manifest, no new name is a name of the corpus:

    - The names of the list that the corpus has not are given out in the order of their HMACs to the names of
      the corpus in the order of theirs, each once.
    - To whom none is left, and who is not in the manifest, gets an invented name; one that the corpus has
      becomes longer, as above.
    """

    def __init__(
        self, keyed: Keyed, kind: str, stock: NameStock, *, invented: Invented, spelling: NameNumbers,
        manifest: Manifest | None = None, keep_rank: bool = False, reserved: Collection[str] = (),
        most: Level | None = None,
    ) -> None:  # fmt: skip
        self._keyed = Keyed(keyed.digest(b"names\0" + kind.encode()))
        self.kind, self._invented, self._spelling, self._manifest = kind, invented, spelling, manifest
        bands = _bands(stock) if keep_rank else [[name for band in _bands(stock) for name in band]]
        if sum(map(len, bands)) < _FEWEST:
            raise ConfigError(f"The list of names of the kind {kind!r} is too small: {_FEWEST} are needed.")
        ordered = [sorted(band, key=self._order) for band in bands if len(band) >= _FEWEST]
        self._own = frozenset(fold_word(name) for band in ordered for name in band)
        self._listed = self._own | frozenset(reserved)  # what no invented name may be
        self._next = _circle(ordered) if manifest is None else {}
        self._free = [] if manifest is None else [n for band in ordered for n in band if not manifest.has(n)]
        self._most = most or invented.last
        self._permutations: dict[int, Permutation] = {}
        self.word: Callable[[str], str] = lru_cache(_REMEMBERED)(self._word)

    def lists(self, old: str) -> bool:
        """Whether the list has a folded name."""
        return old in self._own

    def _order(self, name: str) -> bytes:
        return self._keyed.digest(b"list\0" + _bytes(fold_word(name)))

    def listed(self, old: str) -> str | None:
        """The new name for a folded old one, if it is of the list."""
        if self._manifest is None:
            return self._next.get(old)
        rank = self._manifest.rank(self.kind, old)
        return self._free[rank] if rank is not None and rank < len(self._free) else None

    def _word(self, old: str) -> str:
        """The new name for a folded old one."""
        return self.listed(old) or self._made(old)

    def _made(self, old: str) -> str:
        number = self._spelling.number(old)
        level = self._invented.level(number.bit_length())
        if level is None or level.bits >= self._most.bits:
            level = self._most
            number = self._keyed.number(b"long\0" + _bytes(old)) >> 256 - level.bits
        else:
            number = self._permuted(number, level)
        new = self._invented.name(number, level)
        if not self._is_taken(new, old):
            return new
        for place in range(_TRIES):
            further = self._keyed.number(b"longer\0" + place.to_bytes(4) + _bytes(old))
            longer = self._invented.longer(new, level, further)
            if not self._is_taken(longer, old):
                return longer
        raise ConfigError(f"No name of the kind {self.kind!r} is left that the corpus has not.")

    def _permuted(self, number: int, level: Level) -> int:
        permutation = self._permutations.get(level.bits)
        if permutation is None:
            permutation = self._permutations[level.bits] = Permutation(self._keyed, level.bits)
        return permutation(number)

    def _is_taken(self, new: str, old: str) -> bool:
        folded = fold_word(new)
        is_somebody = self._manifest is not None and self._manifest.has(new)
        return is_somebody or folded == old or folded in self._listed


def _bands(stock: NameStock) -> list[list[str]]:
    """The common names and the others, each name once, however it is written."""
    seen: set[str] = set()
    bands: list[list[str]] = []
    for written in (stock.common, stock.names):
        band = {fold_word(name): name for name in written.split() if fold_word(name) not in seen}
        seen |= band.keys()
        bands.append(list(band.values()))
    return bands


def _circle(bands: Sequence[Sequence[str]]) -> dict[str, str]:
    """By folded name the one that follows it in its band."""
    return {
        fold_word(name): band[(place + 1) % len(band)] for band in bands for place, name in enumerate(band)
    }


def _bytes(word: str) -> bytes:
    return word.encode("utf-8", "surrogatepass")

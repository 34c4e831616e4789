"""The lists from which substitutes are drawn, and the drawing itself."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from nescio.packs import Pack
from nescio.packs.lists import read_entries
from nescio.packs.tables import read_rows

Item = TypeVar("Item")


class Surrogate(NamedTuple):
    """A name, or a pattern for names, with its type and grammar."""

    text: str
    type: str
    gender: str
    number: str
    article: bool


@dataclass(frozen=True)
class Surrogates:
    """The lists of one language, from `surrogates/` of its pack."""

    given: dict[str, tuple[str, ...]]  # by gender
    family: tuple[str, ...]
    places: tuple[Surrogate, ...]
    patterns: tuple[Surrogate, ...]

    @classmethod
    def load(cls, pack: Pack) -> Surrogates:
        folder = pack.folders[-1] / "surrogates"
        return cls(
            given={gender: _entries(folder / f"given_{gender}.txt") for gender in ("m", "f")},
            family=_entries(folder / "family.txt"),
            places=tuple(_rows(folder / "places.tsv", name_first=True)),
            patterns=tuple(_rows(folder / "patterns.tsv", name_first=False)),
        )


def _entries(path: Path) -> tuple[str, ...]:
    return read_entries(path) if path.is_file() else ()


def _rows(path: Path, *, name_first: bool) -> Iterator[Surrogate]:
    for first, second, gender, count, article in read_rows(path, columns=5):
        text, type = (first, second) if name_first else (second, first)
        yield Surrogate(text, type, gender, count, bool(article.strip()))


class Drawer:
    """Draws without putting back; what it draws depends on nothing that was hidden.

    The order comes from the seed, the name of the document and the text outside the hidden
    mentions, all of which a reader of the output may know.
    """

    def __init__(self, *salts: str) -> None:
        digest = hashlib.sha256("\0".join(salts).encode("utf-8", "surrogatepass")).digest()
        self._random = Random(digest)  # noqa: S311 - the order is no secret
        self._used: set[object] = set()

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        order = list(items)
        self._random.shuffle(order)
        return order

    def days(self, low: int, high: int) -> int:
        return self._random.randint(low, high) * self._random.choice((-1, 1))

    def take(self, items: Sequence[Item]) -> Item | None:
        """The first item that was not taken before."""
        for item in items:
            if item not in self._used:
                self._used.add(item)
                return item
        return None

"""The lists from which substitutes are drawn: `surrogates/`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from nescio.core.identity import Surrogate
from nescio.packs.files import read_rows
from nescio.packs.lists import read_entries
from nescio.packs.number_ranges import NumberRanges, read_number_ranges
from nescio.packs.pseudonyms import Pseudonyms, read_world_names
from nescio.packs.regions import Regions, read_regions
from nescio.packs.word_kinds import WordKinds, read_word_kinds


class MoreNames:
    """Names for a text that uses up a list: those of the keyed worlds, read when they are asked for."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._folders = folders

    def names(self, kind: str) -> tuple[str, ...]:
        """All names of a kind; none if the language has no such list."""
        own = self._own
        if own is None:
            return ()
        stock = own.stock(kind)
        return (*stock.common.split(), *stock.names.split())

    @cached_property
    def _own(self) -> Pseudonyms | None:
        return read_world_names(self._folders).own if self._folders else None


@dataclass(frozen=True)
class Surrogates:
    """The lists of one language."""

    given: Mapping[str, tuple[str, ...]] = field(repr=False)  # by gender
    family: tuple[str, ...] = field(repr=False)
    places: tuple[Surrogate, ...] = field(repr=False)
    patterns: tuple[Surrogate, ...] = field(repr=False)
    numbers: NumberRanges = field(default_factory=NumberRanges, repr=False)
    occupations: WordKinds = field(default_factory=WordKinds, repr=False)
    groups: WordKinds = field(default_factory=WordKinds, repr=False)
    regions: Regions = field(default_factory=Regions, repr=False)
    more: MoreNames = field(default_factory=MoreNames, repr=False)
    file_ends: frozenset[str] = field(default=frozenset(), repr=False)  # how names of files end


def read_surrogates(folders: Sequence[Path]) -> Surrogates:
    """The lists of the most specific folder, which comes last; numbers of all of them; towns of the first."""
    folder = folders[-1]
    return Surrogates(
        given={gender: _entries(folder / f"given_{gender}.txt") for gender in ("m", "f")},
        family=_entries(folder / "family.txt"),
        places=tuple(_surrogates(folder / "places.tsv", name_first=True)),
        patterns=tuple(_surrogates(folder / "patterns.tsv", name_first=False)),
        numbers=read_number_ranges(path / "numbers.toml" for path in folders),
        occupations=read_word_kinds(folder / "occupations.toml"),
        groups=read_word_kinds(folder / "groups.toml"),
        regions=read_regions(folders[0]),
        more=MoreNames(folders),
        file_ends=frozenset(_entries(folders[0] / "file_ends.txt")),
    )


def _entries(path: Path) -> tuple[str, ...]:
    return read_entries(path) if path.is_file() else ()


def _surrogates(path: Path, *, name_first: bool) -> Iterator[Surrogate]:
    for first, second, gender, count, article in read_rows(path, columns=5):
        text, type = (first, second) if name_first else (second, first)
        yield Surrogate(text, type, gender, count, bool(article.strip()))

"""Numbers that are assigned to nobody: `surrogates/numbers.toml`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from nescio.packs.files import name_of, read_toml
from nescio.packs.shape import shaped


@dataclass(frozen=True)
class NumberRange:
    """What new numbers of a form begin with; # is any figure."""

    label: str
    form: str  # regular expression for an old number without blanks and signs
    begins: tuple[str, ...]
    source: str
    written: str = r"(?s:.*)"  # regular expression for the old number as it stands there


@dataclass(frozen=True)
class CheckedRange:
    """Numbers whose check figures are right and that nobody has."""

    label: str
    was: str  # the check that an old number passes
    begins: tuple[str, ...]
    check: str  # the check that a new one passes
    source: str
    place: int = -1  # of the first check figure
    width: int = 1


@dataclass(frozen=True)
class Refused:
    """A check that no new number may pass."""

    check: str
    source: str


@dataclass(frozen=True)
class AddressRange:
    """Addresses that are kept for examples; {} is a number."""

    label: str
    form: str  # regular expression for an old address
    new: tuple[str, ...]
    source: str


@dataclass(frozen=True)
class NumberRanges:
    """The ranges of a language, its own first."""

    countries: tuple[str, ...] = ()  # where it is spoken: whose numbers are meant if they do not tell
    range: tuple[NumberRange, ...] = ()
    address: tuple[AddressRange, ...] = ()
    checked: tuple[CheckedRange, ...] = ()
    refused: tuple[Refused, ...] = ()


def read_number_ranges(paths: Iterable[Path]) -> NumberRanges:
    """The ranges of several files, those of the most specific, which comes last, first."""
    tables = [shaped(NumberRanges, read_toml(path), name_of(path)) for path in paths]
    return NumberRanges(
        tuple(item for table in reversed(tables) for item in table.countries),
        tuple(item for table in reversed(tables) for item in table.range),
        tuple(item for table in reversed(tables) for item in table.address),
        tuple(item for table in reversed(tables) for item in table.checked),
        tuple(item for table in reversed(tables) for item in table.refused),
    )

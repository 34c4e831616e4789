"""What a command writes is nothing that it reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path

from nescio.cli.console import tell_leftovers

Given = Path | str | Sequence[str] | Sequence[Path] | None


def claim_places(given: Iterable[Given], places: Mapping[str, Path | None]) -> None:
    """Refuses to write what is read; what a killed run has left at the places is cleared away.

    `given` are the arguments that name something to read, `places` the options that name files to write.
    """
    if any(places.values()):
        from nescio.run.claims import claim_files
        from nescio.run.configured import named_files

        single = [[item] if isinstance(item, Path | str) else item or () for item in given]
        tell_leftovers(claim_files(named_files(*chain.from_iterable(single)), places))


def store_places(option: str, store: Path) -> dict[str, Path]:
    """A store of SQLite, and the journal that it keeps beside itself."""
    return {option: store, f"{option} (its journal)": store.with_name(f"{store.name}-journal")}

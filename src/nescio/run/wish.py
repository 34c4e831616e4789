"""Where the results of an anonymization are to go, and which wishes are refused."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from nescio.core.errors import ConfigError, known, shown
from nescio.run.sources import TextSource
from nescio.run.targets import Target, choose_target, refuse_twins


@dataclass(frozen=True)
class Wish:
    """Where the results of a call go, and in which shape."""

    output: str | None = None
    in_place: bool = False
    solutions: Path | None = None
    ledger: Path | None = None
    form: str = ""  # "text", "json" or a dialect; empty: as the configuration says
    dry_run: bool = False

    @property
    def places(self) -> tuple[Path | None, ...]:
        """What the call writes is no input of it."""
        return (None if self.output is None else Path(self.output), self.tables, self.ledger)

    @property
    def tables(self) -> Path | None:
        """Where the tables of solutions go; a dry run keeps none."""
        return None if self.dry_run else self.solutions


def choose_form(name: str | None, *, as_json: bool, dialects: Collection[str]) -> str:
    """The form that a call asks for; empty if it leaves that to the configuration."""
    forms = ("text", "json", *dialects)
    if name is not None and name not in forms:
        raise ConfigError(f"--output-format cannot be {shown(name)}. {known(name, forms)}")
    return name or ("json" if as_json else "")


def choose_place(wish: Wish, paths: Sequence[str] | None, sources: Sequence[TextSource]) -> Target | None:
    """The target of a call over files; None if nothing is to be written."""
    if wish.dry_run and wish.output is None:
        return None
    if wish.in_place and wish.form not in ("", "text"):
        option = "--json" if wish.form == "json" else "--output-format"
        raise ConfigError(f"{option} makes another file of a text; name a place for it with --output.")
    target = choose_target(paths, sources, wish.output, in_place=wish.in_place)
    _refuse_one_file(wish)
    if wish.ledger is not None:
        _refuse_clash("--ledger", wish.ledger, sources, target)
    if wish.tables is not None:
        _refuse_solutions(wish.tables, sources, target)
    return None if wish.dry_run else target


def refuse_input_as_place(wish: Wish, path: Path) -> None:
    """The file of lines that a call reads is none that it writes."""
    for option, place in (("--solutions", wish.tables), ("--ledger", wish.ledger)):
        if place is not None and place.exists() and path.resolve() == place.resolve():
            raise ConfigError(f"{option} names the input; give it a place of its own.")
    _refuse_one_file(wish)


def _refuse_one_file(wish: Wish) -> None:
    if wish.ledger and wish.tables and wish.ledger.resolve() == wish.tables.resolve():
        raise ConfigError("--ledger and --solutions name one file; give each a place of its own.")


def _refuse_clash(option: str, place: Path, sources: Sequence[TextSource], target: Target) -> None:
    texts = {path.resolve() for source in sources for path in (target.place(source), source.path) if path}
    if place.resolve() in texts:
        raise ConfigError(f"{option} names a file that is an input or an output; give it a place of its own.")


def _refuse_solutions(solutions: Path, sources: Sequence[TextSource], target: Target) -> None:
    _refuse_clash("--solutions", solutions, sources, target)
    if target.in_place:
        refuse_twins(sources)
        if solutions.is_file():
            raise ConfigError(
                f"--solutions {str(solutions)!r} exists and may be the only way back of an earlier run; "
                "with --in-place name a new file."
            )

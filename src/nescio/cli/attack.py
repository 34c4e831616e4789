"""`nescio attack`: what new names hide, tried on one's own texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from nescio.cli import options
from nescio.cli.console import open_stdin, print_json
from nescio.cli.key import open_key

if TYPE_CHECKING:
    from nescio.solutions.table import Table

app = typer.Typer(no_args_is_help=True, help="What new names hide: attacks on one's own tables.")

Solutions: TypeAlias = Annotated[
    Path, typer.Argument(metavar="TABLE", help="The table of solutions, or vault, that anonymize wrote.")
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command(
    epilog=options.examples(
        ("nescio attack parrot keys.jsonl", "who could tell the names that were missed?"),
        ("nescio attack parrot letters.vault --key my.key --leave 5", "one person in five was missed"),
    )
)
def parrot(
    solutions: Solutions,
    key: options.KeySource = None,
    leave: Annotated[
        int, typer.Option("--leave", min=2, help="One person in so many keeps the own name.")
    ] = 10,
    json: Json = False,
) -> None:
    """Ask an attacker which names of an output are true.

    One person in ten gets the own name back, as if nobody had found it. The attacker learns on other texts
    how true names look beside new ones: how often and where they stand, how they are written; and again with
    nescio's lists of names. The share of true names is told among as many of the most suspicious people as
    there are true ones: as much as chance is best.
    """
    from nescio.evaluate import attacks

    tables = _read(solutions, key)
    known = attacks.listed_names({table.language for table in tables})
    plain, listed = (
        attacks.parrot(tables, left=leave),
        attacks.parrot(tables, left=leave, known=known),
    )
    rows = [
        (name, found.people, found.true, found.chance, found.found, listed[name].found)
        for name, found in plain.items()
    ]
    _show(("language", "people", "true", "chance", "found", "found_with_lists"), rows, as_json=json)


@app.command(
    epilog=options.examples(("nescio attack ranks keys.jsonl", "which names can be told by counting them?"))
)
def ranks(solutions: Solutions, key: options.KeySource = None, json: Json = False) -> None:
    """Guess names by how often they stand there, as somebody can who knows the originals' frequencies."""
    from nescio.evaluate import attacks

    found = attacks.ranks(_read(solutions, key))
    _show(("names", "chance", "matched"), [(found.names, found.chance, found.matched)], as_json=json)


def _read(solutions: Path, key: str | None) -> list[Table]:
    from nescio.solutions.tables import Tables

    secret = open_key(key)
    return Tables.read(solutions, key=None if secret is None else secret.key, stdin=open_stdin).all


def _show(head: tuple[str, ...], rows: Sequence[tuple[str | float, ...]], *, as_json: bool) -> None:
    if as_json:
        for row in rows:
            print_json(dict(zip(head, row, strict=True)))
        return
    from rich.table import Table as Shown

    from nescio.cli.screen import out

    shown = Shown()
    for number, name in enumerate(head):
        shown.add_column(name.replace("_", " "), justify="left" if number == 0 else "right")
    for row in rows:
        shown.add_row(*(f"{cell:.4f}" if isinstance(cell, float) else str(cell) for cell in row))
    out.print(shown)

"""`nescio ledger`: identities across documents, and corrections by a person."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nescio.cli import options
from nescio.cli.console import emit, open_stdin, print_json, tell, tell_leftovers, warn, warn_left_out

if TYPE_CHECKING:
    from nescio.files.leftovers import Leftover

app = typer.Typer(
    no_args_is_help=True, help="Identities of people, organisations and places across documents."
)

File = Annotated[Path, typer.Argument(help="The ledger, a JSON file. It holds names in clear: keep it safe.")]


@app.command()
def add(
    ledger: File,
    paths: options.Paths = None,
    language: options.Language = "auto",
    config: options.Config = None,
) -> None:
    """Find the entities of texts and enter them; the ledger is made if there is none."""
    from nescio.run.ledger import add_texts
    from nescio.run.opening import open_anonymizer

    added = add_texts(ledger, paths, anonymizer=open_anonymizer(language, config=config), stdin=open_stdin)
    _tell_found(ledger, recovered=added.tally.recovered, leftovers=added.leftovers)
    tell(f"{added.identities} identities in {ledger.name!r}.")
    raise typer.Exit(warn_left_out(added.found))


def _tell_found(ledger: Path, *, recovered: bool, leftovers: list[Leftover]) -> None:
    tell_leftovers(leftovers)
    if recovered:
        warn(f"An earlier run was broken off; what it had entered is now in the ledger {ledger}.")


@app.command()
def show(ledger: File) -> None:
    """Print the identities, one JSON object per line."""
    from nescio.run.ledger import read_ledger

    for item in read_ledger(ledger).identities:
        row = {"id": item.id, "kind": item.kind, "names": item.names, "substitutes": item.substitutes}
        print_json(row)


@app.command()
def merge(
    ledger: File, ids: Annotated[list[str], typer.Argument(help="PER-3 PER-7 …; the first stays.")]
) -> None:
    """Make several identities one."""
    from nescio.run.ledger import editing

    with editing(ledger) as edit:
        _tell_found(ledger, recovered=edit.recovered, leftovers=edit.leftovers)
        edit.book.merge(*ids)


@app.command()
def split(
    ledger: File,
    id: Annotated[str, typer.Argument(help="PER-3")],
    names: Annotated[list[str], typer.Argument(help="The spellings that are somebody else.")],
) -> None:
    """Give some spellings of an identity an identity of their own."""
    from nescio.run.ledger import editing

    with editing(ledger) as edit:
        _tell_found(ledger, recovered=edit.recovered, leftovers=edit.leftovers)
        new = edit.book.split(id, names).id
    tell(f"New identity: {new}")


@app.command()
def export(ledger: File) -> None:
    """Print every spelling as CSV: identity, kind, name, how often, and what stands for it."""
    from nescio.run.ledger import read_ledger

    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(("identity", "kind", "name", "count", "substitute"))
    for item in read_ledger(ledger).identities:
        shown = "; ".join(item.substitutes)
        rows.writerows((item.id, item.kind, name, count, shown) for name, count in sorted(item.names.items()))
    emit(table.getvalue().encode("utf-8", "surrogatepass"))

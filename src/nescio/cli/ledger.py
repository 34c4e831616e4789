"""`nescio ledger`: identities across documents, and corrections by a person."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nescio.cli import options
from nescio.cli.console import print_json, tell

if TYPE_CHECKING:
    from nescio.coref.ledger import Ledger

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
    from nescio.cli.files import Formats, find_sources

    anonymizer = options.open_anonymizer(language, config)
    book = _read(ledger, language if language != "auto" else "xx")
    sources, _ = find_sources(paths, Formats())
    for source in sources:
        book.apply(anonymizer.run(source.jobs(source.read()), stop="coref"))
    _write(ledger, book)
    tell(f"{len(book.identities)} identities in {ledger.name!r}.")


@app.command()
def show(ledger: File) -> None:
    """Print the identities, one JSON object per line."""
    for item in _read(ledger).identities:
        print_json({"id": item.id, "kind": item.kind, "names": item.names})


@app.command()
def merge(
    ledger: File, ids: Annotated[list[str], typer.Argument(help="PER-3 PER-7 …; the first stays.")]
) -> None:
    """Make several identities one."""
    book = _read(ledger)
    book.merge(*ids)
    _write(ledger, book)


@app.command()
def split(
    ledger: File,
    id: Annotated[str, typer.Argument(help="PER-3")],
    names: Annotated[list[str], typer.Argument(help="The spellings that are somebody else.")],
) -> None:
    """Give some spellings of an identity an identity of their own."""
    book = _read(ledger)
    tell(f"New identity: {book.split(id, names).id}")
    _write(ledger, book)


def _read(path: Path, language: str = "xx") -> Ledger:
    from nescio.core.errors import JobError
    from nescio.coref.ledger import Ledger
    from nescio.packs import load_pack

    if not path.exists():
        return Ledger(load_pack(language))
    try:
        data = json.loads(path.read_bytes())
        language = data.get("language", language)
    except (OSError, ValueError, AttributeError) as error:
        raise JobError(f"{path.name!r} cannot be read as a ledger.") from error
    return Ledger.from_json(load_pack(language), data)


def _write(path: Path, ledger: Ledger) -> None:
    from nescio.cli.files import open_whole

    data = json.dumps(ledger.to_json(), ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")
    with open_whole(path, private=True) as file:
        file.write(data + b"\n")

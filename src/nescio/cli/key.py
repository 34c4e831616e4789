"""`nescio key`: keys for vaults and for keyed methods."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nescio.cli import options
from nescio.cli.console import tell, warn

if TYPE_CHECKING:
    from nescio.files.keys import FoundKey

app = typer.Typer(no_args_is_help=True, help="Keys for vaults and for keyed methods.")


@app.callback()
def root() -> None:
    """Set up nothing; without this a group of one command would be that command."""


@app.command(
    epilog=options.examples(
        ("nescio key new my.key", "make one, and keep a copy in a safe place"),
        ("nescio anonymize letters -o out -s way-back --key my.key", "the way back, encrypted"),
    )
)
def new(file: Annotated[Path, typer.Argument(help="The file to make; one that is there stays.")]) -> None:
    """Write a random key of 256 bits to a new file that its owner alone may read.

    Who loses the key loses everything that was written with it; who finds it can read that.
    """
    from nescio.files.keys import write_new_key

    write_new_key(file)
    tell(f"{file.name!r} holds a new key. Keep a copy apart from what it opens: nobody can replace it.")


def open_key(source: str | None) -> FoundKey | None:
    """The key that a call names; a file that others can read is warned about."""
    if source is None:
        return None
    from nescio.files.keys import read_key

    found = read_key(source, ask=_ask)
    if found.is_open:
        warn(f"Others than the owner may read the key file {source!r}; `chmod 600` keeps it for the owner.")
    return found


def _ask() -> str:
    """A passphrase, typed and not shown; standard input may be a text."""
    from getpass import getpass

    return getpass("Passphrase: ")

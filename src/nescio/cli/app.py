"""The commands, one file each."""

from __future__ import annotations

from typing import Annotated

import typer

from nescio.cli.anonymize import anonymize
from nescio.cli.config import app as config_app
from nescio.cli.detect import detect
from nescio.cli.doctor import doctor
from nescio.cli.reidentify import reidentify

app = typer.Typer(
    name="nescio",
    help="Finds the names and identifiers in a text and takes them out. English, German, "
    "Portuguese, Spanish; offline.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,  # a traceback with local variables would show source text
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(anonymize)
app.command()(detect)
app.command()(reidentify)
app.add_typer(config_app, name="config")
app.command()(doctor)


def _print_version(wanted: bool) -> None:
    if wanted:
        from nescio import __version__

        typer.echo(f"nescio {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Set up nothing: each command says what it needs."""

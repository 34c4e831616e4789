"""The commands, one file each."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from nescio.cli import anonymize, compare, coref, detect, doctor, evaluate, headword, reidentify
from nescio.cli.config import app as config_app
from nescio.cli.console import fail
from nescio.cli.dictionary import app as dictionary_app
from nescio.cli.kb import app as kb_app
from nescio.cli.key import app as key_app
from nescio.cli.ledger import app as ledger_app
from nescio.cli.names import app as names_app
from nescio.cli.options import examples
from nescio.cli.policy import app as policy_app
from nescio.cli.train import app as train_app
from nescio.cli.vault import app as vault_app
from nescio.core.errors import NescioError, shown
from nescio.run.reports import reason


class _Commands(TyperGroup):
    """Turns what a command refuses into one sentence and an exit code, never a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except NescioError as error:
            fail(str(error))
            raise typer.Exit(error.exit_code) from None
        except BrokenPipeError:  # `nescio … | head`: nobody reads any more
            raise typer.Exit(1) from None
        except OSError as error:
            fail(_refused_by_system(error))
            raise typer.Exit(1) from None
        except Exception as error:
            if _is_steering(error):
                raise
            fail(reason(error))  # a traceback could show source text
            raise typer.Exit(1) from None


def _refused_by_system(error: OSError) -> str:
    """A file that cannot be used, by the name that the user gave it."""
    if error.filename is None or not error.strerror:
        return reason(error)
    return f"{shown(Path(os.fsdecode(error.filename)).name)} cannot be used: {error.strerror}."


def _is_steering(error: Exception) -> bool:
    """Typer steers with exceptions of its own, such as the one for wrong usage."""
    return type(error).__module__.startswith(("typer", "click"))


app = typer.Typer(
    name="nescio",
    cls=_Commands,
    help="Finds the names and identifiers in a text and takes them out. English, German, "
    "Portuguese, Spanish; offline.",
    epilog=examples(
        ("nescio anonymize letter.txt", "to the screen"),
        ("nescio anonymize letters -o out -s keys.jsonl", "a folder, with the way back"),
        ("nescio reidentify out -s keys.jsonl -o back", "the way back"),
    ),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(epilog=anonymize.EPILOG)(anonymize.anonymize)
app.command(epilog=detect.EPILOG)(detect.detect)
app.command(epilog=reidentify.EPILOG)(reidentify.reidentify)
app.command(epilog=coref.EPILOG)(coref.coref)
app.add_typer(ledger_app, name="ledger")
app.add_typer(key_app, name="key")
app.add_typer(names_app, name="names")
app.add_typer(vault_app, name="vault")
app.add_typer(config_app, name="config")
app.add_typer(policy_app, name="policy")
app.command(epilog=evaluate.EPILOG)(evaluate.evaluate)
app.command(epilog=compare.EPILOG)(compare.compare)
app.add_typer(dictionary_app, name="dictionary")
app.add_typer(kb_app, name="kb")
app.command()(headword.headword)
app.add_typer(train_app, name="train")
app.command()(doctor.doctor)


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

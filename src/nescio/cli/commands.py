"""The commands of the program: their names, and the program that has some or all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from nescio.cli.console import fail, mark_what_cannot_be_written
from nescio.cli.options import examples
from nescio.core.errors import NescioError, shown

# As the help shows them; each has a file here, with the command of that name or the group `app`.
PANELS: Final = {
    "Texts and documents": ("anonymize", "detect", "reidentify", "inspect", "workbench", "serve"),
    "Decisions of courts": ("terms", "propose", "seal", "learn-profile"),
    "Keys and people across documents": ("key", "vault", "ledger", "names"),
    "Settings": ("config", "policy", "doctor"),
    "Training and measuring": ("evaluate", "compare", "attack", "train", "select-features"),
    "Knowledge of words": ("coref", "headword", "dictionary", "kb"),
}
COMMANDS: Final = tuple(name for names in PANELS.values() for name in names)


class _Commands(TyperGroup):
    """Turns what a command refuses into one sentence and an exit code, never a traceback."""

    def main(self, *args: Any, **extra: Any) -> Any:
        mark_what_cannot_be_written()  # before help is shown, which is no command
        return super().main(*args, **extra)

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
            from nescio.run.reports import reason

            fail(reason(error))  # a traceback could show source text
            raise typer.Exit(1) from None


def _refused_by_system(error: OSError) -> str:
    """A file that cannot be used, by the name that the user gave it."""
    from nescio.run.reports import reason

    if error.filename is None or not error.strerror:
        return reason(error)
    return f"{shown(Path(os.fsdecode(error.filename)).name)} cannot be used: {error.strerror}."


def _is_steering(error: Exception) -> bool:
    """Typer steers with exceptions of its own, such as the one for wrong usage."""
    return type(error).__module__.startswith(("typer", "click"))


def make_app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The program with these commands: a call of one need not wait for the others."""
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
    panel_of = {name: panel for panel, own in PANELS.items() for name in own}
    for name in names:
        module = import_module(f"nescio.cli.{name.replace('-', '_')}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name, rich_help_panel=panel_of[name])
        else:
            command = getattr(module, name.replace("-", "_"))
            epilog = getattr(module, "EPILOG", None)
            app.command(name, epilog=epilog, rich_help_panel=panel_of[name])(command)
    app.callback()(_root)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        from nescio import __version__

        typer.echo(f"nescio {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Set up nothing: each command says what it needs."""

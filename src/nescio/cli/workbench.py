"""`nescio workbench`: see what was found, correct it, take the result away, in a browser on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nescio.cli import options
from nescio.cli.console import tell, warn
from nescio.cli.key import open_key

EPILOG = options.examples(
    ("nescio workbench letter.docx", "review one document"),
    ("nescio workbench letters", "review a folder"),
    ("nescio workbench --store case.sqlite --key secret.key", "a project of its own, encrypted"),
)


def workbench(
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="FILE|FOLDER", help="Files or folders to begin with.")
    ] = None,
    port: Annotated[int, typer.Option("--port", help="0 takes any that is free.")] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    store: Annotated[
        Path | None,
        typer.Option("--store", metavar="FILE", help="Where the project is kept, originals and all."),
    ] = None,
    key: options.KeySource = None,
) -> None:
    """Review and correct in a browser; nothing leaves this machine."""
    from nescio.core.extras import import_extra

    serving = import_extra("nescio.workbench.serving", needed_by="The workbench", install="nescio[workbench]")
    place = store or serving.default_store()
    desk = serving.open_desk(place, open_key(key))
    try:
        for sentence in serving.load_files(desk, paths or []):
            warn(sentence)
        bench = serving.Workbench(desk, port=port)
        tell(f"The project is kept in {place}. Ctrl-C ends the workbench; Enter gives a new address.")
        serving.run_workbench(bench, say=typer.echo, browser=not no_browser)
    except KeyboardInterrupt:
        raise typer.Exit(0) from None
    finally:
        desk.close()

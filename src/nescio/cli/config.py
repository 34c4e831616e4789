"""`nescio config`: what is in force and where it comes from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from nescio.cli import options
from nescio.cli.console import print_json, tell, warn
from nescio.cli.screen import out

app = typer.Typer(help="Show or check the configuration.", no_args_is_help=True)


@app.command(
    epilog=options.examples(
        ("nescio config show pt", "what is in force for Portuguese"),
        ("nescio config show pt -c mine.toml", "the same with a file of yours"),
    )
)
def show(
    language: Annotated[
        str, typer.Argument(metavar="LANGUAGE", help="en, de, pt, es, or xx for what all share.")
    ],
    config: options.Config = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Print every setting of a language and where its value comes from."""
    from rich.text import Text

    from nescio.run.configs import show_settings

    rows = show_settings(language, config)
    if as_json:
        print_json({key: {"value": item.value, "from": item.origin} for key, item in rows.items()})
        return
    for key, item in rows.items():
        value = json.dumps(item.value, ensure_ascii=False)
        out.print(Text.assemble((key, "cyan"), f" = {value}  ", (f"# {item.origin}", "dim")), soft_wrap=True)


@app.command(epilog=options.examples(("nescio config check mine.toml", "before it is used")))
def check(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A configuration file, TOML or JSON; its first keys are languages."
        ),
    ],
) -> None:
    """Read a configuration, build every part it names, and say whether it can be used."""
    from nescio.packs import languages
    from nescio.run.configs import check_config

    checked = check_config(path)
    for code, name in checked.left_out:
        warn(
            f"[{code}] names the classifier {name!r}, which nescio cannot run; "
            "its own detectors take its place."
        )
    if checked.languages:
        tell(f"{path.name} can be used ({', '.join(checked.languages)}).")
    else:
        warn(f"{path.name} changes nothing: it has no language among {', '.join((*languages(), 'xx'))}.")

"""`nescio config`: what is in force and where it comes from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from nescio.cli import options
from nescio.cli.console import out, print_json, tell, warn

app = typer.Typer(help="Show or check the configuration.", no_args_is_help=True)


@app.command()
def show(
    language: Annotated[str, typer.Argument(help="en, de, pt, es, or xx for what all share.")],
    config: options.Config = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Print every setting of a language and where its value comes from."""
    from nescio.config import load_settings, read_user_file
    from nescio.packs import load_pack

    user = None if config is None else read_user_file(config)
    settings = load_settings(load_pack(language), user)
    rows = {".".join(key): item for key, item in sorted(settings.values.items())}
    if as_json:
        print_json({key: {"value": item.value, "from": item.origin} for key, item in rows.items()})
        return
    for key, item in rows.items():
        out.print(f"[cyan]{key}[/] = {_toml(item.value)}  [dim]# {_escape(item.origin)}[/]", soft_wrap=True)


def _toml(value: Any) -> str:
    import json

    return _escape(json.dumps(value, ensure_ascii=False))


def _escape(text: str) -> str:
    return text.replace("[", r"\[")


@app.command()
def check(path: Annotated[Path, typer.Argument(metavar="FILE", help="A configuration file.")]) -> None:
    """Read a configuration, build every part it names, and say whether it can be used."""
    from nescio.api import Anonymizer
    from nescio.config import foreign_classifiers, read_user_file
    from nescio.packs import languages

    user = read_user_file(path)
    anonymizer = Anonymizer(config=path)
    checked = [code for code in languages() if "xx" in user.sections or code in user.sections]
    for code in checked:
        anonymizer.kit(code)
    for code, name in foreign_classifiers(path).items():
        warn(
            f"[{code}] names the classifier {name!r}, which nescio cannot run; its own recognizers take its place."
        )
    tell(f"{path.name} can be used ({', '.join(checked)}).")

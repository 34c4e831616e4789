"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

Paths: TypeAlias = Annotated[
    list[str] | None, typer.Argument(help="Files or folders; [bold]-[/] or nothing reads standard input.")
]
Language: TypeAlias = Annotated[
    str, typer.Option("--language", "-l", help="en, de, pt, es, or auto: told from each text.")
]
Config: TypeAlias = Annotated[
    Path | None, typer.Option("--config", "-c", help="A configuration file, TOML or JSON.")
]
Encoding: TypeAlias = Annotated[
    str | None, typer.Option("--encoding", help="How the files are encoded, if nescio cannot tell.")
]
Jsonl: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--jsonl", help='Read one JSON object per line, {"id","text","language"?,"spans"?}; - is stdin.'
    ),
]

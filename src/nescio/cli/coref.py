"""`nescio coref`: which given mentions are of one person, place or organisation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nescio.cli import options
from nescio.cli.console import open_stdin, print_answers

EPILOG = options.examples(
    ("nescio coref --jsonl mentions.jsonl", "groups of mentions, one JSON object per line"),
    ("nescio coref --jsonl - --language de", "lines without a language are German"),
)


def coref(
    jsonl: Annotated[
        Path,
        typer.Option(
            "--jsonl",
            help='One JSON object per line, {"id","text","language", "spans": \\[\\[start, end, label], '
            "…]}; - is stdin.",
        ),
    ],
    language: options.Language = "auto",
    config: options.Config = None,
) -> None:
    """Group given mentions into entities; indices count the spans of a line."""
    from nescio.run.coref_lines import coref_lines

    raise typer.Exit(print_answers(coref_lines(jsonl, language, config=config, stdin=open_stdin)))

"""`nescio detect`: what was found, where, how sure, and by whom."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from nescio.cli import options
from nescio.cli.console import fail, out, print_json

if TYPE_CHECKING:
    from nescio.core.model import Job


def detect(
    paths: options.Paths = None,
    language: options.Language = "auto",
    config: options.Config = None,
    jsonl: options.Jsonl = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per text.")] = False,
    encoding: options.Encoding = None,
) -> None:
    """List every sensitive reference in texts, and change nothing."""
    from nescio.api import Anonymizer

    anonymizer = Anonymizer(language, config=config)
    if jsonl is not None:
        from nescio.cli.lines import detect_lines

        raise typer.Exit(detect_lines(jsonl, anonymizer))
    from nescio.cli.files import Formats, find_sources
    from nescio.core.errors import NescioError

    code = 0
    for source in find_sources(paths, Formats(encoding=encoding)):
        try:
            jobs = anonymizer.run(source.format.read(source.read(), name=source.name), stop="second_pass")
        except NescioError as error:
            code = 1
            fail(f"{source.name}: {error}")
            continue
        for job in jobs:
            if job.failure is not None:
                code = 1
                fail(f"{source.name}: {job.failure.code.removeprefix('failed: ')}")
            else:
                _show(job, as_json=as_json)
    raise typer.Exit(code)


def _show(job: Job, *, as_json: bool) -> None:
    if as_json:
        spans = [[s.start, s.end, s.label, round(s.score, 4), s.source] for s in job.spans or ()]
        print_json({"id": job.document.id, "language": job.document.language, "spans": spans})
    elif out.is_terminal:
        _show_table(job)
    else:
        for span in job.spans or ():
            surface = " ".join(job.document.text[span.start : span.end].split())
            row = (
                job.document.id,
                span.start,
                span.end,
                span.label,
                f"{span.score:.2f}",
                span.source,
                surface,
            )
            sys.stdout.buffer.write("\t".join(map(str, row)).encode("utf-8", "replace") + b"\n")


def _show_table(job: Job) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(title=f"{job.document.id} ({job.document.language})", title_justify="left")
    for column in ("label", "text", "from", "to", "sure", "said by"):
        table.add_column(column, justify="right" if column in ("from", "to", "sure") else "left")
    for span in job.spans or ():
        surface = Text(" ".join(job.document.text[span.start : span.end].split()), style="bold")
        sure = Text(f"{span.score:.2f}", style="green" if span.score >= 0.8 else "yellow")
        table.add_row(
            Text(span.label, style="cyan"), surface, str(span.start), str(span.end), sure, span.source
        )
    out.print(table)

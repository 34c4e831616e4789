"""`nescio detect`: what was found, where, how sure, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from nescio.cli import options
from nescio.cli.console import emit, fail, out, print_json, printable, reason, stdout_is_terminal

if TYPE_CHECKING:
    from nescio.core.model import Job

EPILOG = options.examples(
    ("nescio detect letter.txt", "a table on a terminal, tab separated in a pipe"),
    ("nescio detect letters --json", "one JSON object per text"),
    ("nescio detect --jsonl texts.jsonl -l de", "one JSON object per line, in and out"),
)


def detect(
    paths: options.Paths = None,
    language: options.Language = "auto",
    config: options.Config = None,
    jsonl: options.Jsonl = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per text.")] = False,
    encoding: options.Encoding = None,
) -> None:
    """List every sensitive reference in texts, and change nothing."""
    from nescio.cli.files import Formats, find_sources, tell_encodings, warn_left_out

    anonymizer = options.open_anonymizer(language, config)
    if jsonl is not None:
        from nescio.cli.lines import detect_lines

        options.refuse_with_jsonl(paths=paths, json=as_json, encoding=encoding)
        raise typer.Exit(detect_lines(jsonl, anonymizer))
    fallback = anonymizer.settings("xx" if language == "auto" else language).get("text", "encoding")
    code = 0
    shown: list[Job] = []
    formats = Formats(encoding=encoding, fallback=fallback)
    sources, left_out = find_sources(paths, formats)
    warn_left_out(left_out, formats)
    for source in sources:
        try:
            jobs = anonymizer.run(source.jobs(source.read()), stop="second_pass")
        except Exception as error:
            code = 1
            fail(f"{source.name}: {reason(error)}")
            continue
        for job in jobs:
            if job.failure is not None:
                code = 1
                fail(f"{source.name}: {job.failure.code.removeprefix('failed: ')}")
            else:
                _show(job, as_json=as_json)
                shown.append(job)
    if encoding is None:
        tell_encodings(shown)
    raise typer.Exit(code)


def _show(job: Job, *, as_json: bool) -> None:
    if as_json:
        spans = [[s.start, s.end, s.label, round(s.score, 4), s.source] for s in job.spans or ()]
        print_json({"id": job.document.id, "language": job.document.language, "spans": spans})
    elif stdout_is_terminal():
        _show_table(job)
    else:
        _show_rows(job)


def _show_rows(job: Job) -> None:
    """Tab separated: text, from, to, label, score, who said so, what stands there."""
    for span in job.spans or ():
        surface = " ".join(job.document.text[span.start : span.end].split())
        place = (job.document.id, span.start, span.end, span.label)
        row = (*place, f"{span.score:.2f}", span.source, surface)
        emit("\t".join(map(str, row)).encode("utf-8", "replace") + b"\n")


def _show_table(job: Job) -> None:
    from rich.table import Table
    from rich.text import Text

    title = Text(f"{printable(job.document.id)} ({job.document.language})")
    if not job.spans:
        out.print(title, Text("nothing found", style="dim"))
        return
    table = Table(title=title, title_justify="left")
    for column in ("label", "text", "from", "to", "sure", "said by"):
        table.add_column(column, justify="right" if column in ("from", "to", "sure") else "left")
    for span in job.spans:
        surface = Text(printable(job.document.text[span.start : span.end]), style="bold")
        sure = Text(f"{span.score:.2f}", style="green" if span.score >= 0.8 else "yellow")
        table.add_row(
            Text(span.label, style="cyan"), surface, str(span.start), str(span.end), sure, Text(span.source)
        )
    out.print(table)

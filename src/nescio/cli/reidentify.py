"""`nescio reidentify`: the originals back into an anonymized text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nescio.cli import options
from nescio.cli.console import count, emit, fail, print_json, progress, reason, tell, warn

if TYPE_CHECKING:
    from nescio.cli.files import Source
    from nescio.cli.tables import Tables
    from nescio.core.model import Job
    from nescio.solutions.reidentify import Restored
    from nescio.solutions.table import Table

EPILOG = options.examples(
    ("nescio reidentify letter.txt -s keys.jsonl", "to the screen"),
    ("nescio reidentify out -s keys.jsonl -o back", "a folder"),
    ("nescio reidentify edited.txt -s keys.jsonl --by placeholder", "after the text was edited"),
    ("nescio reidentify --jsonl answers.jsonl -s keys.jsonl", "one JSON object per line"),
)


def reidentify(
    paths: options.Paths = None,
    solutions: Annotated[
        Path | None, typer.Option("--solutions", "-s", help="The table that anonymize wrote. Needed.")
    ] = None,
    output: options.Output = None,
    by: Annotated[
        str, typer.Option("--by", help="position, placeholder, order, or auto: the safest that fits.")
    ] = "auto",
    jsonl: Annotated[
        Path | None,
        typer.Option("--jsonl", help='Read one JSON object per line, {"id","text"}; - is stdin.'),
    ] = None,
    encoding: options.Encoding = None,
) -> None:
    """Put the originals back with the table of solutions, also after the text was edited.

    The exit code is 1 if anything did not come back as it left; stderr says what.
    """
    from nescio.cli.tables import Tables
    from nescio.core.errors import ConfigError, known
    from nescio.solutions.reidentify import WAYS

    if solutions is None:
        raise ConfigError("Name the table of solutions with --solutions FILE.")
    if by not in WAYS:
        raise ConfigError(f"--by cannot be {by!r}. {known(by, WAYS)}")
    if jsonl is not None:
        options.refuse_with_jsonl(paths=paths, output=output, encoding=encoding)
        raise typer.Exit(_restore_lines(jsonl, Tables.read(solutions), by))
    raise typer.Exit(_restore_files(paths, solutions, by, output=output, encoding=encoding))


def _restore_files(
    paths: list[str] | None, solutions: Path, by: str, *, output: str | None, encoding: str | None
) -> int:
    from nescio.cli.files import Formats, choose_target, find_sources, warn_left_out, write_whole
    from nescio.cli.tables import Tables

    tables = Tables.read(solutions)
    skip = (None if output is None else Path(output), solutions)
    formats = Formats(encoding=encoding)
    sources, left_out = find_sources(paths, formats, skip=skip)
    target = choose_target(paths, sources, output)
    warn_left_out(left_out, formats)
    code = 0
    with progress(sources, "restoring") as tracked:
        for source in tracked:
            try:
                data, restored = _restore_file(source, tables, by, alone=len(sources) == 1, encoding=encoding)
                place = target.place(source)
                if place is None:
                    emit(data)
                else:
                    write_whole(place, data)
                code = max(code, _report(source.name, restored))
            except BrokenPipeError:
                raise
            except Exception as error:
                code = 1
                fail(f"{source.name}: {reason(error)}")
    return code


def _restore_file(
    source: Source, tables: Tables, by: str, *, alone: bool, encoding: str | None
) -> tuple[bytes, Restored]:
    from dataclasses import replace

    from nescio.core.errors import JobError
    from nescio.core.model import Solution
    from nescio.formats.job import JobFormat
    from nescio.solutions.reidentify import reidentify as restore

    if isinstance(source.format, JobFormat):
        raise JobError("A job holds its original already; give the anonymized text.")
    data = source.read()
    source, job = _read_like(source, data, tables.named(source.name), encoding)
    table = tables.find(source.name, job.document.text, alone=alone)
    source, job = _read_like(source, data, table, encoding)
    restored = restore(job.document.text, table, by=by)
    return source.format.write([replace(job, solution=Solution(restored.text))], data), restored


def _read_like(source: Source, data: bytes, table: Table | None, encoding: str | None) -> tuple[Source, Job]:
    """Read a text in the encoding that it had before its umlauts were taken out."""
    from dataclasses import replace

    from nescio.cli.files import Formats

    if table is not None and encoding is None and table.encoding is not None:
        formats = Formats(encoding=table.encoding)
        source = replace(source, format=formats.plain if source.path is None else formats.of(source.path))
    [job] = source.jobs(data)
    return source, job


def _restore_lines(path: Path, tables: Tables, by: str) -> int:
    from nescio.cli.lines import fail_line, parse_line, read_lines, table_name, text_of
    from nescio.core.errors import NescioError
    from nescio.solutions.reidentify import reidentify as restore

    code = 0
    for batch in read_lines(path):
        for number, line in batch:
            id: Any = None
            try:
                data = parse_line(line)
                id = data.get("id")
                text = text_of(data)
                restored = restore(text, tables.find(table_name(id), text, alone=False), by=by)
                print_json({"id": id, "text": restored.text})
                code = max(code, _report(f"line {number}", restored))
            except NescioError as error:
                code = 1
                fail_line(number, id, str(error))
    return code


def _report(name: str, restored: Restored) -> int:
    """Say what did not come back as it left; 1 if anything did not."""
    if restored.complete:
        tell(f"{name}: {count(restored.restored, 'replacement')} restored.")
        return 0
    for what, placeholders in (
        ("lost", restored.lost),
        ("duplicated", restored.duplicated),
        ("altered, restored all the same", restored.altered),
        ("not restored, their number changed", restored.unresolved),
    ):
        if placeholders:
            warn(f"{name}: {what}: {', '.join(placeholders)}")
    return 1

"""`nescio reidentify`: the originals back into an anonymized text."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nescio.cli import options
from nescio.cli.console import fail, print_json, tell, warn

if TYPE_CHECKING:
    from nescio.cli.files import Source
    from nescio.solutions.reidentify import Restored
    from nescio.solutions.table import Table


def reidentify(
    paths: options.Paths = None,
    solutions: Annotated[
        Path | None, typer.Option("--solutions", "-s", help="The table that anonymize wrote. Needed.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File or folder for the restored texts.")
    ] = None,
    by: Annotated[
        str, typer.Option("--by", help="position, placeholder, order, or auto: the safest that fits.")
    ] = "auto",
    jsonl: options.Jsonl = None,
    encoding: options.Encoding = None,
) -> None:
    """Put the originals back with the table of solutions, also after the text was edited."""
    from nescio.core.errors import ConfigError, known
    from nescio.solutions.reidentify import WAYS

    if solutions is None:
        raise ConfigError("Name the table of solutions with --solutions FILE.")
    if by not in WAYS:
        raise ConfigError(f"--by cannot be {by!r}. {known(by, WAYS)}")
    tables = _read_tables(solutions)
    if jsonl is not None:
        raise typer.Exit(_restore_lines(jsonl, tables, by))
    raise typer.Exit(_restore_files(paths, tables, by, output=output, encoding=encoding))


def _read_tables(path: Path) -> dict[str, Table]:
    from nescio.cli.lines import read_json_lines
    from nescio.core.errors import JobError
    from nescio.solutions.table import table_from_json

    try:
        found = [table_from_json(data) for _, data in read_json_lines(path, need_text=False)]
    except JobError as error:
        raise JobError(f"{path.name!r}: {error}") from error
    if not found:
        raise JobError(f"{path.name!r} holds no table of solutions.")
    return {table.id: table for table in found}


def _table_for(name: str, tables: Mapping[str, Table]) -> Table:
    from nescio.core.errors import JobError

    if name in tables:
        return tables[name]
    if len(tables) == 1:
        return next(iter(tables.values()))
    raise JobError(f"There is no table of solutions for {name!r} among the {len(tables)} tables.")


def _restore_files(
    paths: list[str] | None,
    tables: Mapping[str, Table],
    by: str,
    *,
    output: Path | None,
    encoding: str | None,
) -> int:
    from nescio.cli.files import Formats, choose_target, find_sources, write_whole
    from nescio.core.errors import NescioError

    sources = find_sources(paths, Formats(encoding=encoding), skip=output)
    target = choose_target(paths, sources, output, in_place=False)
    code = 0
    for source in sources:
        try:
            data, restored = _restore_file(source, tables, by)
            place = target.place(source)
            if place is None:
                sys.stdout.buffer.write(data)
            else:
                write_whole(place, data)
            code = max(code, _report(source.name, restored))
        except NescioError as error:
            code = 1
            fail(f"{source.name}: {error}")
    return code


def _restore_file(source: Source, tables: Mapping[str, Table], by: str) -> tuple[bytes, Restored]:
    from dataclasses import replace

    from nescio.core.model import Solution
    from nescio.solutions.reidentify import reidentify as restore

    data = source.read()
    [job] = source.format.read(data, name=source.name)
    restored = restore(job.document.text, _table_for(source.name, tables), by=by)
    return source.format.write([replace(job, solution=Solution(restored.text))], data), restored


def _restore_lines(path: Path, tables: Mapping[str, Table], by: str) -> int:
    from nescio.cli.lines import read_json_lines
    from nescio.core.errors import NescioError
    from nescio.solutions.reidentify import reidentify as restore

    code = 0
    for number, data in read_json_lines(path):
        id = data.get("id")
        try:
            restored = restore(data["text"], _table_for(str(id), tables), by=by)
            print_json({"id": id, "text": restored.text})
            code = max(code, _report(f"line {number}", restored))
        except NescioError as error:
            code = 1
            fail(f"line {number}: {error}")
            print_json({"id": id, "error": str(error)})
    return code


def _report(name: str, restored: Restored) -> int:
    """Say what did not come back as it left; 1 if anything did not."""
    if restored.complete:
        tell(f"{name}: {restored.restored} replacements restored.")
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

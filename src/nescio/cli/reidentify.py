"""`nescio reidentify`: the originals back into an anonymized text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from nescio.cli import options
from nescio.cli.console import (
    count,
    emit,
    fail,
    open_stdin,
    print_answer,
    progress,
    stdout_stream,
    tell,
    tell_leftovers,
    warn,
    warn_left_out,
)
from nescio.cli.key import open_key

if TYPE_CHECKING:
    from nescio.files.keys import FoundKey
    from nescio.solutions.reidentify import Only, Restored

EPILOG = options.examples(
    ("nescio reidentify letter.txt -s keys.jsonl", "to the screen"),
    ("nescio reidentify out -s keys.jsonl -o back", "a folder"),
    ("nescio reidentify edited.txt -s keys.jsonl --by placeholder", "after the text was edited"),
    ("nescio reidentify letter.txt -s keys.jsonl --only LOC", "places alone"),
    ("nescio reidentify --jsonl answers.jsonl -s keys.jsonl", "one JSON object per line"),
    ("nescio reidentify out -s letters.vault --key my.key -o back", "with an encrypted table"),
    ("nescio reidentify letter.txt --key my.key", "what the method encrypt wrote, without a table"),
)

OnlyLabels: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="LABEL", help="Restore this label and those below it alone; repeatable."),
]
OnlyEntities: TypeAlias = Annotated[
    list[int] | None,
    typer.Option("--entity", metavar="NUMBER", help="Restore this entity of the table alone; repeatable."),
]


def reidentify(
    paths: options.Paths = None,
    solutions: Annotated[
        Path | None,
        typer.Option(
            "--solutions", "-s", help="The table that anonymize wrote; tokens of encrypt need the key alone."
        ),
    ] = None,
    key: options.KeySource = None,
    output: options.Output = None,
    by: Annotated[
        str, typer.Option("--by", help="position, placeholder, order, or auto: the safest that fits.")
    ] = "auto",
    only: OnlyLabels = None,
    entity: OnlyEntities = None,
    jsonl: Annotated[
        Path | None,
        typer.Option("--jsonl", help='Read one JSON object per line, {"id","text"}; - is stdin.'),
    ] = None,
    encoding: options.Encoding = None,
) -> None:
    """Put the originals back with the table of solutions, also after the text was edited.

    The exit code is 1 if anything did not come back as it left; stderr says what.
    """
    from nescio.core.errors import ConfigError
    from nescio.run.restore import check_way, choose_only

    check_way(by)
    if solutions is None and (key is None or only or entity or by != "auto"):
        raise ConfigError("Name the table of solutions with --solutions FILE.")
    secret, some = open_key(key), choose_only(only or (), entity or ())
    if jsonl is not None:
        options.refuse_with_jsonl(paths=paths, output=output, encoding=encoding)
        raise typer.Exit(_restore_lines(jsonl, solutions, by, some, key=secret))
    raise typer.Exit(_restore_files(paths, solutions, by, some, key=secret, output=output, encoding=encoding))


def _restore_files(
    paths: list[str] | None,
    solutions: Path | None,
    by: str,
    only: Only,
    *,
    key: FoundKey | None,
    output: str | None,
    encoding: str | None,
) -> int:
    from nescio.run.restore import RestoreRun

    run = RestoreRun(
        paths, solutions, key=key, by=by, only=only, output=output, encoding=encoding,
        show=emit, stdin=open_stdin, stdout=stdout_stream(),
    )  # fmt: skip
    _say_torn(solutions, torn=run.torn)
    code = warn_left_out(run.found)
    tell_leftovers(run.leftovers)
    with progress(run.outcomes(), "restoring", total=len(run.found.sources)) as outcomes:
        for outcome in outcomes:
            if outcome.restored is None:
                code = 1
                fail(f"{outcome.name}: {outcome.failure}")
            else:
                code = max(code, _report(outcome.name, outcome.restored))
    return code


def _restore_lines(path: Path, solutions: Path | None, by: str, only: Only, *, key: FoundKey | None) -> int:
    from nescio.run.claims import claim
    from nescio.run.lines import open_lines, restore_lines
    from nescio.solutions.tables import Tables

    code = 0
    file, secret = (None, None) if key is None else (key.file, key.key)
    inputs: dict[str, list[Path | None]] = {"an input": [path], "the key file": [file]}
    claim({**inputs, "the table of solutions": [solutions]}, {}).shows(stdout_stream())
    if solutions is None and secret is not None:
        answers = open_lines(path, secret, stdin=open_stdin)
    else:
        tables = Tables.read(solutions or path, key=secret, stdin=open_stdin)
        _say_torn(solutions, torn=tables.torn)
        answers = restore_lines(path, tables, by=by, only=only, stdin=open_stdin)
    for answer in answers:
        print_answer(answer)
        report = 1 if answer.restored is None else _report(f"line {answer.number}", answer.restored)
        code = max(code, report)
    return code


def _say_torn(solutions: Path | None, *, torn: bool) -> None:
    if torn and solutions is not None:
        warn(
            f"{solutions.name!r} ends in half a record, of a run that was broken off before it wrote "
            "that text; the whole ones are used."
        )


def _report(name: str, restored: Restored) -> int:
    """Say what did not come back as it left; 1 if anything did not."""
    if restored.complete:
        left = f", {restored.left} not asked for" if restored.left else ""
        tell(f"{name}: {count(restored.restored, 'replacement')} restored{left}.")
        return 0
    for what, placeholders in (
        ("lost", restored.lost),
        ("duplicated", restored.duplicated),
        ("altered, restored all the same", restored.altered),
        ("not restored, their number changed", restored.unresolved),
        ("not in the table", restored.foreign),
    ):
        if placeholders:
            warn(f"{name}: {what}: {', '.join(placeholders)}")
    return 1

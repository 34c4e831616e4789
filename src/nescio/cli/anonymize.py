"""`nescio anonymize`: files, folders, standard input or JSON lines."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nescio.cli import options
from nescio.cli.console import err, fail, progress, tell, warn

if TYPE_CHECKING:
    from nescio.api import Anonymizer
    from nescio.cli.files import Source, Target
    from nescio.core.model import Job

EPILOG = """
[bold]Examples[/]

  nescio anonymize letter.txt                              to the screen
  nescio anonymize letters -o out --solutions keys.jsonl   a folder, with the way back
  nescio anonymize letter.txt -m suppress -m PER=tag       a method per label
  cat letter.txt | nescio anonymize -l pt                  in a pipe
  nescio anonymize --jsonl texts.jsonl                     one JSON object per line
"""


def anonymize(
    paths: options.Paths = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File or folder for the anonymized texts.")
    ] = None,
    in_place: Annotated[bool, typer.Option("--in-place", help="Overwrite the inputs.")] = False,
    method: Annotated[
        list[str] | None,
        typer.Option("--method", "-m", help="tag, suppress, …; LABEL=METHOD for one label; repeatable."),
    ] = None,
    language: options.Language = "auto",
    config: options.Config = None,
    solutions: Annotated[
        Path | None,
        typer.Option("--solutions", "-s", help="Write the table of solutions here, one line per text."),
    ] = None,
    jsonl: options.Jsonl = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write the whole job as JSON.")] = False,
    encoding: options.Encoding = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be replaced; write nothing.")
    ] = False,
) -> None:
    """Take the names and identifiers out of texts."""
    from nescio.api import Anonymizer
    from nescio.config import method_option

    anonymizer = Anonymizer(language, config=config, options=method_option(method or ()))
    if jsonl is not None:
        from nescio.cli.lines import anonymize_lines

        _refuse_mixture(jsonl=jsonl, paths=paths, output=output, in_place=in_place)
        raise typer.Exit(anonymize_lines(jsonl, anonymizer, solutions=solutions, dry_run=dry_run))
    run = _FileRun(anonymizer, solutions=solutions, as_json=as_json, dry_run=dry_run)
    raise typer.Exit(run.run(paths, output, in_place=in_place, encoding=encoding))


def _refuse_mixture(*, jsonl: Path, **others: Any) -> None:
    from nescio.core.errors import ConfigError

    if any(others.values()):
        raise ConfigError("--jsonl reads one file and prints lines; give no paths, --output or --in-place.")


class _FileRun:
    """One call over files: reads, anonymizes, writes, counts; a bad file never stops the others."""

    def __init__(
        self, anonymizer: Anonymizer, *, solutions: Path | None, as_json: bool, dry_run: bool
    ) -> None:
        self._anonymizer = anonymizer
        self._solutions = solutions
        self._as_json = as_json
        self._dry_run = dry_run
        self._tables: list[bytes] = []
        self._labels: Counter[str] = Counter()
        self._done = 0
        self._bad = 0

    def run(
        self, paths: Sequence[str] | None, output: Path | None, *, in_place: bool, encoding: str | None
    ) -> int:
        from nescio.cli.files import Formats, choose_target, count_skipped, find_sources, write_whole

        formats = Formats(encoding=encoding)
        sources = find_sources(paths, formats, skip=output)
        target = choose_target(paths, sources, output, in_place=in_place) if not self._dry_run else None
        self._refuse_solutions_as_output(target, sources)
        if skipped := count_skipped(paths, formats):
            warn(f"{skipped} files of other formats were left out; formats: {', '.join(formats.suffixes)}.")
        with progress(sources, "anonymizing", total=len(sources)) as tracked:
            for source in tracked:
                self._one(source, target)
        if self._solutions is not None and not self._dry_run:
            write_whole(self._solutions, b"".join(self._tables), private=True)
        self._summarize(target)
        return 1 if self._bad else 0

    def _refuse_solutions_as_output(self, target: Target | None, sources: Iterable[Source]) -> None:
        from nescio.core.errors import ConfigError

        if target is None or self._solutions is None:
            return
        places = {self._solutions.resolve()}
        if any(
            place and place.resolve() in places
            for source in sources
            for place in (target.place(source), source.path)
        ):
            raise ConfigError(
                "--solutions names a file that is an input or an output; give it a place of its own."
            )

    def _one(self, source: Source, target: Target | None) -> None:
        from nescio.core.errors import NescioError

        try:
            data = source.read()
            jobs = self._anonymizer.run(source.format.read(data, name=source.name))
            for job in jobs:
                if job.failure is not None:
                    self._report(source, job.failure.code.removeprefix("failed: "))
                    return
            self._keep(jobs)
            if target is not None:
                self._write(jobs, source, target, data)
            self._done += 1
        except NescioError as error:
            self._report(source, str(error))

    def _report(self, source: Source, message: str) -> None:
        self._bad += 1
        fail(f"{source.name}: {message}")

    def _keep(self, jobs: Iterable[Job]) -> None:
        from nescio.solutions.table import make_table, table_to_json

        for job in jobs:
            if job.solution is not None:
                self._labels.update(item.label for item in job.solution.replacements)
            if self._solutions is not None:
                line = json.dumps(table_to_json(make_table(job)), ensure_ascii=True)
                self._tables.append(line.encode() + b"\n")

    def _write(self, jobs: Sequence[Job], source: Source, target: Target, data: bytes) -> None:
        from nescio.cli.files import write_whole

        content = self._content(jobs, source, data)
        place = target.place(source)
        if place is None:
            sys.stdout.buffer.write(content)
        else:
            write_whole(place, content)

    def _content(self, jobs: Sequence[Job], source: Source, data: bytes) -> bytes:
        settings = self._anonymizer.settings(jobs[0].document.language)
        if not self._as_json and settings.get("output", "format") != "json":
            return source.format.write(jobs, data)
        from nescio.formats.job import job_to_any

        lines = [json.dumps(job_to_any(job), ensure_ascii=True) + "\n" for job in jobs]
        return "".join(lines).encode()

    def _summarize(self, target: Target | None) -> None:
        counts = ", ".join(f"{count} {label}" for label, count in self._labels.most_common())
        if self._dry_run:
            err.print(f"{self._done} texts, would replace: {counts or 'nothing'}")
        elif target is not None and (target.output is not None or target.in_place):
            tell(f"{self._done} texts anonymized; replaced: {counts or 'nothing'}.")
        if self._bad:
            warn(f"{self._bad} texts could not be anonymized and were not written.")

"""`nescio anonymize`: files, folders, standard input or JSON lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nescio.cli import options
from nescio.cli.console import count, emit, fail, progress, reason, tell, warn

if TYPE_CHECKING:
    from nescio.api import Anonymizer
    from nescio.cli.files import Source, Target
    from nescio.cli.ledger_file import Run
    from nescio.core.model import Job

EPILOG = options.examples(
    ("nescio anonymize letter.txt", "to the screen"),
    ("nescio anonymize letters -o out -s keys.jsonl", "a folder, with the way back"),
    ("nescio anonymize letter.txt -m suppress -m PER=tag", "a method per label"),
    ("cat letter.txt | nescio anonymize -l pt", "in a pipe"),
    ("nescio anonymize decision.txt --policy judicial", "parties go, judges and counsel stay"),
    ("nescio anonymize --jsonl texts.jsonl", "one JSON object per line"),
    ("nescio anonymize file -o out --ledger who.json", "one number per person in all texts, also later"),
)


def anonymize(
    paths: options.Paths = None,
    output: options.Output = None,
    in_place: Annotated[bool, typer.Option("--in-place", help="Overwrite the inputs.")] = False,
    method: Annotated[
        list[str] | None,
        typer.Option("--method", "-m", help="tag or suppress; LABEL=METHOD for one label; repeatable."),
    ] = None,
    language: options.Language = "auto",
    config: options.Config = None,
    recall: options.Recall = None,
    policy: options.Policy = None,
    solutions: Annotated[
        Path | None,
        typer.Option(
            "--solutions",
            "-s",
            help="Write the table of solutions, the way back, to this file and nowhere else.",
        ),
    ] = None,
    ledger: Annotated[
        Path | None,
        typer.Option(
            "--ledger",
            help="Give each person, organisation and place one identity in all texts; kept in this file.",
        ),
    ] = None,
    jsonl: options.Jsonl = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write the whole job as JSON; it holds the originals.")
    ] = False,
    encoding: options.Encoding = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be replaced; write nothing.")
    ] = False,
) -> None:
    """Take the names and identifiers out of texts."""
    anonymizer = options.open_anonymizer(language, config, method or (), recall=recall, policy=policy)
    wish = _Wish(output, in_place, None if dry_run else solutions, ledger, as_json, dry_run)
    if jsonl is not None:
        options.refuse_with_jsonl(
            paths=paths, output=output, in_place=in_place, json=as_json, encoding=encoding
        )
        raise typer.Exit(_run_lines(jsonl, anonymizer, wish))
    fallback = anonymizer.settings("xx" if language == "auto" else language).get("text", "encoding")
    raise typer.Exit(_FileRun(anonymizer, wish).run(paths, encoding=encoding, fallback=fallback))


@dataclass(frozen=True)
class _Wish:
    """Where the results of a call go, and in which shape."""

    output: str | None
    in_place: bool
    solutions: Path | None
    ledger: Path | None
    as_json: bool
    dry_run: bool


def _run_lines(path: Path, anonymizer: Anonymizer, wish: _Wish) -> int:
    from nescio.cli.ledger_file import identifying
    from nescio.cli.lines import anonymize_lines
    from nescio.core.errors import ConfigError

    for option, place in (("--solutions", wish.solutions), ("--ledger", wish.ledger)):
        if place is not None and place.exists() and path.resolve() == place.resolve():
            raise ConfigError(f"{option} names the input; give it a place of its own.")
    _refuse_one_file(wish)
    labels: Counter[str] | None = Counter() if wish.dry_run else None
    with identifying(anonymizer, wish.ledger, write=not wish.dry_run) as run:
        code = anonymize_lines(path, run, solutions=wish.solutions, labels=labels)
    if labels is not None:
        tell(f"would replace: {_counts(labels)}.")
    return code


def _counts(labels: Counter[str]) -> str:
    return ", ".join(f"{number} {label}" for label, number in labels.most_common()) or "nothing"


@dataclass
class _FileRun:
    """One call over files: reads, anonymizes, writes, counts; a bad file never stops the others."""

    anonymizer: Anonymizer
    wish: _Wish
    labels: Counter[str] = field(default_factory=Counter)
    done: list[Job] = field(default_factory=list)  # without text: only what the summary needs
    formats: dict[str, str] = field(default_factory=dict)  # language to the format it is written in
    bad: int = 0

    def run(self, paths: Sequence[str] | None, *, encoding: str | None, fallback: str) -> int:
        from nescio.cli.files import Formats, find_sources, tell_encodings, warn_left_out
        from nescio.cli.ledger_file import identifying
        from nescio.cli.tables import keep_tables

        wish = self.wish
        output = None if wish.output is None else Path(wish.output)
        formats = Formats(encoding=encoding, fallback=fallback)
        sources, left_out = find_sources(paths, formats, skip=(output, wish.solutions, wish.ledger))
        target = self._choose_target(paths, sources)
        warn_left_out(left_out, formats)
        with (
            identifying(self.anonymizer, wish.ledger, write=not wish.dry_run) as run,
            keep_tables(wish.solutions) as keep,
            progress(sources, "anonymizing") as tracked,
        ):
            for source in tracked:
                self._one(source, target, run, keep)
        if encoding is None:
            tell_encodings(self.done)
        self._summarize(target)
        return 1 if self.bad else 0

    def _choose_target(self, paths: Sequence[str] | None, sources: Sequence[Source]) -> Target | None:
        from nescio.cli.files import choose_target
        from nescio.core.errors import ConfigError

        wish = self.wish
        if wish.dry_run and wish.output is None:
            return None
        if wish.in_place and wish.as_json:
            raise ConfigError("--json makes another file of a text; name a place for it with --output.")
        target = choose_target(paths, sources, wish.output, in_place=wish.in_place)
        _refuse_one_file(wish)
        if wish.ledger is not None:
            _refuse_clash("--ledger", wish.ledger, sources, target)
        if wish.solutions is not None:
            _refuse_solutions(wish.solutions, sources, target)
        return None if wish.dry_run else target

    def _one(self, source: Source, target: Target | None, run: Run, keep: Callable[[Job], None]) -> None:
        try:
            data = source.read()
            jobs = run(source.jobs(data))
            failures = [job.failure for job in jobs if job.failure is not None]
            if failures:
                self._report(source, failures[0].reason)
                return
            if target is not None:
                self._write(jobs, source, target, data, keep)
            self._count(jobs)
        except BrokenPipeError:
            raise
        except Exception as error:
            self._report(source, reason(error))

    def _report(self, source: Source, message: str) -> None:
        self.bad += 1
        fail(f"{source.name}: {message}")

    def _count(self, jobs: Iterable[Job]) -> None:
        from dataclasses import replace

        for job in jobs:
            if job.solution is not None:
                self.labels.update(item.label for item in job.solution.replacements)
            self.done.append(type(job)(replace(job.document, text="")))

    def _write(
        self, jobs: Sequence[Job], source: Source, target: Target, data: bytes, keep: Callable[[Job], None]
    ) -> None:
        from nescio.cli.files import write_whole
        from nescio.core.errors import ConfigError

        as_json = self._is_json_wanted(jobs)
        content = _as_json(jobs) if as_json else source.format.write(jobs, data)
        place = target.place(source, suffix=".json" if as_json else "")
        if target.in_place and as_json and source.path and source.path.suffix != ".json":
            raise ConfigError("The configuration asks for JSON; name a place for it with --output.")
        for job in jobs:
            keep(job)  # first the way back, then the text
        if place is None:
            emit(content)
        else:
            write_whole(place, content)

    def _is_json_wanted(self, jobs: Sequence[Job]) -> bool:
        language = jobs[0].document.language
        if language not in self.formats:  # settings are read from files: once is enough
            self.formats[language] = self.anonymizer.settings(language).get("output", "format")
        return self.wish.as_json or self.formats[language] == "json"

    def _summarize(self, target: Target | None) -> None:
        number = count(len(self.done), "text")
        if self.wish.dry_run:
            tell(f"{number}, would replace: {_counts(self.labels)}.")
        elif target is not None and (target.output is not None or target.in_place):
            tell(f"{number} anonymized; replaced: {_counts(self.labels)}.")
        if self.bad:
            them = "it" if self.bad == 1 else "them"
            warn(f"{count(self.bad, 'text')} could not be anonymized; nothing was written for {them}.")


def _as_json(jobs: Sequence[Job]) -> bytes:
    from nescio.core.codec import job_to_json

    return "".join(json.dumps(job_to_json(job)) + "\n" for job in jobs).encode()


def _refuse_one_file(wish: _Wish) -> None:
    from nescio.core.errors import ConfigError

    if wish.ledger and wish.solutions and wish.ledger.resolve() == wish.solutions.resolve():
        raise ConfigError("--ledger and --solutions name one file; give each a place of its own.")


def _refuse_clash(option: str, place: Path, sources: Sequence[Source], target: Target) -> None:
    from nescio.core.errors import ConfigError

    texts = {path.resolve() for source in sources for path in (target.place(source), source.path) if path}
    if place.resolve() in texts:
        raise ConfigError(f"{option} names a file that is an input or an output; give it a place of its own.")


def _refuse_solutions(solutions: Path, sources: Sequence[Source], target: Target) -> None:
    from nescio.cli.files import refuse_twins
    from nescio.core.errors import ConfigError

    _refuse_clash("--solutions", solutions, sources, target)
    if target.in_place:
        refuse_twins(sources)
        if solutions.is_file():
            raise ConfigError(
                f"--solutions {str(solutions)!r} exists and may be the only way back of an earlier run; "
                "with --in-place name a new file."
            )

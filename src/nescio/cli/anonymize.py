"""`nescio anonymize`: files, folders, standard input or JSON lines."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Mapping
from contextlib import closing, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

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
    warn_code_pages,
    warn_doubts,
    warn_left_out,
)
from nescio.cli.key import open_key

if TYPE_CHECKING:
    from nescio.api import Anonymizer
    from nescio.run.anonymize import FileRun, Outcome
    from nescio.run.reports import Tally
    from nescio.run.wish import Wish
    from nescio.run.workers import Workers

EPILOG = options.examples(
    ("nescio anonymize letter.txt", "to the screen"),
    ("nescio anonymize letters -o out -s keys.jsonl", "a folder, with the way back"),
    ("nescio anonymize letters -o out -s letters.vault --key my.key", "the way back, encrypted"),
    ("nescio anonymize letter.txt -m suppress -m PER=tag", "a method per label"),
    ("nescio anonymize letter.txt -m hash -m CARD=mask --key my.key", "codes that a key makes"),
    ("nescio anonymize letters -o out -m pseudonym --key my.key", "one pseudonym per name in all texts"),
    ("cat letter.txt | nescio anonymize -l pt", "in a pipe"),
    ("nescio anonymize decision.txt --policy judicial", "parties go, judges and counsel stay"),
    ("nescio anonymize decision.txt --policy judicial -m initials", "the same, with initials"),
    (
        "nescio anonymize letter.txt --hide Zorro --keep Berlin",
        "your words go, or stay",
    ),
    ("nescio anonymize file --policy listed --hide-list my.txt", "only your words go"),
    ("nescio anonymize letters -o out -s keys.jsonl --rename", "file names that tell nothing"),
    ("nescio anonymize letters -o out --report report.html", "what became of each file"),
    ("nescio anonymize --jsonl texts.jsonl", "one JSON object per line"),
    ("nescio anonymize letters -o out --workers 4", "many texts on four cores"),
    ("nescio anonymize file -o out --ledger who.json", "one number per person in all texts, also later"),
)

InPlace: TypeAlias = Annotated[bool, typer.Option("--in-place", help="Overwrite the inputs.")]
Methods: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--method",
        "-m",
        help="tag, suppress, substitute, generalize, initials, mask, hash and more "
        "(docs/reference/methods.md); LABEL=METHOD for one label; repeatable.",
    ),
]
Ids: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--ids",
        help="What new numbers are, where a method draws them: invalid (no check passes, the default) or "
        "reserved (checks pass where there are numbers that nobody has).",
    ),
]
TermFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--terms",
        metavar="FILE",
        help="An edited list of [bold]nescio terms[/] (.csv, .xlsx): what is ticked goes.",
    ),
]
Solutions: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--solutions",
        "-s",
        help="Write the table of solutions, the way back, to this file and nowhere else; "
        "with --key as a vault.",
    ),
]
LedgerFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--ledger",
        help="Give each person, organisation and place one identity in all texts; kept in this file.",
    ),
]
WholeJob: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Write the whole job as JSON; it holds the originals.")
]
Form: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--output-format",
        help="text, json (the whole job), or thesis: the job as the multilingual thesis writes it (B.2).",
    ),
]
WorkerNumber: TypeAlias = Annotated[
    int,
    typer.Option(
        "--workers",
        min=1,
        metavar="NUMBER",
        help="Processes that work on files or lines beside each other; what is written is the same.",
    ),
]
Rename: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--rename",
        help="Give files and folders in the output, and within documents, names that tell nothing; the table "
        "knows the old ones.",
    ),
]
ReportFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--report", metavar="FILE", help="Write what became of each file, without any text: .json or .html."
    ),
]
DryRun: TypeAlias = Annotated[
    bool, typer.Option("--dry-run", help="Only say what would be replaced; write nothing.")
]


def anonymize(
    paths: options.Paths = None,
    output: options.Output = None,
    in_place: InPlace = False,
    method: Methods = None,
    ids: Ids = None,
    language: options.Language = "auto",
    config: options.Config = None,
    recall: options.Recall = None,
    policy: options.Policy = None,
    allow_job_option: options.AllowJobOption = None,
    hide: options.Hide = None,
    hide_list: options.HideList = None,
    keep: options.Keep = None,
    keep_list: options.KeepList = None,
    terms: TermFile = None,
    solutions: Solutions = None,
    ledger: LedgerFile = None,
    key: options.KeySource = None,
    manifest: options.ManifestFile = None,
    keep_origin: options.KeepOrigin = False,
    jsonl: options.Jsonl = None,
    carry: options.Carry = None,
    drop_other_keys: options.DropOthers = False,
    as_json: WholeJob = False,
    output_format: Form = None,
    encoding: options.Encoding = None,
    allow_unknown_parts: options.AllowUnknown = False,
    drop_macros: options.DropMacros = False,
    accept_changes: options.AcceptChanges = False,
    column: options.Columns = None,
    rename: Rename = False,
    report: ReportFile = None,
    workers: WorkerNumber = 1,
    dry_run: DryRun = False,
) -> None:
    """Take the names and identifiers out of texts and documents."""
    raise typer.Exit(_anonymize(SimpleNamespace(**locals())))


def _anonymize(asked: Any) -> int:
    """What the options of the command mean; each is an attribute by its name."""
    from nescio.run.opening import Pseudonymity, Terms, open_anonymizer
    from nescio.run.term_files import read_terms
    from nescio.run.wish import Wish, choose_form

    terms = Terms(asked.hide or (), asked.hide_list or (), asked.keep or (), asked.keep_list or ())
    listed = None if asked.terms is None else read_terms(asked.terms)
    secret = open_key(asked.key)
    anonymizer = open_anonymizer(
        asked.language, config=asked.config, methods=asked.method or (), recall=asked.recall,
        policy=asked.policy, terms=terms, allow_job_options=asked.allow_job_option or (), key=secret,
        pseudonymity=Pseudonymity(asked.manifest, asked.keep_origin), ids=asked.ids,
        listed=listed,
    )  # fmt: skip
    form = choose_form(asked.output_format, as_json=asked.as_json, dialects=anonymizer.registry.dialects)
    wish = Wish(
        asked.output, asked.in_place, asked.solutions, asked.ledger, form, asked.dry_run, stdout_stream(),
        (*terms.files, *([asked.terms] if asked.terms else ())), secret, asked.rename, asked.report,
    )  # fmt: skip
    if asked.jsonl is None:
        options.refuse_without_jsonl(carry=asked.carry, drop_other_keys=asked.drop_other_keys)
        return _anonymize_files(
            asked.paths, anonymizer, wish, asked.workers, asked.encoding, options.documents(asked)
        )
    options.refuse_with_jsonl(
        paths=asked.paths, json=asked.as_json, output_format=asked.output_format, encoding=asked.encoding,
        column=asked.column, rename=asked.rename, report=asked.report,
    )  # fmt: skip
    return _anonymize_lines(
        asked.jsonl, anonymizer, wish, asked.workers, carry=asked.carry, drop=asked.drop_other_keys
    )


def _workers(anonymizer: Anonymizer, number: int) -> Workers | None:
    """The processes that are wished; none but this one if they could not share what is loaded."""
    from nescio.run.workers import Workers, can_share

    gc.freeze()  # what is loaded by now lives as long as the command: no collection need look at it
    if number == 1:
        return None
    if not can_share():
        warn("New processes would load everything again on this system; one does all the work.")
        return None
    return Workers(anonymizer.run, number)


def _anonymize_lines(
    path: Path,
    anonymizer: Anonymizer,
    wish: Wish,
    workers: int,
    *,
    carry: Iterable[str] | None,
    drop: bool,
) -> int:
    from nescio.run.lines import LineRun, OtherKeys

    options.refuse_with_jsonl(output=wish.output, in_place=wish.in_place)
    others, crew = OtherKeys(frozenset(carry or ()), drop), _workers(anonymizer, workers)
    run = LineRun(anonymizer, wish, path=path, others=others, stdin=open_stdin, workers=crew)
    tell_leftovers(run.leftovers)
    try:
        with crew or nullcontext(), closing(run.answers()) as answers:
            for answer in answers:
                print_answer(answer, silent=wish.dry_run)
    finally:
        _tell_others(run.tally, wish)
    warn_doubts(run.tally)
    if wish.dry_run:
        tell(f"would replace: {_counts(run.tally)}.")
    return 1 if run.tally.bad else 0


def _anonymize_files(
    paths: list[str] | None,
    anonymizer: Anonymizer,
    wish: Wish,
    workers: int,
    encoding: str | None,
    documents: Mapping[str, Any],
) -> int:
    from nescio.run.anonymize import FileRun
    from nescio.run.file_report import FileReport, check_report

    check_report(wish.report)
    crew = _workers(anonymizer, workers)
    run = FileRun(
        anonymizer, wish, paths=paths, encoding=encoding, documents=documents, show=emit, stdin=open_stdin,
        workers=crew,
    )  # fmt: skip
    report = FileReport(run.found)
    code = warn_left_out(run.found)
    tell_leftovers(run.leftovers)
    try:
        number = len(run.found.sources)
        with crew or nullcontext(), progress(run.outcomes(), "anonymizing", total=number) as outcomes:
            for outcome in outcomes:
                report.add(outcome)
                _tell_outcome(outcome)
    finally:
        _tell_others(run.tally, wish)
    if wish.report is not None and not wish.dry_run:
        report.write(wish.report)
    if encoding is None:
        warn_code_pages(run.tally.code_pages)
    warn_doubts(run.tally)
    if run.tally.by_content:
        warn(f"{count(run.tally.by_content, 'file')} went by what the bytes say, not by the suffix.")
    _summarize(run, wish)
    _warn_unmet(anonymizer)
    return 1 if run.tally.bad else code


def _tell_outcome(outcome: Outcome) -> None:
    if outcome.failure is not None:
        fail(f"{outcome.name}: {outcome.failure}")
    elif outcome.parts:
        told = ", ".join(f"{number} {what}" for what, number in outcome.parts.items())
        tell(f"{outcome.name}: parts: {told}.")


def _tell_others(tally: Tally, wish: Wish) -> None:
    """What a run found beside its texts, also when it was broken off."""
    if tally.recovered:
        warn(f"An earlier run was broken off; what it had entered is now in the ledger {wish.ledger}.")
    if tally.torn:
        warn(f"{wish.tables} ended in half a record, whose text was never written; it was taken away.")
    if tally.done_before:
        done = count(tally.done_before, "text")
        warn(f"{done} had been overwritten by an earlier run with {wish.tables}, and stayed so.")
    if tally.other_substitutes:
        others = count(tally.other_substitutes, "kept substitute")
        tell(f"{others} could not stand in a text; another is kept as well.")


def _warn_unmet(anonymizer: Anonymizer) -> None:
    from nescio.run.terms import ListedAnonymizer

    if isinstance(anonymizer, ListedAnonymizer) and anonymizer.unmet:
        warn(f"{count(anonymizer.unmet, 'term')} of the list stood in no text.")


def _counts(tally: Tally) -> str:
    return ", ".join(f"{number} {label}" for label, number in tally.replaced.most_common()) or "nothing"


def _summarize(run: FileRun, wish: Wish) -> None:
    tally = run.tally
    number = count(tally.done, "text")
    if wish.dry_run:
        tell(f"{number}, would replace: {_counts(tally)}.")
    elif run.writes_files:
        tell(f"{number} anonymized; replaced: {_counts(tally)}.")
    if tally.bad:
        them = "it" if tally.bad == 1 else "them"
        warn(f"{count(tally.bad, 'text')} could not be anonymized; nothing was written for {them}.")

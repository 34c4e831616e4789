"""`nescio detect`: what was found, where, how sure, and by whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer
from rich.text import Text

from nescio.cli import options
from nescio.cli.console import (
    emit,
    fail,
    open_stdin,
    print_answers,
    print_json,
    printable,
    stdout_is_terminal,
    warn_code_pages,
    warn_doubts,
    warn_left_out,
)
from nescio.cli.screen import out

if TYPE_CHECKING:
    from nescio.api import Anonymizer
    from nescio.core.model import Job, Span
    from nescio.explain import Reason
    from nescio.run.detect import Detected
    from nescio.run.lines import OtherKeys
    from nescio.run.reports import Tally

EPILOG = options.examples(
    ("nescio detect letter.txt", "a table on a terminal, tab separated in a pipe"),
    ("nescio detect letters --json", "one JSON object per text"),
    ("nescio detect letter.txt --explain", "who made each claim, and why it won"),
    ("nescio detect letter.txt --policy hipaa", "only what this policy hides"),
    ("nescio detect --jsonl texts.jsonl -l de", "one JSON object per line, in and out"),
)


Explain: TypeAlias = Annotated[
    bool, typer.Option("--explain", help="Say for each span who made the claim, how, and why it won.")
]


def detect(
    paths: options.Paths = None,
    language: options.Language = "auto",
    config: options.Config = None,
    recall: options.Recall = None,
    policy: options.Policy = None,
    allow_job_option: options.AllowJobOption = None,
    hide: options.Hide = None,
    hide_list: options.HideList = None,
    keep: options.Keep = None,
    keep_list: options.KeepList = None,
    explain: Explain = False,
    jsonl: options.Jsonl = None,
    carry: options.Carry = None,
    drop_other_keys: options.DropOthers = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per text.")] = False,
    encoding: options.Encoding = None,
    column: options.Columns = None,
) -> None:
    """List every sensitive reference in texts, and change nothing."""
    raise typer.Exit(_detect(SimpleNamespace(**locals())))


def _detect(asked: Any) -> int:
    """What the options of the command mean; each is an attribute by its name."""
    from nescio.run.lines import OtherKeys
    from nescio.run.opening import Terms, open_anonymizer

    terms = Terms(asked.hide or (), asked.hide_list or (), asked.keep or (), asked.keep_list or ())
    anonymizer = open_anonymizer(
        asked.language, config=asked.config, recall=asked.recall, policy=asked.policy, terms=terms,
        allow_job_options=asked.allow_job_option or (),
    )  # fmt: skip
    if asked.jsonl is None:
        options.refuse_without_jsonl(carry=asked.carry, drop_other_keys=asked.drop_other_keys)
        return _detect_files(anonymizer, asked)
    options.refuse_with_jsonl(
        paths=asked.paths,
        json=asked.as_json,
        encoding=asked.encoding,
        explain=asked.explain,
        column=asked.column,
    )
    others = OtherKeys(frozenset(asked.carry or ()), asked.drop_other_keys)
    return _detect_lines(asked.jsonl, anonymizer, others, by_policy=asked.policy is not None)


def _detect_files(anonymizer: Anonymizer, asked: Any) -> int:
    from nescio.run.detect import detect_files
    from nescio.run.formats import Formats
    from nescio.run.sources import find_sources

    formats = Formats.of_anonymizer(anonymizer, asked.encoding, options.documents(asked))
    found = find_sources(asked.paths, formats, stdin=open_stdin)
    code = warn_left_out(found)
    by_policy = asked.policy is not None
    texts = detect_files(anonymizer, found.sources, by_policy=by_policy, explain=asked.explain)
    tally = _show_all(texts, as_json=asked.as_json)
    _warn(tally, told_encoding=asked.encoding is not None)
    return 1 if tally.bad else code


def _warn(tally: Tally, *, told_encoding: bool) -> None:
    if not told_encoding:
        warn_code_pages(tally.code_pages)
    warn_doubts(tally)


def _detect_lines(path: Path, anonymizer: Anonymizer, others: OtherKeys, *, by_policy: bool) -> int:
    from nescio.run.lines import detect_lines

    return print_answers(detect_lines(path, anonymizer, by_policy=by_policy, others=others, stdin=open_stdin))


def _show_all(texts: Iterable[Detected], *, as_json: bool) -> Tally:
    from nescio.run.reports import Tally

    tally = Tally()
    for text in texts:
        if text.job is None:
            tally.bad += 1
            fail(f"{text.name}: {text.failure}")
        else:
            _show(text.job, text.spans, text.reasons, as_json=as_json)
            tally.add([text.job])
    return tally


def _show(job: Job, spans: Sequence[Span], reasons: Sequence[Reason], *, as_json: bool) -> None:
    if as_json:
        rows = [[s.start, s.end, s.label, round(s.score, 4), s.source] for s in spans]
        about = {"id": job.document.id, "language": job.document.language, "spans": rows}
        why = [{"made_by": r.made_by, "agreed": r.agreed, "beaten": r.beaten} for r in reasons]
        print_json({**about, "why": why} if why else about)
    elif stdout_is_terminal():
        _show_table(job, spans)
        for reason in reasons:
            out.print(Text(f"{_place_of(reason.span, job)} {_in_words(reason)}"), soft_wrap=True)
    else:
        _show_rows(job, spans, [_in_words(reason) for reason in reasons])


def _place_of(span: Span, job: Job) -> str:
    return f"{printable(job.document.text[span.start : span.end])!r} {span.label}:"


def _in_words(reason: Reason) -> str:
    said = [f"by {reason.made_by}"]
    if reason.agreed:
        said.append(f"agreed: {', '.join(reason.agreed)}")
    if reason.beaten:
        said.append(f"beat {'; '.join(reason.beaten)}")
    return " | ".join(said)


def _show_rows(job: Job, spans: Sequence[Span], reasons: Sequence[str]) -> None:
    """Tab separated: text, from, to, label, score, who said so, what stands there, why if asked."""
    for number, span in enumerate(spans):
        surface = " ".join(job.document.text[span.start : span.end].split())
        place = (job.document.id, span.start, span.end, span.label)
        row = (*place, f"{span.score:.2f}", span.source, surface, *reasons[number : number + 1])
        emit("\t".join(map(str, row)).encode("utf-8", "replace") + b"\n")


def _show_table(job: Job, spans: Sequence[Span]) -> None:
    from rich.table import Table

    title = Text(f"{printable(job.document.id)} ({job.document.language})")
    if not spans:
        out.print(title, Text("nothing found", style="dim"))
        return
    table = Table(title=title, title_justify="left")
    for column in ("label", "text", "from", "to", "sure", "said by"):
        table.add_column(column, justify="right" if column in ("from", "to", "sure") else "left")
    for span in spans:
        surface = Text(printable(job.document.text[span.start : span.end]), style="bold")
        sure = Text(f"{span.score:.2f}", style="green" if span.score >= 0.8 else "yellow")
        table.add_row(
            Text(span.label, style="cyan"), surface, str(span.start), str(span.end), sure, Text(span.source)
        )
    out.print(table)

"""`nescio detect`: what was found, where, how sure, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from nescio.cli import options
from nescio.cli.console import emit, fail, out, print_json, printable, reason, stdout_is_terminal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nescio.core.model import Job, Span
    from nescio.explain import Reason

EPILOG = options.examples(
    ("nescio detect letter.txt", "a table on a terminal, tab separated in a pipe"),
    ("nescio detect letters --json", "one JSON object per text"),
    ("nescio detect letter.txt --explain", "who made each claim, and why it won"),
    ("nescio detect letter.txt --policy hipaa", "only what this policy hides"),
    ("nescio detect --jsonl texts.jsonl -l de", "one JSON object per line, in and out"),
)


def detect(
    paths: options.Paths = None,
    language: options.Language = "auto",
    config: options.Config = None,
    recall: options.Recall = None,
    policy: options.Policy = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say for each span who made the claim, how, and why it won.")
    ] = False,
    jsonl: options.Jsonl = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per text.")] = False,
    encoding: options.Encoding = None,
) -> None:
    """List every sensitive reference in texts, and change nothing."""
    from nescio.cli.files import Formats, find_sources, tell_encodings, warn_left_out
    from nescio.explain import explain_spans

    anonymizer = options.open_anonymizer(language, config, recall=recall, policy=policy)
    if jsonl is not None:
        from nescio.cli.lines import detect_lines

        options.refuse_with_jsonl(paths=paths, json=as_json, encoding=encoding, explain=explain)
        raise typer.Exit(detect_lines(jsonl, anonymizer, by_policy=policy is not None))
    fallback = anonymizer.settings("xx" if language == "auto" else language).get("text", "encoding")
    code = 0
    shown: list[Job] = []
    formats = Formats(encoding=encoding, fallback=fallback)
    sources, left_out = find_sources(paths, formats)
    warn_left_out(left_out, formats)
    for source in sources:
        try:
            jobs = anonymizer.run(source.jobs(source.read()), stop="decide" if policy else "second_pass")
        except Exception as error:
            code = 1
            fail(f"{source.name}: {reason(error)}")
            continue
        for job in jobs:
            if job.failure is not None:
                code = 1
                fail(f"{source.name}: {job.failure.reason}")
            else:
                job = under_policy(job) if policy else job
                reasons = (
                    explain_spans(job, anonymizer.kit(job.document.language, job.options)) if explain else []
                )
                _show(job, reasons, as_json=as_json)
                shown.append(job)
    if encoding is None:
        tell_encodings(shown)
    raise typer.Exit(code)


def under_policy(job: Job) -> Job:
    """The job with only those spans that its policy hides."""
    from dataclasses import replace

    from nescio.explain import policy_spans

    return replace(job, spans=policy_spans(job))


def _show(job: Job, reasons: Sequence[Reason], *, as_json: bool) -> None:
    if as_json:
        spans = [[s.start, s.end, s.label, round(s.score, 4), s.source] for s in job.spans or ()]
        about = {"id": job.document.id, "language": job.document.language, "spans": spans}
        why = [{"made_by": r.made_by, "agreed": r.agreed, "beaten": r.beaten} for r in reasons]
        print_json({**about, "why": why} if why else about)
    elif stdout_is_terminal():
        _show_table(job)
        for reason in reasons:
            out.print(Text(f"{_place_of(reason.span, job)} {_in_words(reason)}"), soft_wrap=True)
    else:
        _show_rows(job, [_in_words(reason) for reason in reasons])


def _place_of(span: Span, job: Job) -> str:
    return f"{printable(job.document.text[span.start : span.end])!r} {span.label}:"


def _in_words(reason: Reason) -> str:
    said = [f"by {reason.made_by}"]
    if reason.agreed:
        said.append(f"agreed: {', '.join(reason.agreed)}")
    if reason.beaten:
        said.append(f"beat {'; '.join(reason.beaten)}")
    return " | ".join(said)


def _show_rows(job: Job, reasons: Sequence[str] = ()) -> None:
    """Tab separated: text, from, to, label, score, who said so, what stands there, why if asked."""
    for number, span in enumerate(job.spans or ()):
        surface = " ".join(job.document.text[span.start : span.end].split())
        place = (job.document.id, span.start, span.end, span.label)
        row = (*place, f"{span.score:.2f}", span.source, surface, *reasons[number : number + 1])
        emit("\t".join(map(str, row)).encode("utf-8", "replace") + b"\n")


def _show_table(job: Job) -> None:
    from rich.table import Table

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

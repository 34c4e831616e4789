"""The report as one HTML page, with bars; with lists of faults where the texts may be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import islice
from pathlib import Path

import nescio.evaluate.report
from bench.quality.writing.coverage import in_scheme, missed
from bench.quality.writing.documents import SUBSTITUTE, TAG, JudgedText
from bench.quality.writing.figures import Figures, Portion
from bench.quality.writing.leaks import leaks_of, state_of
from bench.quality.writing.prose import TAGGED, faults
from bench.quality.writing.sheet import KINDS, label_table, main_rows, slice_table, slices_of
from nescio.evaluate.report.markup import section, table
from nescio.evaluate.report.svg import bars
from tools.corpus import LABELS

_STYLE = Path(nescio.evaluate.report.__file__).with_name("style.css")
_AROUND = 40  # characters shown beside a fault
_MOST = 400  # faults shown of a kind


def page(
    title: str, about: Sequence[str], figures: Figures, before: Figures, read: Sequence[JudgedText]
) -> str:
    """The whole page; it holds source text only if there are documents to read."""
    warning = '<p class="warn">This page holds source text.</p>' if read else ""
    words = "".join(f"<p>{escape(line)}</p>" for line in about)
    main = table(("", "before", "now", "counts"), main_rows(figures, before))
    body = [
        f"<header><h1>{escape(title)}</h1>{words}{warning}</header>",
        section("main", "Main figures", "", main),
    ]
    labels = [label for label in LABELS if f"full | label {label}" in figures]
    chart = _chart("full | label {}", labels, figures, before)
    shown = table(*label_table(figures, before))
    body.append(section("labels", "Labels", "Bars: mentions hidden in full.", chart, shown))
    for kind in KINDS:
        chart = _chart(f"full | direct, {kind} {{}}", slices_of(kind, figures), figures, before)
        shown = table(*slice_table(kind, figures, before))
        body.append(section(kind, f"By {kind}", "Bars: direct references hidden in full.", chart, shown))
    body += _lists(read) if read else []
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE.read_text(encoding='utf-8')}</style></head>\n"
        f"<body><main>{''.join(body)}</main></body></html>\n"
    )


def _chart(figure: str, names: Sequence[str], figures: Figures, before: Figures) -> str:
    """A bar for each name, and one for the earlier run beside it if there was one."""
    runs = [("before", before), ("now", figures)] if before else [("now", figures)]
    values = [[run.get(figure.format(name), Portion(0, 0)).value for name in names] for _, run in runs]
    return f"<figure>{bars('Hidden in full', list(names), [run for run, _ in runs], values)}</figure>"


def _lists(items: Sequence[JudgedText]) -> list[str]:
    """What was missed, what was hidden needlessly, what leaked and what reads badly, in context."""
    kinds = (
        ("missed", "Missed", ("document", "label", "in context"), _missed(items)),
        ("needless", "Hidden needlessly", ("document", "label", "in context"), _needless(items)),
        ("leaks", "Leaks of entities that were found", ("document", "method", "in context"), _leaked(items)),
        ("prose", "Not natural", ("document", "fault", "in context"), _unnatural(items)),
    )
    return [section(place, title, "", table(head, islice(rows, _MOST))) for place, title, head, rows in kinds]


def _context(text: str, start: int, end: int) -> str:
    shown = f"{text[max(0, start - _AROUND) : start]}⟦{text[start:end]}⟧{text[end : end + _AROUND]}"
    return shown.replace("\n", "⏎")


def _missed(items: Sequence[JudgedText]) -> Iterator[list[str]]:
    for item in items:
        for mark in missed(item):
            yield [item.doc.id, mark.label, _context(item.text, mark.start, mark.end)]


def _needless(items: Sequence[JudgedText]) -> Iterator[list[str]]:
    for item in items:
        marked = {place for mark in item.doc.mentions for place in item.asked(mark)}
        for row in item.solutions[TAG].replacements:
            if not any(place in marked for place in range(row.start, row.end)):
                yield [item.doc.id, in_scheme(row.label), _context(item.text, row.start, row.end)]


def _leaked(items: Sequence[JudgedText]) -> Iterator[list[str]]:
    for item in items:
        states = {name: state_of(item, marks) for name, marks in item.chains().items()}
        shown: Counter[str] = Counter()
        for leak in leaks_of(item):
            if states[leak.entity] == "found" and not leak.as_word and not shown[leak.entity]:
                shown[leak.entity] += 1
                yield [
                    item.doc.id,
                    leak.method,
                    _context(item.solutions[leak.method].text, leak.start, leak.end),
                ]


def _unnatural(items: Sequence[JudgedText]) -> Iterator[list[str]]:
    for item in items:
        for row, kind in faults(item, SUBSTITUTE):
            if kind != TAGGED:
                text = item.solutions[SUBSTITUTE].text
                yield [item.doc.id, kind, _context(text, row.out_start, row.out_end)]

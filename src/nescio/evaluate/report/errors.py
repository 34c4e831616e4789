"""Missed and spurious mentions in context, by label."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from nescio.evaluate.evaluation import Evaluation
from nescio.evaluate.findings import Finding
from nescio.evaluate.report.markup import section, wrap

_MOST = 300  # per label and kind: a page must stay readable


def error_lists(found: Sequence[Evaluation]) -> str:
    parts = []
    for item in found:
        parts.append(f"<h3>{escape(item.name)}: missed ({len(item.missed):,})</h3>")
        parts += _by_label(item.missed, "the system says", last="hidden")
        parts.append(f"<h3>{escape(item.name)}: spurious ({len(item.spurious):,})</h3>")
        parts += _by_label(item.spurious, "the gold says", last="score")
    return section(
        "errors",
        "Errors in context",
        "Missed: gold mentions that were not found with exactly this extent and label. "
        "Spurious: predictions that are not exactly gold.",
        *parts,
    )


def _by_label(findings: Sequence[Finding], other: str, *, last: str) -> list[str]:
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.label, []).append(finding)
    return [_group(label, rows, other, last) for label, rows in sorted(groups.items())]


def _group(label: str, findings: Sequence[Finding], other: str, last: str) -> str:
    rows = "".join(_row(finding, last) for finding in findings[:_MOST])
    more = len(findings) - _MOST
    rest = f'<p class="soft">and {more:,} more</p>' if more > 0 else ""
    head = f'<th class="text">in context</th><th>{other}</th><th>{last}</th><th>document</th>'
    return (
        f"<details><summary><b>{escape(label)}</b> {len(findings):,}</summary>"
        f"{wrap('', '', head, rows)}{rest}</details>"
    )


def _row(finding: Finding, last: str) -> str:
    value = ("yes" if finding.hidden else "no") if last == "hidden" else f"{finding.score:.2f}"
    shown = f"{_flat(finding.before)}<mark>{_flat(finding.surface)}</mark>{_flat(finding.after)}"
    return (
        f'<tr><td class="text">{shown}</td>'
        f"<td>{escape(finding.other or '–')}</td><td>{value}</td>"
        f"<td>{escape(finding.document)} {finding.start}</td></tr>"
    )


def _flat(text: str) -> str:
    return escape(text.replace("\n", " ⏎ "))

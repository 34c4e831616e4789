"""A page that says what was done to a document, in figures and without a word of its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Any

from nescio import __version__
from nescio.core.edits import checked_entities, edited_entities
from nescio.core.model import Job
from nescio.packs import Pack
from nescio.solutions.table import fingerprint
from nescio.workbench.papers import Paper
from nescio.workbench.view import JobView

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>nescio report</title><style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto;
 padding: 0 1rem; color: #1c2430 }}
table {{ border-collapse: collapse; margin: 1rem 0 }}
td, th {{ padding: .25rem .9rem .25rem 0; text-align: left }}
th {{ font-weight: 600; border-bottom: 1px solid #c9d2dc }}
td.n {{ text-align: right }} code {{ font-size: .8em }}
</style></head><body><h1>Anonymization report</h1>
<p>nescio {version}, {at}. Method: {method}. Policy: {policy}.</p>
{parts}
<p>This page holds no word of the text. An estimate rests on what the detectors claimed: names for which
none claimed anything are in no figure.</p></body></html>
"""
_PART = """<h2>Document {number}</h2>
<table><tr><th>kind</th><th>hidden entities</th><th>hidden mentions</th></tr>{rows}</table>
<p>{checked} of {entities} entities were looked at by a person, in {steps} steps ({kinds}).
Expected share of sensitive mentions that are hidden: {recall:.1%} (nine times of ten between {low:.1%} and
{high:.1%}).</p>
<p>Original: <code>{before}</code><br>Anonymized: <code>{after}</code> (SHA-256)</p>
"""


def write_report(papers: Sequence[tuple[Paper, Job, Pack]], settings: Mapping[str, Any]) -> str:
    parts = [_part(number, *found) for number, found in enumerate(papers, 1)]
    return _PAGE.format(
        version=escape(__version__),
        at=f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        method=escape(settings["method"] or "as configured"),
        policy=escape(settings["policy"] or "as configured"),
        parts="".join(parts),
    )


def _part(number: int, paper: Paper, job: Job, pack: Pack) -> str:
    entities = edited_entities(job)
    rows = () if job.solution is None else job.solution.replacements
    mentions = Counter(row.label for row in rows)
    hidden = Counter(label for _, label in {(row.entity, row.label) for row in rows})
    left = JobView(job, pack).left()
    kinds = Counter(step.kind for step in paper.done)
    return _PART.format(
        number=number,
        rows="".join(
            f"<tr><td>{escape(pack.labels[label].display)}</td><td class=n>{hidden[label]}</td>"
            f"<td class=n>{count}</td></tr>"
            for label, count in mentions.most_common()
        ),
        checked=len(checked_entities(job, entities)),
        entities=len(entities),
        steps=len(paper.done),
        kinds=", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())) or "none",
        recall=left["recall"],
        low=left["range"][0],
        high=left["range"][1],
        before=fingerprint(job.document.text),
        after=fingerprint("" if job.solution is None else job.solution.text),
    )

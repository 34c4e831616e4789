"""The report: one HTML page with everything in it, for a browser without a network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from nescio.evaluate.evaluation import Evaluation
from nescio.evaluate.metrics.significance import Comparison
from nescio.evaluate.report.details import agreement_table, calibrations, confusions
from nescio.evaluate.report.errors import error_lists
from nescio.evaluate.report.markup import section, table
from nescio.evaluate.report.svg import bars

NAMES: Final = {
    "conll": "CoNLL (exact)",
    "token": "token",
    "binary": "binary",
    "instance": "instance",
}
_STYLE: Final = Path(__file__).with_name("style.css")


def page(found: Sequence[Evaluation], comparisons: Sequence[dict[str, Comparison]] = ()) -> str:
    """The whole report; it shows errors in context, so it holds source text."""
    sections = [
        _head(found),
        _summary(found),
        _configurations(found),
        _classes(found),
        _significance(found, comparisons),
        confusions(found),
        calibrations(found),
        agreement_table(found[0]),
        error_lists(found),
    ]
    body = "\n".join(section for section in sections if section)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>nescio: evaluation of {escape(', '.join(item.name for item in found))}</title>"
        f"<style>{_STYLE.read_text(encoding='utf-8')}</style></head>\n<body><main>{body}</main></body></html>\n"
    )


def _head(found: Sequence[Evaluation]) -> str:
    first = found[0]
    names = ", ".join(escape(item.name) for item in found)
    gold = sum(first.support(label) for label in first.by_class("conll"))
    links = "".join(
        f'<a href="#{place}">{name}</a>'
        for place, name in (
            ("configurations", "All figures"),
            ("classes", "Classes"),
            ("confusion", "Confusion"),
            ("errors", "Errors in context"),
        )
    )
    size = f"{first.documents:,} documents, {gold:,} gold mentions, {len(first.labels)} labels"
    return (
        f'<header><h1>Evaluation of {names}</h1><p class="soft">{size}</p>'
        '<p class="warn">This page holds source text: keep it as safe as the documents.</p>'
        f"<nav>{links}</nav></header>"
    )


def _summary(found: Sequence[Evaluation]) -> str:
    """Cards for one or two systems; for more a table is easier to read."""
    if len(found) > 2:
        rows = [[item.name, *(value for value, _ in _cards(item))] for item in found]
        return "<section>" + table(("system", *(name for _, name in _cards(found[0]))), rows) + "</section>"
    parts = []
    for item in found:
        body = "".join(
            f'<div class="card"><b>{value}</b><span>{name}</span></div>' for value, name in _cards(item)
        )
        parts.append(f'<h3>{escape(item.name)}</h3><div class="cards">{body}</div>')
    return "<section>" + "".join(parts) + "</section>"


def _cards(item: Evaluation) -> tuple[tuple[str, str], ...]:
    return (
        (f"{item.overall('conll').f1:.3f}", "F1, exact mentions"),
        (f"{item.overall('binary').recall:.3f}", "recall of sensitive tokens"),
        (f"{item.coverage['full']:.3f}", "mentions hidden in full"),
        (f"{item.coverage['direct_recall']:.3f}", "direct identifiers hidden"),
        (f"{item.utility['kept']:.3f}", "information kept"),
    )


def _configurations(found: Sequence[Evaluation]) -> str:
    names = list(NAMES.values())
    if len(found) == 1:
        scores = [found[0].overall(metric) for metric in NAMES]
        values = [[getattr(s, part) for s in scores] for part in ("precision", "recall", "f1")]
        charts = bars("Precision, recall and F1", names, ("precision", "recall", "F1"), values)
    else:
        charts = "".join(
            f"<div><h3>{title}</h3>"
            + bars(
                f"{title} per configuration",
                names,
                [item.name for item in found],
                [[getattr(item.overall(metric), part) for metric in NAMES] for item in found],
            )
            + "</div>"
            for part, title in (("f1", "F1"), ("recall", "Recall"), ("precision", "Precision"))
        )
    columns = [_figures(item) for item in found]
    rows = [row for same in zip(*columns, strict=True) for row in same]  # the same metric together
    head = ("", "system", "precision", "recall", "F1", "F2")
    return section(
        "configurations",
        "All figures",
        "",
        f'<figure class="pair">{charts}</figure>',
        table(head, rows),
        _hidden(found),
    )


def _figures(item: Evaluation) -> list[list[str]]:
    kinds = [(name, item.overall(metric)) for metric, name in NAMES.items()]
    kinds += [
        ("MUC (partial credit)", item.muc_scores["muc"]),
        ("MUC-6 (extent, type)", item.muc_scores["muc6"]),
    ]
    kinds += [
        ("token, mean of classes", item.tables["token"].macro()),
        ("token, mean of documents", item.tables["token"].micro()),
        ("instance, mean of classes", item.tables["instance"].macro()),
    ]
    return [[name, item.name, *(f"{value:.4f}" for value in score)] for name, score in kinds]


def _hidden(found: Sequence[Evaluation]) -> str:
    rows = [
        [name, *(f"{item.coverage[key]:.4f}" for item in found)]
        for name, key in (
            ("mentions hidden in full", "full"),
            ("mentions touched", "any"),
            ("direct identifiers: entities hidden", "direct_recall"),
            ("indirect identifiers: entities hidden", "indirect_recall"),
            ("token precision", "token_precision"),
        )
    ]
    rows.append(["information kept", *(f"{item.utility['kept']:.4f}" for item in found)])
    rows += [
        [f"instances {kind}", *(f"{item.instances[kind]:,}" for item in found)] for kind in found[0].instances
    ]
    if all(item.chains for item in found):
        rows += [
            [f"B³ {part}", *(f"{item.chains['b_cubed'][part]:.4f}" for item in found)]
            for part in ("precision", "recall")
        ]
    if all(item.seconds is not None for item in found):
        rows.append(["ms per document", *(f"{1000 * (item.seconds or 0):.1f}" for item in found)])
    return table(("What is hidden", *(item.name for item in found)), rows)


def _classes(found: Sequence[Evaluation]) -> str:
    labels = sorted({label for item in found for label in item.by_class("conll")})
    if not labels:
        return ""
    by_class = [item.by_class("conll") for item in found]
    if len(found) == 1:
        series: Sequence[str] = ("precision", "recall", "F1")
        values = [
            [getattr(by_class[0][label], part) if label in by_class[0] else 0.0 for label in labels]
            for part in ("precision", "recall", "f1")
        ]
    else:
        series = [item.name for item in found]
        values = [[scores[label].f1 if label in scores else 0.0 for label in labels] for scores in by_class]
    rows = [
        [label, item.name, f"{item.support(label):,}", *(f"{value:.4f}" for value in scores[label])]
        for label in labels
        for item, scores in zip(found, by_class, strict=True)
        if label in scores
    ]
    head = ("class", "system", "gold", "precision", "recall", "F1", "F2")
    what = "precision, recall and F1" if len(found) == 1 else "F1"
    chart = bars("Figures per class", labels, series, values)
    return section(
        "classes", "Classes", f"Exact mentions, {what}.", f"<figure>{chart}</figure>", table(head, rows)
    )


def _significance(found: Sequence[Evaluation], comparisons: Sequence[dict[str, Comparison]]) -> str:
    if not comparisons:
        return ""
    rows = []
    for item, comparison in zip(found[1:], comparisons, strict=True):
        for metric, result in comparison.items():
            cells = [getattr(result, part) for part in ("precision", "recall", "f1", "f2")]
            shown = [f"{cell.difference:+.4f} (p {cell.p:.4f})" for cell in cells]
            rows.append([item.name, NAMES[metric], *shown])
    some = next(iter(comparisons[0].values()))
    return section(
        "significance",
        f"Differences from {found[0].name}",
        f"Approximate randomization over documents, {some.shuffles:,} shuffles, two-sided.",
        table(("system", "metric", "precision", "recall", "F1", "F2"), rows),
    )

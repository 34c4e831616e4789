"""Evaluations as tables on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from nescio.cli.screen import out

if TYPE_CHECKING:
    from nescio.evaluate.evaluation import Evaluation
    from nescio.evaluate.metrics.scores import Score
    from nescio.evaluate.metrics.significance import Comparison

_NAMES = {
    "conll": "CoNLL, exact",
    "token": "token",
    "binary": "binary, sensitive",
    "instance": "instance",
}


def show(found: Sequence[Evaluation], comparisons: Sequence[dict[str, Comparison]]) -> None:
    """Overall figures of all systems, then the classes and the rest of each."""
    from nescio.evaluate.runs import ANNOTATORS

    if found[0].name != ANNOTATORS:
        _show_overall(found)
        for evaluation in found:
            _show_classes(evaluation)
        _show_hiding(found)
        for other, comparison in zip(found[1:], comparisons, strict=True):
            show_comparison(comparison, found[0].name, other.name)
    if found[0].agreement is not None:
        _show_agreement(found[0].agreement)


def _table(title: str, columns: Iterable[str]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right", no_wrap=number == 0)
    return table


def _cells(score: Score) -> list[str]:
    return [f"{value:.4f}" for value in score]


def _show_overall(found: Sequence[Evaluation]) -> None:
    table = _table(f"{found[0].documents} documents", ("", "precision", "recall", "F1", "F2"))
    for evaluation in found:
        table.add_row(Text(evaluation.name, style="bold cyan"))
        for metric, name in _NAMES.items():
            table.add_row(name, *_cells(evaluation.overall(metric)))
        table.add_row("MUC, partial credit", *_cells(evaluation.muc_scores["muc"]))
        table.add_row("token, mean of classes", *_cells(evaluation.tables["token"].macro()))
        table.add_row("token, mean of documents", *_cells(evaluation.tables["token"].micro()))
        table.add_section()
    out.print(table)


def _show_classes(evaluation: Evaluation) -> None:
    columns = ("", "gold", "precision", "recall", "F1", "F2", "token F1", "instance F1")
    table = _table(f"{evaluation.name}: classes (CoNLL, exact)", columns)
    token, instance = evaluation.by_class("token"), evaluation.by_class("instance")
    for label, score in evaluation.by_class("conll").items():
        others = [f"{scores[label].f1:.4f}" if label in scores else "" for scores in (token, instance)]
        table.add_row(label, str(evaluation.support(label)), *_cells(score), *others)
    out.print(table)


def _show_hiding(found: Sequence[Evaluation]) -> None:
    table = _table("What is hidden", ("", *(evaluation.name for evaluation in found)))
    rows = {
        "mentions hidden in full": "full",
        "mentions touched": "any",
        "direct identifiers, entity recall": "direct_recall",
        "indirect identifiers, entity recall": "indirect_recall",
        "token precision": "token_precision",
    }
    for name, key in rows.items():
        table.add_row(name, *(f"{evaluation.coverage[key]:.4f}" for evaluation in found))
    table.add_row("information kept", *(f"{evaluation.utility['kept']:.4f}" for evaluation in found))
    for kind in ("correct", "misclassified", "spurious", "deleted"):
        table.add_row(f"instances {kind}", *(str(evaluation.instances[kind]) for evaluation in found))
    if all(evaluation.chains for evaluation in found):
        for part in ("precision", "recall"):
            table.add_row(
                f"B³ {part}", *(f"{evaluation.chains['b_cubed'][part]:.4f}" for evaluation in found)
            )
    if all(evaluation.calibration for evaluation in found):
        shown = [evaluation.calibration for evaluation in found if evaluation.calibration]
        table.add_row("expected calibration error", *(f"{one.expected_error:.4f}" for one in shown))
    if all(evaluation.boundary for evaluation in found):
        near = [evaluation.boundary for evaluation in found if evaluation.boundary]
        table.add_row("errors near the boundary", *(f"{one.share:.4f}" for one in near))
    if all(evaluation.seconds is not None for evaluation in found):
        table.add_row("ms per document", *(f"{1000 * (evaluation.seconds or 0):.1f}" for evaluation in found))
    if any(evaluation.left_out for evaluation in found):
        table.add_row("left out: not a label of the gold", *(str(sum(e.left_out.values())) for e in found))
    out.print(table)


def show_comparison(comparison: dict[str, Comparison], first: str, second: str) -> None:
    """Each measure of both systems, the difference and its significance level."""
    some = next(iter(comparison.values()))
    title = f"{second} against {first}: approximate randomization, {some.shuffles:,} shuffles"
    table = _table(title, ("", "measure", first, second, "difference", "p", ""))
    for metric, found in comparison.items():
        for measure in ("precision", "recall", "f1", "f2"):
            cell = getattr(found, measure)
            stars = "**" if cell.p < 0.01 else "*" if cell.p < 0.05 else ""
            name = _NAMES[metric] if measure == "precision" else ""
            row = (
                f"{cell.first:.4f}",
                f"{cell.second:.4f}",
                f"{cell.difference:+.4f}",
                f"{cell.p:.4f}",
                stars,
            )
            table.add_row(name, measure.replace("f", "F") if measure in ("f1", "f2") else measure, *row)
        table.add_section()
    out.print(table)
    out.print("* p < 0.05, ** p < 0.01", style="dim")


def _show_agreement(found: dict[str, Any]) -> None:
    title = f"{found['annotators']} annotators, {found['documents']} documents, {found['items']} tokens"
    table = _table(title, ("", "value"))
    for name, key in (
        ("average pairwise agreement", "pairwise"),
        ("average Cohen κ", "cohen"),
        ("Fleiss κ", "fleiss"),
        ("observed agreement", "observed"),
        ("expected agreement", "expected"),
        ("chains, B³ F1", "chains_f1"),
    ):
        if key in found:
            table.add_row(name, f"{found[key]:.4f}")
    table.add_row("reading (Landis & Koch)", found["reading"])
    out.print(table)


def show_ratings(summary: dict[str, Any]) -> None:
    table = _table("Replacements", ("", "availability", "entities", "relevance", "rated"))
    for name, row in {**summary["classes"], "all": summary["overall"]}.items():
        table.add_row(
            name,
            f"{row['availability']:.4f}",
            str(row["entities"]),
            f"{row['relevance']:.4f}",
            str(row["rated"]),
        )
    out.print(table)
    if summary["agreement"] is not None:
        values = {k: float("nan") if v is None else v for k, v in summary["agreement"].items()}
        _show_agreement({**values, "documents": values["items"]})

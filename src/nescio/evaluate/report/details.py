"""Sections of the report: confusion matrices, calibration, agreement of annotators."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from nescio.evaluate.evaluation import Evaluation
from nescio.evaluate.report.markup import section, table, wrap
from nescio.evaluate.report.svg import reliability

_DEEPEST = 0.55  # the strongest tint on which the figure is still easy to read


def confusions(found: Sequence[Evaluation]) -> str:
    parts = []
    for item in found:
        tokens = _matrix(["O", *item.labels], item.confusion, "tokens; rows gold, columns system")
        caption = "mentions; “none” is missed or spurious"
        mentions = _matrix(["none", *item.labels], item.mention_confusion, caption)
        parts.append(f'<h3>{escape(item.name)}</h3><div class="pair">{tokens}{mentions}</div>')
    return section("confusion", "Confusion", "", *parts)


def _matrix(names: Sequence[str], cells: Sequence[Sequence[int]], caption: str) -> str:
    head = "<th></th>" + "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    rows = []
    for at, (name, row) in enumerate(zip(names, cells, strict=True)):
        total = max(sum(row), 1)
        shown = "".join(_tinted(value, value / total, on=column == at) for column, value in enumerate(row))
        rows.append(f'<tr><th scope="row">{escape(name)}</th>{shown}</tr>')
    return wrap("matrix", caption, head, "".join(rows))


def _tinted(value: int, share: float, *, on: bool) -> str:
    kind = ' class="diagonal"' if on else ""
    return f'<td{kind} style="--depth:{_DEEPEST * share:.3f}">{value:,}</td>'


def calibrations(found: Sequence[Evaluation]) -> str:
    parts = [_calibration(item) for item in found if item.calibration is not None]
    if not parts:
        return ""
    return section(
        "calibration",
        "Calibration",
        "Bars and dots: the share of predictions that are right, per range of score. "
        "On the dashed line a score is a true probability.",
        f'<div class="pair">{"".join(parts)}</div>',
    )


def _calibration(item: Evaluation) -> str:
    if item.calibration is None:
        return ""
    caption = f"{item.name}: expected error {item.calibration.expected_error:.3f}"
    near = item.boundary
    if near is not None:
        caption += (
            f"; {near.share:.0%} of the errors lie within {near.margin:g} of the boundary, "
            f"where {near.concentration:.0%} are errors"
        )
    chart = reliability(item.name, item.calibration)
    return f"<figure>{chart}<figcaption>{escape(caption)}</figcaption></figure>"


def agreement_table(item: Evaluation) -> str:
    found = item.agreement
    if found is None:
        return ""
    keys = ("pairwise", "cohen", "fleiss", "observed", "expected")
    rows = [[key, f"{found[key]:.4f}"] for key in keys] + [["reading (Landis & Koch)", str(found["reading"])]]
    caption = f"{found['annotators']} annotators, {found['documents']} documents, {found['items']:,} tokens"
    return section("agreement", "Agreement of annotators", "", table(("", "value"), rows, caption=caption))

"""Figures of several annotators against independent oracles and by hand."""

from __future__ import annotations

import random

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from nescio.evaluate.agreeing import (
    Panel,
    chain_disagreements,
    figures_by_label,
    pair_figures,
    panel_figures,
)


def random_panels(seed: int, people: int = 3) -> list[Panel]:
    draw = random.Random(seed)  # noqa: S311
    return [
        Panel(f"d{n}", {who: draw.choices(["O", "PER", "LOC"], [6, 2, 1], k=40) for who in range(people)})
        for n in range(4)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_figures_are_those_of_independent_oracles(seed: int) -> None:
    panels = random_panels(seed)
    columns = {who: [a for panel in panels for a in panel.answers[who]] for who in range(3)}
    found = panel_figures(panels)
    pairs = [(0, 1), (0, 2), (1, 2)]
    cohen = np.mean([cohen_kappa_score(columns[a], columns[b]) for a, b in pairs])
    table = aggregate_raters(np.array([columns[who] for who in range(3)]).T)[0]
    assert found["cohen"] == pytest.approx(cohen)
    assert found["fleiss"] == pytest.approx(fleiss_kappa(table))
    assert found["items"] == 160
    by_label = figures_by_label(panels)
    binary = {who: [a == "PER" for a in column] for who, column in columns.items()}
    assert by_label["PER"]["cohen"] == pytest.approx(
        np.mean([cohen_kappa_score(binary[a], binary[b]) for a, b in pairs])
    )
    assert set(by_label) == {"PER", "LOC"}


def test_pairs_are_compared_on_what_both_have_done() -> None:
    panels = [
        Panel("a", {"x": ["PER", "O"], "y": ["PER", "O"]}),
        Panel("b", {"x": ["O", "O"], "z": ["O", "LOC"]}),
        Panel("c", {"x": ["PER"], "y": ["LOC"]}),
    ]
    found = {(p.first, p.second): (p.documents, p.items, p.pairwise) for p in pair_figures(panels)}
    assert found == {("x", "y"): (2, 3, pytest.approx(2 / 3)), ("x", "z"): (1, 2, 0.5)}


def test_groups_are_compared_by_b_cubed_whatever_they_are_called() -> None:
    same = {"x": {1: "a", 2: "a", 3: "b"}, "y": {1: "one", 2: "one", 3: "two"}}
    assert panel_figures([Panel("d", {}, None, same)])["b_cubed"] == 1
    other = {**same, "y": {1: "one", 2: "two", 3: "two"}}
    panel = Panel("d", {}, None, other, {1: "PER", 2: "PER", 3: "LOC"})
    assert panel_figures([panel])["b_cubed"] == pytest.approx(2 / 3)
    assert panel_figures([panel])["cohen"] is None
    assert figures_by_label([panel])["LOC"]["b_cubed"] == 1
    assert set(chain_disagreements(panel)) == {1, 2, 3}
    assert chain_disagreements(Panel("d", {}, None, same)) == {}


def test_without_two_annotators_nothing_is_defined() -> None:
    assert panel_figures([])["cohen"] is None
    found = panel_figures([Panel("a", {"x": ["O"]})])
    assert (found["fleiss"], found["reading"], found["pairwise"]) == (None, "undefined", None)


def test_items_with_a_label_are_told_by_it() -> None:
    panel = Panel("a", {"x": ["yes", "no", "yes"], "y": ["yes", "yes", "yes"]}, ["PER", "LOC", "PER"])
    found = figures_by_label([panel])
    assert (found["PER"]["pairwise"], found["LOC"]["pairwise"]) == (1, 0)

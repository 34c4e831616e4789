"""Our figures against seqeval, scikit-learn and statsmodels, on random corpora."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nescio.evaluate.metrics.agreement import agreement, cohen_kappa, fleiss_kappa
from nescio.evaluate.metrics.exact import exact_table
from nescio.evaluate.metrics.scores import Score, score
from nescio.evaluate.metrics.tokens import binary_table, confusion, token_table
from tests.evaluate.corpora import arrays_of, tagged

seqeval = pytest.importorskip("seqeval.metrics", reason="the oracle seqeval is in the test extra")
sklearn = pytest.importorskip("sklearn.metrics", reason="the oracle scikit-learn is in the test extra")

Corpus = list[tuple[list[str], list[str]]]


def same(ours: Score, theirs: Sequence[float]) -> None:
    assert ours[:3] == pytest.approx(list(theirs)[:3], abs=1e-9)


def plain(tags: Sequence[str]) -> list[str]:
    return [tag[2:] or "O" for tag in tags]


@settings(deadline=None)
@given(tagged())
def test_exact_figures_are_those_of_seqeval(corpus: Corpus) -> None:
    gold, predicted = [list(g) for g, _ in corpus], [list(p) for _, p in corpus]
    arrays = arrays_of(*corpus)
    if not arrays.labels:
        return  # without a mention seqeval has no mean
    table = exact_table(arrays)
    for average, ours in (("micro", score(table.overall())), ("macro", table.macro())):
        theirs = [
            figure(gold, predicted, average=average, zero_division=0)
            for figure in (seqeval.precision_score, seqeval.recall_score, seqeval.f1_score)
        ]
        same(ours, theirs)


@settings(deadline=None)
@given(tagged())
def test_classes_are_those_of_seqeval(corpus: Corpus) -> None:
    arrays = arrays_of(*corpus)
    if not arrays.labels:
        return
    report = seqeval.classification_report(
        [g for g, _ in corpus], [p for _, p in corpus], output_dict=True, zero_division=0
    )
    table = exact_table(arrays)
    for number, label in enumerate(arrays.labels, 1):
        row = report[label]
        same(score(table.of_label(number)), (row["precision"], row["recall"], row["f1-score"]))
        assert table.of_label(number).gold == row["support"]


@settings(deadline=None)
@given(tagged())
def test_token_figures_are_those_of_scikit_learn(corpus: Corpus) -> None:
    arrays = arrays_of(*corpus)
    gold = [tag for g, _ in corpus for tag in plain(g)]
    predicted = [tag for _, p in corpus for tag in plain(p)]
    if not arrays.labels:
        return
    table = token_table(arrays)
    for average, ours in (("micro", score(table.overall())), ("macro", table.macro())):
        for beta, place in ((1, 2), (2, 3)):
            theirs = sklearn.precision_recall_fscore_support(
                gold, predicted, beta=beta, labels=list(arrays.labels), average=average, zero_division=0
            )
            assert (ours.precision, ours.recall, ours[place]) == pytest.approx(theirs[:3], abs=1e-9)
    names = ["O", *arrays.labels]
    assert (confusion(arrays) == sklearn.confusion_matrix(gold, predicted, labels=names)).all()


@settings(deadline=None)
@given(tagged())
def test_binary_figures_are_those_of_scikit_learn(corpus: Corpus) -> None:
    gold = [tag != "O" for g, _ in corpus for tag in g]
    predicted = [tag != "O" for _, p in corpus for tag in p]
    if not any((*gold, *predicted)):
        return
    theirs = sklearn.precision_recall_fscore_support(gold, predicted, average="binary", zero_division=0)
    same(score(binary_table(arrays_of(*corpus)).overall()), theirs)


answers = st.lists(st.tuples(*(st.sampled_from("abc") for _ in range(3))), min_size=1, max_size=40)


@settings(deadline=None)
@given(answers)
def test_cohen_is_that_of_scikit_learn(rows: list[tuple[str, ...]]) -> None:
    first, second = [row[0] for row in rows], [row[1] for row in rows]
    ours = cohen_kappa(first, second)
    if len({*first, *second}) == 1:
        assert math.isnan(ours)
        return
    assert ours == pytest.approx(sklearn.cohen_kappa_score(first, second), abs=1e-9, nan_ok=True)


@settings(deadline=None)
@given(answers)
def test_fleiss_is_that_of_statsmodels(rows: list[tuple[str, ...]]) -> None:
    raters = pytest.importorskip(
        "statsmodels.stats.inter_rater", reason="the oracle statsmodels is in the test extra"
    )
    if len({answer for row in rows for answer in row}) == 1:
        return
    table, _ = raters.aggregate_raters(np.array(rows))
    theirs = raters.fleiss_kappa(table)
    assert fleiss_kappa(table) == pytest.approx(theirs, abs=1e-9)
    found = agreement(list(zip(*rows, strict=True)))
    assert found.fleiss == pytest.approx(theirs, abs=1e-9)
    pairs = [(0, 1), (0, 2), (1, 2)]
    agree = [sklearn.accuracy_score([r[a] for r in rows], [r[b] for r in rows]) for a, b in pairs]
    assert found.pairwise == pytest.approx(sum(agree) / 3, abs=1e-9)

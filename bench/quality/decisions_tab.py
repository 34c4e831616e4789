"""The decision on TAB: judgments whose annotators said of every entity how far it identifies."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bench.reporting import say, table
from nescio.decide.decided import DecidedText
from nescio.decide.finder.features import GROUPS
from nescio.evaluate.read.decisions import read_decided
from nescio.learn.decisions.entities import EntityTrainer, Example, choose_threshold, examples_of
from nescio.learn.decisions.finder import Trainer, cross_validate, make_table

LABELS = {"PERSON": "PER", "DATETIME": "DATE", "DEM": "NORP", "QUANTITY": "VALUE"}
RECALL = 0.97


def read_tab(path: Path) -> tuple[list[DecidedText], list[DecidedText]]:
    """The training and the development part, with labels of ours."""
    texts = [
        replace(
            text, language="en",
            entities=[item._replace(label=LABELS.get(item.label, item.label)) for item in text.entities],
        )
        for text in read_decided(path)
    ]  # fmt: skip
    with path.open(encoding="utf-8") as lines:
        splits = [json.loads(line)["split"] for line in lines]
    return tuple([t for t, s in zip(texts, splits, strict=True) if s == name] for name in ("train", "dev"))  # type: ignore[return-value]


def tab_tables(
    learn: Sequence[DecidedText], dev: Sequence[DecidedText], folds_of: Callable[[int], Any]
) -> list[str]:
    """F2 of the groups of features, and of the decision per entity for direct and quasi-identifiers."""
    folds, words = folds_of(len(learn)), make_table(learn)
    rows = []
    for name in ("context", "all", "the thesis's nine"):
        found = cross_validate(Trainer(words, GROUPS[name]), folds)
        rows.append([name, *(f"{100 * value:.2f}" for value in found[:4])])
        say(f"TAB {' '.join(rows[-1])}")
    lines = ["## TAB", "", *table(("features", "precision", "recall", "F1", "F2"), rows), ""]
    return [*lines, *table(("", "precision", "recall", "F2"), _entities(learn, dev, folds)), ""]


def _entities(learn: Sequence[DecidedText], dev: Sequence[DecidedText], folds: Any) -> list[list[str]]:
    """Direct identifiers against all else; then all that goes against what stays, without the direct ones."""
    examples = examples_of([*learn, *dev])
    direct = [example._replace(hide=example.weight == "direct") for example in examples]
    others = [example for example in examples if example.weight != "direct"]
    return [
        [f"{told}, {part}", *figures]
        for told, own in (("direct", direct), ("quasi", others))
        for part, figures in _judge(own, len(learn), len(dev), folds)
    ]


def _judge(examples: Sequence[Example], learn: int, dev: int, folds: Any) -> list[tuple[str, list[str]]]:
    trainer = EntityTrainer(examples)
    values = trainer.cross_validated(folds)  # of the training part; the rest is not a number
    hide = np.array([example.hide for example in examples])
    judged = ~np.isnan(values)
    threshold = choose_threshold(values[judged], hide[judged], recall=RECALL)
    chosen, own = trainer.probabilities(trainer.train(range(learn)), range(learn, learn + dev))
    found = [
        ("5 folds", _figures(values[judged] >= threshold, hide[judged])),
        ("dev", _figures(own >= threshold, hide[chosen])),
    ]
    say(f"TAB {found}")
    return found


def _figures(found: Any, wanted: Any) -> list[str]:
    right, predicted, gold = int((found & wanted).sum()), int(found.sum()), int(wanted.sum())
    return [
        f"{right / max(1, predicted):.3f}", f"{right / max(1, gold):.3f}",
        f"{5 * right / max(1, predicted + 4 * gold):.3f}",
    ]  # fmt: skip

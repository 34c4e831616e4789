"""Whole trainings of decisions, as the command line asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from nescio.api import Anonymizer
from nescio.core.errors import ConfigError, InputError, known
from nescio.core.model import Document, Entity, Job
from nescio.decide.decided import DecidedText
from nescio.decide.finder.features import BASELINE, FEATURES
from nescio.decide.model_file import Model
from nescio.learn.decisions.entities import EntityTrainer, choose_threshold, detected_examples, examples_of
from nescio.learn.decisions.finder import (
    Folds,
    Trainer,
    best_iterations,
    cross_validate,
    error_by_iterations,
    make_table,
)

STOPS: Final = (10, 20, 30, 40, 50, 100, 150, 200, 250, 300)  # iterations that early stopping compares
_LEAST: Final = 10  # texts without which nothing can be said


class LearntDecision(NamedTuple):
    """A model, its cross-validated figures, and what was chosen."""

    model: Model
    figures: dict[str, float]
    about: dict[str, Any]


def feature_names(wish: str) -> tuple[str, ...]:
    """`baseline`, `all`, or names with commas."""
    if wish in ("baseline", "all"):
        return BASELINE if wish == "baseline" else FEATURES
    names = tuple(name.strip() for name in wish.split(",") if name.strip())
    for name in names:
        if name not in FEATURES:
            raise ConfigError(f"There is no feature of that name. {known(name, FEATURES)}")
    if not names:
        raise ConfigError("Name at least one feature, or 'baseline' or 'all'.")
    return names


def train_words(
    texts: Sequence[DecidedText], folds: Folds, *, features: str, iterations: int, cut_off: int
) -> LearntDecision:
    """The finder of the thesis; with 0 iterations it stops where the cross-validated error is least."""
    names = feature_names(features)
    _need(texts)
    table = make_table(texts)
    if iterations == 0:
        longest = Trainer(table, names, iterations=STOPS[-1], cut_off=cut_off)
        iterations = best_iterations(error_by_iterations(longest, folds, STOPS))
    trainer = Trainer(table, names, iterations=iterations, cut_off=cut_off)
    found = cross_validate(trainer, folds)
    figures = dict(zip(("precision", "recall", "f1", "f2"), found[:4], strict=True))
    about = {"features": list(names), "iterations": iterations, "cut_off": cut_off}
    return LearntDecision(trainer.model(range(len(texts))), figures, about)


def train_entities(texts: Sequence[DecidedText], folds: Folds, *, recall: float) -> LearntDecision:
    """The decision per entity, from marked entities and from those that the pipeline finds."""
    _need(texts)
    marked = examples_of(texts)
    trainer = EntityTrainer([*marked, *detected_examples(texts, find_entities(texts))])
    values = trainer.cross_validated(folds)[: len(marked)]
    hide = np.array([example.hide for example in marked])
    threshold = choose_threshold(values, hide, recall=recall)
    figures = _figures(values >= threshold, hide)
    return LearntDecision(
        trainer.model(threshold), figures, {"threshold": threshold, "recall_wanted": recall}
    )


def find_entities(texts: Sequence[DecidedText]) -> list[tuple[Entity, ...]]:
    """What the pipeline finds in each text."""
    jobs = [Job(Document(text.id, text.text, text.language)) for text in texts]
    return [job.entities or () for job in Anonymizer().run(jobs, stop="coref")]


def _figures(found: Any, hide: Any) -> dict[str, float]:
    right, predicted, given = int((found & hide).sum()), int(found.sum()), int(hide.sum())
    return {
        "precision": right / max(1, predicted), "recall": right / max(1, given),
        "f1": 2 * right / max(1, predicted + given), "f2": 5 * right / max(1, predicted + 4 * given),
    }  # fmt: skip


def _need(texts: Sequence[DecidedText]) -> None:
    if len(texts) < _LEAST:
        raise InputError(
            f"There are only {len(texts)} texts; a decision needs at least {_LEAST} to learn from."
        )

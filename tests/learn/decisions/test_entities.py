"""The decision per entity is learnt, and its threshold keeps the recall that is asked for."""

from __future__ import annotations

import numpy as np
import pytest

from nescio.core.errors import InputError
from nescio.core.model import Document
from nescio.decide.evidence.gather import EvidenceReader
from nescio.learn.decisions.entities import (
    EntityTrainer,
    Example,
    choose_threshold,
    detected_examples,
    entities_of,
    examples_of,
)
from nescio.packs import load_pack
from tests.learn.decisions.texts import texts

FOLDS = [(tuple(range(6)), tuple(range(6, 12))), (tuple(range(6, 12)), tuple(range(6)))]


@pytest.fixture(scope="module")
def trainer() -> EntityTrainer:
    return EntityTrainer(examples_of(texts()))


def test_unseen_documents_are_decided_rightly(trainer: EntityTrainer) -> None:
    values = trainer.cross_validated(FOLDS)
    assert [value > 0.5 for value in values] == [example.hide for example in trainer.examples]


def test_the_model_decides_as_it_was_trained(trainer: EntityTrainer) -> None:
    model = trainer.model(0.5)
    text = texts()[3]
    evidence = EvidenceReader(load_pack("en")).read(Document("d", text.text, "en"), entities_of(text))
    assert [model.probability(item) >= 0.5 for item in evidence] == [item.hide for item in text.entities]
    assert [model.role(item) for item in evidence[:2]] == ["party", "judge"]


def test_found_entities_go_if_most_of_them_must() -> None:
    text = texts()[0]
    found = detected_examples([text], [entities_of(text)])
    assert [example.hide for example in found] == [item.hide for item in text.entities]
    assert all(example.detected for example in found)


@pytest.mark.parametrize(("recall", "expected"), [(1.0, 0.2), (0.75, 0.4), (0.5, 0.5)])
def test_the_threshold_is_the_highest_that_keeps_the_recall(recall: float, expected: float) -> None:
    values = np.array([0.9, 0.6, 0.4, 0.2, 0.5])
    hide = np.array([True, True, True, True, False])
    assert choose_threshold(values, hide, recall=recall) == pytest.approx(expected)


def test_texts_that_only_hide_teach_nothing() -> None:
    with pytest.raises(InputError, match="both hide and keep"):
        EntityTrainer([Example(frozenset({"PER|"}), 0, True)])

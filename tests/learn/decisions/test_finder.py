"""The finder is trained, judged on documents that it has not seen, and stops where the error is least."""

from __future__ import annotations

import numpy as np

from nescio.decide.finder.features import BASELINE, FEATURES, FinderLists
from nescio.decide.finder.tagging import tag_words
from nescio.learn.decisions.finder import (
    Trainer,
    WordCounts,
    best_iterations,
    cross_validate,
    error_by_iterations,
    make_table,
    words_of,
)
from nescio.packs import load_pack
from nescio.text.segment import Segmenter
from tests.learn.decisions.texts import make_text, texts

FOLDS = [(tuple(n for n in range(12) if n % 3 != part), tuple(range(part, 12, 3))) for part in range(3)]
SEGMENTER = Segmenter(load_pack("en").abbreviations)


def test_words_of_the_body_have_tags_and_years_stay() -> None:
    words, tags = words_of(make_text(0), SEGMENTER)
    hidden = [word.text for word, tag in zip(words, tags, strict=True) if tag]
    assert hidden == ["Ada", "Quill", "1", "May", "Mirow", "Ada", "Quill"]
    assert "COUNTY" not in [word.text for word in words]


def test_a_finder_learns_what_unseen_documents_hide() -> None:
    found = cross_validate(Trainer(make_table(texts()), BASELINE), FOLDS)
    assert found.f2 > 0.85
    assert found.counts.given == sum(sum(words_of(text, SEGMENTER)[1]) for text in texts())


def test_the_same_words_give_the_same_model_and_the_model_tags_as_it_was_judged() -> None:
    table = make_table(texts())
    trainer = Trainer(table, FEATURES)
    learn, test = FOLDS[0]
    model = trainer.model(learn)
    assert trainer.model(learn) == model
    weights, listed = trainer.train(learn)
    counts = WordCounts()
    for number in test:
        words, tags = words_of(texts()[number], SEGMENTER)
        values = tag_words(words, model, FinderLists(load_pack("en")))
        hidden = [value > 0.5 for value in values]
        right = sum(h and t for h, t in zip(hidden, tags, strict=True))
        same = sum(h == t for h, t in zip(hidden, tags, strict=True))
        counts = counts.plus(WordCounts(right, sum(hidden), sum(tags), len(tags), same))
    assert trainer.judge(test, weights, listed) == counts


def test_errors_are_told_for_the_wished_iterations() -> None:
    trainer = Trainer(make_table(texts()), BASELINE, iterations=20)
    errors = error_by_iterations(trainer, FOLDS, [1, 5, 20])
    assert sorted(errors) == [1, 5, 20]
    whole = cross_validate(trainer, FOLDS).counts
    assert np.isclose(errors[20], np.mean([trainer.judge(t, *trainer.train(f)).error for f, t in FOLDS]))
    assert whole.words == sum(len(words_of(text, SEGMENTER)[0]) for text in texts())


def test_the_first_of_the_least_errors_is_chosen() -> None:
    assert best_iterations({10: 0.3, 20: 0.2, 50: 0.2, 100: 0.4}) == 20

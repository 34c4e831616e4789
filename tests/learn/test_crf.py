"""A CRF is trained, measured, and always comes out the same."""

from __future__ import annotations

from itertools import chain

import pytest

from nescio.core.errors import InputError
from nescio.detect.crf.features import FeatureMaker
from nescio.detect.crf.model import CrfModel
from nescio.learn.corpora import Sentence
from nescio.learn.crf import ITERATIONS, hold_out, measure, to_sentences, train
from nescio.text.segment import Segmenter
from tests.learn.annotated import documents

pytest.importorskip("pycrfsuite", reason="needs the extra `crf`")


def test_spans_become_tags_of_the_words_they_touch() -> None:
    text = "Ada Quill's dog. It went to Mirow."
    spans = [(0, 9, "PER"), (28, 33, "LOC")]
    first, second = to_sentences(text, spans, Segmenter([]))
    assert first.tags == ("B-PER", "I-PER", "O", "O", "O")
    assert second == Sentence(("It", "went", "to", "Mirow", "."), ("O", "O", "O", "B-LOC", "O"))


def test_of_spans_that_overlap_the_longest_counts() -> None:
    [sentence] = to_sentences("the Tolva Bank", [(4, 9, "LOC"), (4, 14, "ORG")], Segmenter([]))
    assert sentence.tags == ("O", "B-ORG", "I-ORG")


def test_an_endless_sentence_is_cut_and_loses_nothing() -> None:
    text = "we met Ada Quill and " * 100
    sentences = to_sentences(text, [], Segmenter([]))
    assert len(sentences) > 1
    assert list(chain.from_iterable(s.words for s in sentences)) == text.split()


def test_held_out_documents_are_whole_and_chosen_by_the_seed() -> None:
    learn, held = hold_out(documents(), seed=1)
    assert len(held) == 6
    assert len(learn) == 54
    assert hold_out(documents(), seed=1) == (learn, held)
    assert hold_out(documents(), seed=2)[1] != held


def test_too_little_text_is_refused() -> None:
    with pytest.raises(InputError, match=r"only 3 annotated sentences.*--dev"):
        hold_out(documents()[:3], seed=1)


def test_text_without_a_mention_is_refused() -> None:
    with pytest.raises(InputError, match="no annotated mention"):
        train([Sentence(("it", "rains"), ("O", "O"))], [])


def test_training_learns_tells_its_progress_and_is_reproducible() -> None:
    learn, held = hold_out(documents(), seed=1)
    heard: list[int] = []
    done = train(learn, held, tell=heard.append, language="en")
    assert heard == sorted(heard)
    assert 0 < len(heard) <= ITERATIONS
    assert done.figures.entity.f1 > 0.9
    assert done.figures.token.recall > 0.9
    assert done.manifest["labels"] == ["LOC", "PER"]
    assert done.manifest["language"] == "en"
    assert train(learn, held).model == done.model


def test_figures_count_labels_and_words_apart() -> None:
    learn, _ = hold_out(documents(), seed=1)
    model = CrfModel(train(learn, []).model, ["LOC", "PER"])
    words = ("In", "Mirow", "we", "met", "Ada", "Quill", "again", ".")
    wrong = Sentence(words, ("O", "B-PER", "O", "O", "B-PER", "I-PER", "O", "O"))
    figures = measure(model, [wrong])
    assert figures.labels["LOC"] == (0, 1, 0)
    assert figures.labels["PER"] == (1, 1, 2)
    assert figures.token == (3, 3, 3)


def test_features_can_be_written_for_any_word() -> None:
    for word in ("", "x", "É", "\ud800", "a" * 64, "1.2", "ǅ", "\x00"):
        [features] = FeatureMaker().features([word])
        assert all(isinstance(feature, bytes) for feature in features)

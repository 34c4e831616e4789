"""Sentences become tensors, and lose nothing on the way."""

# ruff: noqa: S311 (seeded draws, no secret)

from __future__ import annotations

import random

import pytest

pytest.importorskip("torch", reason="training needs the extra `train`")

from nescio.detect.tagger.surroundings import SURROUNDINGS
from nescio.learn.corpora import Sentence
from nescio.learn.tagger.batches import Styled, allowed_tags, batches, to_bio, to_bioes
from nescio.learn.tagger.torch_tagger import TAGS
from tests.learn.tagger.tiny import SENTENCES, make_store, resources


def test_a_masked_word_leaves_every_tag_open() -> None:
    store = make_store(resources())
    batch = store.batch([Styled(SENTENCES[3])])
    assert batch.allowed[0, 2].all()
    assert batch.allowed[0, 0].sum() == 1


def test_bio_becomes_bioes_and_comes_back() -> None:
    tags = ["B-PER", "I-PER", "I-PER", "O", "B-LOC", "B-LOC", "?"]
    closed = to_bioes(tags)
    assert closed == ["B-PER", "I-PER", "E-PER", "O", "S-LOC", "S-LOC", "?"]
    assert to_bio([TAGS.index(tag) for tag in closed[:-1]]) == tags[:-1]


def test_batches_hold_every_sentence_once() -> None:
    items = [Styled(s) for s in SENTENCES * 5]
    found = [item for batch in batches(items, tokens=8, rng=random.Random(0)) for item in batch]
    assert sorted(item.sentence for item in found) == sorted(item.sentence for item in items)


def test_what_a_silent_corpus_leaves_outside_may_be_one_of_its_silent_classes() -> None:
    sentence = Sentence(("Anna", "is", "43"), ("B-PER", "O", "O"), frozenset({"AGE"}))
    open_tags = {TAGS[at] for at in allowed_tags(sentence)[2].nonzero()[0]}
    assert open_tags == {"O", "B-AGE", "I-AGE", "E-AGE", "S-AGE"}


def test_frames_know_what_stands_in_the_whole_document() -> None:
    words = ("Anna", ":", "hi", *["so"] * 120, "Anna")
    breaks = (3, 0, 0, *[1, *[0] * 19] * 6, 1)
    store = make_store(resources())
    frames = list(store.frames(Sentence(words, ("O",) * len(words), breaks=breaks)))
    assert len(frames) > 1
    speaks = SURROUNDINGS.index("speaks")
    last = frames[-1][1]
    assert last.around is not None
    assert last.around[-1, speaks] == 1

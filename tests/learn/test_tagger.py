"""A tiny tagger is trained, interrupted, resumed, exported and read back without torch's help."""

# ruff: noqa: S311 (seeded draws, no secret)

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from nescio.detect.tagger.lexicon import Lexicon  # noqa: E402
from nescio.detect.tagger.model import Dial, load_tagger  # noqa: E402
from nescio.detect.tagger.pieces import PieceSplitter  # noqa: E402
from nescio.learn.corpora import Sentence  # noqa: E402
from nescio.learn.export import export, write_manifest  # noqa: E402
from nescio.learn.lexicons import Gathered, NameLists, compile_tables  # noqa: E402
from nescio.learn.resources import Resources  # noqa: E402
from nescio.learn.tagger_data import Styled, WordStore, batches, to_bio, to_bioes  # noqa: E402
from nescio.learn.torch_tagger import TAGS, NetShape, TaggerNet  # noqa: E402

SHAPE = NetShape(
    vector=8, projected=4, chars=4, char_filters=6, shape=3, word=10, hidden=7, languages=2, styles=3
)
SENTENCES = [
    Sentence(("Anna", "Meier", "lives", "in", "Bonn"), ("B-PER", "I-PER", "O", "O", "B-LOC")),
    Sentence(("Acme", "hired", "Ben"), ("B-ORG", "O", "B-PER")),
    Sentence(("it", "rains"), ("O", "O")),
    Sentence(("Nobody", "knows", "Zed"), ("O", "O", "?")),
]
MANIFEST = {"version": "0", "operating_points": {"balanced": Dial.plain()._asdict()}}


def resources() -> Resources:
    names = NameLists(["Anna"], ["Meier"], ["Bonn"], ["Bonn"], ["Acme"], ["Acme"], ["Chile"], ["Bonn"])
    words = {"anna": {"given_name"}, "new": {"starts_phrase"}}
    tables = compile_tables(Gathered(words, {"new york": "LOC"}), {"in": [7.0, 6.0], "anna": [4.0, 4.5]})
    pieces = ["▁", *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "▁An", "na"]
    table = np.random.default_rng(0).normal(size=(len(pieces), SHAPE.vector)).astype(np.float32)
    return Resources(names, tables, pieces, [-float(i % 7) - 2 for i in range(len(pieces))], table)


def make_store(own: Resources) -> WordStore:
    return WordStore(PieceSplitter(own.pieces, own.scores), own.table, Lexicon(own.tables))


def train_tiny() -> tuple[TaggerNet, Resources, WordStore]:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    own = resources()
    store, net = make_store(own), TaggerNet(SHAPE, dropout=0.0)
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.03)
    batch = store.batch([Styled(sentence) for sentence in SENTENCES])
    for _ in range(60):
        optimizer.zero_grad()
        net.loss(batch).backward()
        optimizer.step()
    return net.eval(), own, store


def test_a_tiny_net_learns_its_sentences_and_the_numpy_net_agrees(tmp_path: Path) -> None:
    net, own, store = train_tiny()
    paths = net.decode(store.batch([Styled(sentence) for sentence in SENTENCES]))
    assert [to_bio(path) for path in paths[:3]] == [list(s.tags) for s in SENTENCES[:3]]
    export(net.state_dict(), SHAPE, own, tmp_path, MANIFEST)
    found = load_tagger(tmp_path).tag([s.words for s in SENTENCES], Dial.plain())
    assert [(m.start, m.end, m.label) for m in found[0]] == [(0, 2, "PER"), (4, 5, "LOC")]
    assert [(m.start, m.end, m.label) for m in found[1]] == [(0, 1, "ORG"), (2, 3, "PER")]
    assert found[2] == []


def test_tag_scores_without_torch_are_those_of_the_trained_net(tmp_path: Path) -> None:
    net, own, store = train_tiny()
    export(net.state_dict(), SHAPE, own, tmp_path, MANIFEST)
    with torch.no_grad():
        wanted = net.emissions(store.batch([Styled(SENTENCES[0])]))[0].numpy()
    [scores] = load_tagger(tmp_path).score([SENTENCES[0].words]).scores
    assert np.abs(scores - wanted).max() < 0.1


def test_the_manifest_checks_every_file(tmp_path: Path) -> None:
    net, own, _ = train_tiny()
    export(net.state_dict(), SHAPE, own, tmp_path, MANIFEST)
    write_manifest(tmp_path, MANIFEST)
    assert load_tagger(tmp_path).labels == {"PER", "LOC", "ORG"}


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
    assert sorted(found) == sorted(items)

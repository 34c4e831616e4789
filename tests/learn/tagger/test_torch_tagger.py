"""A tiny tagger is trained, exported and read back without torch's help."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from nescio.detect.tagger.model import Dial, load_tagger  # noqa: E402
from nescio.learn.corpora import CLASSES  # noqa: E402
from nescio.learn.tagger.batches import Styled, WordStore, to_bio  # noqa: E402
from nescio.learn.tagger.export import export, write_manifest  # noqa: E402
from nescio.learn.tagger.resources import Resources  # noqa: E402
from nescio.learn.tagger.torch_tagger import TorchTagger  # noqa: E402
from tests.learn.tagger.tiny import SENTENCES, SHAPE, make_store, resources  # noqa: E402

MANIFEST = {"version": "0", "operating_points": {"balanced": Dial.even(CLASSES, 0.5)._asdict()}}


def train_tiny() -> tuple[TorchTagger, Resources, WordStore]:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    own = resources()
    store, net = make_store(own), TorchTagger(SHAPE, dropout=0.0)
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
    found = load_tagger(tmp_path).tag([s.passage for s in SENTENCES], Dial.even(CLASSES, 0.5))
    assert [(m.start, m.end, m.label) for m in found[0]] == [(0, 2, "PER"), (4, 5, "LOC")]
    assert [(m.start, m.end, m.label) for m in found[1]] == [(0, 1, "ORG"), (2, 3, "PER")]
    assert found[2] == []


def test_tag_scores_without_torch_are_those_of_the_trained_net(tmp_path: Path) -> None:
    net, own, store = train_tiny()
    export(net.state_dict(), SHAPE, own, tmp_path, MANIFEST)
    with torch.no_grad():
        wanted = net.emissions(store.batch([Styled(SENTENCES[0])]))[0].numpy()
    [reading] = load_tagger(tmp_path).score([SENTENCES[0].passage]).readings
    assert np.abs(reading.scores - wanted).max() < 0.1


def test_the_manifest_checks_every_file(tmp_path: Path) -> None:
    net, own, _ = train_tiny()
    export(net.state_dict(), SHAPE, own, tmp_path, MANIFEST)
    write_manifest(tmp_path, MANIFEST)
    assert load_tagger(tmp_path).labels == set(CLASSES)

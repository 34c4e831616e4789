"""The same oracles on real corpora, and the way through raw text and back."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from nescio.evaluate.evaluation import Evaluation, evaluate
from nescio.evaluate.model import Annotation
from nescio.evaluate.prepare import make_comparable
from nescio.evaluate.read.files import read_annotations

DATA = os.environ.get("NESCIO_DATA")
pytestmark = pytest.mark.skipif(DATA is None, reason="NESCIO_DATA does not name the folder of corpora")
CORPORA = (
    "ner/free/europarl_ner.de.dev.bio",
    "ner/free/wikigold.en.all.bio",
    "ner/research-only/conll2002.es.test.bio",
)


def rows(path: Path) -> list[tuple[list[str], list[str]]]:
    """Tokens and tags, read by another way than ours."""
    sentences: list[tuple[list[str], list[str]]] = [([], [])]
    for line in path.read_text(encoding="utf-8").split("\n"):
        token, _, tag = line.partition("\t")
        if token.strip():
            sentences[-1][0].append(token)
            sentences[-1][1].append(tag.strip())
        elif not line.strip() and sentences[-1][0]:
            sentences.append(([], []))
    return [sentence for sentence in sentences if sentence[0]]


def disturb(sentences: list[tuple[list[str], list[str]]], rng: random.Random) -> list[list[str]]:
    """Tags with mentions lost, relabelled and added, always correct BIO."""
    result = []
    for _, tags in sentences:
        changed: list[str] = []
        keep, label = True, ""
        for tag in tags:
            if tag.startswith("B-"):
                keep = rng.random() > 0.2
                label = tag[2:] if rng.random() > 0.1 else "PER"
            if tag == "O":
                changed.append("B-LOC" if rng.random() < 0.02 else "O")
            else:
                changed.append(f"{tag[:2]}{label}" if keep else "O")
        result.append(changed)
    return result


def judge(tmp_path: Path, name: str) -> tuple[Evaluation, list[list[str]], list[list[str]], list[Annotation]]:
    assert DATA is not None
    path = Path(DATA) / name
    sentences = rows(path)
    changed = disturb(sentences, random.Random(3))  # noqa: S311
    answer = tmp_path / "answer.bio"
    blocks = (
        "".join(f"{t}\t{g}\n" for t, g in zip(s[0], tags, strict=True))
        for s, tags in zip(sentences, changed, strict=True)
    )
    answer.write_text("\n".join(blocks), encoding="utf-8")
    gold = read_annotations(path)
    ready = make_comparable(gold, read_annotations(answer))
    return evaluate(ready.pairs, ready.labels), [tags for _, tags in sentences], changed, gold


@pytest.mark.parametrize("name", CORPORA)
def test_real_corpora_agree_with_the_oracles(tmp_path: Path, name: str) -> None:
    seqeval = pytest.importorskip("seqeval.metrics", reason="the oracle seqeval is in the test extra")
    sklearn = pytest.importorskip("sklearn.metrics", reason="the oracle scikit-learn is in the test extra")
    found, gold, predicted, _ = judge(tmp_path, name)
    ours = found.overall("conll")
    assert ours.precision == pytest.approx(seqeval.precision_score(gold, predicted), abs=1e-9)
    assert ours.recall == pytest.approx(seqeval.recall_score(gold, predicted), abs=1e-9)
    assert ours.f1 == pytest.approx(seqeval.f1_score(gold, predicted), abs=1e-9)
    flat_gold = [tag[2:] or "O" for tags in gold for tag in tags]
    flat_predicted = [tag[2:] or "O" for tags in predicted for tag in tags]
    theirs = sklearn.precision_recall_fscore_support(
        flat_gold, flat_predicted, labels=list(found.labels), average="micro", zero_division=0
    )
    assert found.overall("token")[:3] == pytest.approx(theirs[:3], abs=1e-9)


@pytest.mark.parametrize("name", CORPORA)
def test_detokenized_text_keeps_every_mention(tmp_path: Path, name: str) -> None:
    _, gold, _, annotations = judge(tmp_path, name)
    assert len(annotations) == len(gold)
    wanted = sum(tag.startswith("B-") for tags in gold for tag in tags)
    assert sum(len(item.mentions) for item in annotations) == wanted
    for item in annotations:
        assert item.text is not None
        assert item.tokens is not None
        starts, ends = {a for a, _ in item.tokens}, {b for _, b in item.tokens}
        assert all(m.start in starts and m.end in ends for m in item.mentions)

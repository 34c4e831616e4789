"""The corpus of the repository: it has no slip, and its card counts what it holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from nescio.evaluate.model import Annotation
from nescio.evaluate.read.marked import read_marked
from tools.corpus import CARD, LABELS, carded, group_of, read_corpus, slips


@cache
def corpus() -> Sequence[Annotation]:
    return read_corpus()


def one(content: str, file: str = "train/en9/en9-01.txt") -> Annotation:
    [doc] = read_marked(content.split("\n"), file)
    return doc


def test_every_document_reads_without_a_slip() -> None:
    assert list(slips(corpus())) == []


def test_the_card_counts_what_is_there() -> None:
    card = CARD.read_text(encoding="utf-8")
    assert carded(card, corpus()) == card
    assert f"| dev | {sum(doc.file.startswith('dev/') for doc in corpus()):,} |" in card


def test_court_decisions_are_no_part_of_it() -> None:
    assert not any(doc.file.startswith("decisions/") for doc in corpus())


def test_every_label_occurs_in_every_split() -> None:
    for split in ("train", "dev"):
        found = {m.label for doc in corpus() if doc.file.startswith(split) for m in doc.mentions}
        assert found == set(LABELS)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("### en9-01-02 | xy | letter\nHello.", "no language 'xy'"),
        ("### en8-01-01 | en | letter\nHello.", "name of its file"),
        ("### en9-01-03 | en | letter\nHello.", "by its id this document is not of 'train'"),
        ("### en9-01-02 | en | letter\n⟦NAME#p1|Ann⟧", "no label 'NAME'"),
        ("### en9-01-02 | en | letter\n⟦PER#p1|Ann ⟧", "no space at its ends"),
        ("### en9-01-02 | en | letter\n⟦PER#p1|Ann⟧ of ⟦LOC#p1|Leeds⟧", "has two labels"),
    ],
)
def test_a_slip_is_named_without_the_text(content: str, words: str) -> None:
    [found] = slips([one(content)])
    assert words in found
    assert found.startswith("train/en9/en9-01.txt:")
    assert "Ann" not in found


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("train/hard5/hard5-01.txt", []),
        ("sealed2/hard5/hard5-01.txt", ["is not of 'sealed2'"]),
        ("sealed/hard5/hard5-01.txt", ["is not of 'sealed'", "no part in 'sealed'"]),
        ("dev/hard5/hard5-01.txt", ["is not of 'dev'", "no part in 'dev'"]),
        ("sealed2/hard2/hard5-01.txt", ["is not of 'sealed2'", "no part in 'sealed2'"]),
    ],
)
def test_the_latest_folders_are_learnt_from_or_sealed_apart(file: str, words: list[str]) -> None:
    found = list(slips([one("### hard5-01-01 | en | letter\nHello.", file)]))
    assert len(found) == len(words)
    assert all(word in slip for word, slip in zip(words, found, strict=True))


@pytest.mark.parametrize(
    ("heading", "folder", "group"),
    [
        ("en | group chat", "en1", "chat"), ("de | Entlassbrief", "de1", "clinical"),
        ("pt | certidão", "pt1", "legal"), ("es | anything", "legal2", "legal"),
        ("es | anything", "chat3", "chat"), ("es | anything", "es1", "other"),
    ],
)  # fmt: skip
def test_a_genre_belongs_to_a_group(heading: str, folder: str, group: str) -> None:
    assert group_of(one(f"### x | {heading}\nHello.", f"{folder}/a.txt")) == group

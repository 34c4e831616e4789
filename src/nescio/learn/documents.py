"""Whole documents whose references are marked, as the network reads them: words, tags, lines, entities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nescio.detect.tagger.passages import find_breaks
from nescio.detect.tagger.tokens import tokenize
from nescio.learn.corpora import CLASSES, MASKED, OUTSIDE, Sentence
from nescio.text.segment import Segmenter

_PLAIN = frozenset({"EMAIL", "URL", "IP"})  # rules know them by their form; nothing is to be learnt of them


class MarkedText(NamedTuple):
    """A document with its references: start, end, label, entity."""

    language: str
    text: str
    marks: Sequence[tuple[int, int, str, str]]


class Documents(NamedTuple):
    """Documents of our own: some to learn from, others for choices."""

    train: Sequence[MarkedText]
    dev: Sequence[MarkedText]


def to_sentence(text: str, marks: Iterable[tuple[int, int, str, str]], segmenter: Segmenter) -> Sentence:
    """Return a document as one long sentence; marks are start, end, label and entity."""
    tokens = tokenize(text)
    tags = [OUTSIDE] * len(tokens)
    entities = [""] * len(tokens)
    at = 0
    for start, end, label, entity in sorted(marks):
        while at < len(tokens) and tokens[at].end <= start:
            at += 1
        first = at
        while at < len(tokens) and tokens[at].start < end:
            tags[at] = _tag(label, begins=at == first)
            entities[at] = f"{label}#{entity}"
            at += 1
    breaks = find_breaks(text, tokens, segmenter.sentences(text))
    words = tuple(token.text for token in tokens)
    return Sentence(words, tuple(tags), breaks=tuple(breaks), entities=tuple(entities))


def _tag(label: str, *, begins: bool) -> str:
    if label in CLASSES:
        return f"{'B' if begins else 'I'}-{label}"
    return OUTSIDE if label in _PLAIN else MASKED

"""Trains a CRF on a user's annotated texts in minutes and measures it on texts held out."""

from __future__ import annotations

import random
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from nescio.core.errors import InputError
from nescio.detect.crf.features import FeatureMaker
from nescio.detect.crf.model import CrfModel, crfsuite, describe
from nescio.detect.frames import cut_frames
from nescio.detect.tagger.tokens import Token, tokenize
from nescio.learn.corpora import OUTSIDE, Sentence, mentions
from nescio.learn.scoring import TagCounts
from nescio.text.segment import Segmenter

ITERATIONS: Final = 100
_LEAST: Final = 10  # documents, or else sentences, of which a tenth can be held out
_PARAMETERS: Final = {
    "c1": 0.1,  # throws most features away, which keeps the model small
    "c2": 0.02,
    "max_iterations": ITERATIONS,
    "feature.possible_transitions": True,
}
_ITERATION: Final = re.compile(r"Iteration #(\d+)")
Claim = tuple[int, int, str]  # start, end, label


class Figures(NamedTuple):
    """Exact mentions per label, and sensitive against plain tokens."""

    labels: dict[str, TagCounts]
    token: TagCounts

    @property
    def entity(self) -> TagCounts:
        return sum(self.labels.values(), TagCounts())

    def as_json(self) -> dict[str, Any]:
        return {
            "entity": _figures(self.entity),
            "labels": {label: _figures(counts) for label, counts in self.labels.items()},
            "binary": _figures(self.token),
        }


class Trained(NamedTuple):
    """The bytes of the model, what stands in its side file, and how good it is on held-out text."""

    model: bytes
    manifest: dict[str, Any]
    figures: Figures


def to_sentences(text: str, spans: Iterable[Claim], segmenter: Segmenter) -> list[Sentence]:
    """Cut a text as the detector will cut it, with a BIO tag per word.

    Of spans that overlap the longest counts; a word that a span only touches belongs to it.
    """
    tokens = tokenize(text)
    tags = _tags(tokens, spans)
    sentences: list[Sentence] = []
    for frame in cut_frames(tokens, segmenter.sentences(text)):
        words = tuple(token.text for token in tokens[frame.keep_from : frame.keep_to])
        sentences.append(Sentence(words, tuple(tags[frame.keep_from : frame.keep_to])))
    return sentences


def _tags(tokens: Sequence[Token], spans: Iterable[Claim]) -> list[str]:
    starts, ends = [token.start for token in tokens], [token.end for token in tokens]
    tags = [OUTSIDE] * len(tokens)
    for start, end, label in sorted(spans, key=lambda span: (span[0] - span[1], span)):
        first, last = bisect_right(ends, start), bisect_left(starts, end)
        if first < last and all(tag == OUTSIDE for tag in tags[first:last]):
            tags[first:last] = [f"B-{label}", *[f"I-{label}"] * (last - first - 1)]
    return tags


def hold_out(documents: Sequence[Sequence[Sentence]], *, seed: int) -> tuple[list[Sentence], list[Sentence]]:
    """Return nine tenths to learn from and one to measure with: whole documents if there are enough."""
    parts = list(documents)
    if len(parts) < _LEAST:
        parts = [[sentence] for document in documents for sentence in document]
    if len(parts) < _LEAST:
        raise InputError(
            f"There are only {len(parts)} annotated sentences; a CRF needs at least {_LEAST}, better "
            "some hundreds. Or name a file to measure with: --dev."
        )
    random.Random(seed).shuffle(parts)  # noqa: S311 (no secret)
    cut = max(1, len(parts) // 10)
    return list(chain.from_iterable(parts[cut:])), list(chain.from_iterable(parts[:cut]))


def train(
    learn: Sequence[Sentence],
    dev: Sequence[Sentence],
    *,
    tell: Callable[[int], None] = lambda iteration: None,
    **about: Any,
) -> Trained:
    """Learn from sentences and measure on others; `about` goes into the side file.

    The same sentences always give the same model. `tell` hears the number of each iteration.
    """
    labels = sorted({label for sentence in learn for _, _, label in mentions(sentence.tags)})
    if not labels:
        raise InputError("The texts to learn from hold no annotated mention.")
    model = _fit(learn, tell)
    figures = measure(CrfModel(model, labels), dev)
    manifest = describe(model, labels, sentences=len(learn), held_out=figures.as_json(), **about)
    return Trained(model, manifest, figures)


def _fit(sentences: Iterable[Sentence], tell: Callable[[int], None]) -> bytes:
    maker = FeatureMaker()
    trainer = crfsuite().Trainer(algorithm="lbfgs", params=_PARAMETERS, verbose=False)
    trainer.message = _listen(tell)
    for sentence in sentences:
        trainer.append(maker.features(sentence.words), sentence.tags)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        trainer.train(str(path))
        return path.read_bytes()


def _listen(tell: Callable[[int], None]) -> Callable[[str], None]:
    """What crfsuite calls with each line of its log."""

    def hear(line: str) -> None:
        if (found := _ITERATION.search(line)) is not None:
            tell(int(found[1]))

    return hear


def measure(model: CrfModel, sentences: Iterable[Sentence]) -> Figures:
    """Compare what a model finds with what annotators found."""
    labels: dict[str, TagCounts] = {}
    token = TagCounts()
    for sentence in sentences:
        wanted = set(mentions(sentence.tags))
        found = {(m.start, m.end, m.label) for m in model.tag(sentence.words)}
        for label in {label for _, _, label in wanted | found}:
            counts = _count({m for m in found if m[2] == label}, {m for m in wanted if m[2] == label})
            labels[label] = labels.get(label, TagCounts()) + counts
        token += _count(_places(found), _places(wanted))
    return Figures(dict(sorted(labels.items())), token)


def _count(found: set[Any], wanted: set[Any]) -> TagCounts:
    return TagCounts(len(found & wanted), len(found), len(wanted))


def _places(found: Iterable[Claim]) -> set[int]:
    return {at for start, end, _ in found for at in range(start, end)}


def _figures(counts: TagCounts) -> dict[str, float]:
    return {
        "precision": round(counts.precision, 4),
        "recall": round(counts.recall, 4),
        "f1": round(counts.f1, 4),
        "given": counts.given,
    }

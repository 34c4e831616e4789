"""Entity and token figures of predicted against given BIO tags, masked tokens left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nescio.learn.corpora import CLASSES, MASKED, OUTSIDE, mentions


class TagCounts(NamedTuple):
    """Right, predicted and given, from which every figure follows."""

    right: int = 0
    predicted: int = 0
    given: int = 0

    def __add__(self, other: object) -> TagCounts:
        if not isinstance(other, TagCounts):
            return NotImplemented
        return TagCounts(self.right + other.right, self.predicted + other.predicted, self.given + other.given)

    @property
    def precision(self) -> float:
        return self.right / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.given if self.given else 0.0

    @property
    def f1(self) -> float:
        total = self.predicted + self.given
        return 2 * self.right / total if total else 0.0


class TagScores(NamedTuple):
    """Exact mentions, mentions per class, and sensitive against plain tokens."""

    entity: TagCounts
    classes: dict[str, TagCounts]
    token: TagCounts


class Answered(NamedTuple):
    """The tags that are given and those that were predicted, and of which classes the corpus says nothing."""

    given: Sequence[str]
    predicted: Sequence[str]
    silent: frozenset[str] = frozenset()

    def hushed(self) -> list[str]:
        """Return what was predicted without the classes of which the corpus says nothing."""
        return [OUTSIDE if tag[2:] in self.silent else tag for tag in self.predicted]


def score(answers: Iterable[Answered]) -> TagScores:
    """Compare tag sequences sentence by sentence."""
    classes = dict.fromkeys(CLASSES, TagCounts())
    token = TagCounts()
    for answer in answers:
        token += _token_counts(answer)
        for name, counts in _class_counts(answer.given, answer.hushed()).items():
            classes[name] += counts
    return TagScores(sum(classes.values(), TagCounts()), classes, token)


def _token_counts(answer: Answered) -> TagCounts:
    # What the corpus marks and the network calls something of which the corpus says nothing is hidden all the
    # same; where the corpus marks nothing, such a claim can be neither right nor wrong.
    told = zip(answer.given, answer.predicted, answer.hushed(), strict=True)
    pairs = [(g != OUTSIDE, (h if g == OUTSIDE else a) != OUTSIDE) for g, a, h in told if g != MASKED]
    return TagCounts(sum(g and a for g, a in pairs), sum(a for _, a in pairs), sum(g for g, _ in pairs))


def _class_counts(gold: Sequence[str], answer: Sequence[str]) -> dict[str, TagCounts]:
    wanted = set(mentions(gold))
    found = {m for m in mentions(answer) if MASKED not in gold[m[0] : m[1]]}
    return {
        name: TagCounts(
            sum(m[2] == name for m in wanted & found),
            sum(m[2] == name for m in found),
            sum(m[2] == name for m in wanted),
        )
        for name in CLASSES
    }

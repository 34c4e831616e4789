"""Trains the anonymizable-entity finder and measures it by k-fold cross-validation over documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nescio.core.errors import InputError
from nescio.core.model import Span
from nescio.decide.decided import DecidedText
from nescio.decide.evidence.sections import find_body
from nescio.decide.finder.features import FEATURES, FED_BACK, Asked, FinderLists, predicates
from nescio.decide.finder.tagging import FinderModel, feed_back
from nescio.decide.finder.words import FinderWord, cut_words
from nescio.decide.years import without_years
from nescio.learn.decisions.gis import CUT_OFF, ITERATIONS, Codes, Floats, make_events, scores, train_gis
from nescio.packs import load_pack
from nescio.text.segment import Segmenter

_DATES: Final = ("DATE", "BIRTHDATE")
_COLUMN: Final = {name: number for number, name in enumerate(FEATURES)}
_LISTED: Final = _COLUMN["Anony"]


class WordCounts(NamedTuple):
    """Words tagged A rightly, words tagged A, words that are A; and all words with the right tag."""

    right: int = 0
    predicted: int = 0
    given: int = 0
    words: int = 0
    same: int = 0

    def plus(self, other: WordCounts) -> WordCounts:
        return WordCounts(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def precision(self) -> float:
        return self.right / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.given if self.given else 0.0

    def f(self, beta: float) -> float:
        whole = beta * beta * self.given + self.predicted
        return (1 + beta * beta) * self.right / whole if whole else 0.0

    @property
    def error(self) -> float:
        return 1 - self.same / self.words if self.words else 0.0


class FinderTable(NamedTuple):
    """All words of some documents: the predicate of each feature as a number, -1 where it has none."""

    codes: Codes  # words, features; those of fed-back features with the tags that are given
    tags: NDArray[np.bool_]
    document: NDArray[np.int64]  # of each word
    words: Sequence[str]
    asked: Sequence[Asked]
    vocabulary: Mapping[tuple[str, str], int]


def words_of(text: DecidedText, segmenter: Segmenter) -> tuple[list[FinderWord], list[bool]]:
    """The words of the body with their tags; the years of hidden dates stay, as in the thesis."""
    words = cut_words(text.text, segmenter)
    start, end = find_body(text.text)
    words = [word for word in words if start <= word.start and word.end <= end]
    spans = sorted(
        span
        for entity in text.entities
        if entity.hide
        for span in _spans(text.text, entity.label, entity.mentions)
    )
    tags, at = [], 0
    for word in words:
        while at < len(spans) and spans[at][1] <= word.start:
            at += 1
        tags.append(at < len(spans) and spans[at][0] < word.end)
    return words, tags


def _spans(text: str, label: str, mentions: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    if label not in _DATES:
        return list(mentions)
    spans = (Span(start, end, label, 1.0, "") for start, end in mentions)
    return [piece[:2] for span in spans for piece in without_years(text, span)]


def make_table(texts: Sequence[DecidedText]) -> FinderTable:
    """Everything that any choice of features needs, worked out once."""
    packs = {language: load_pack(language) for language in {text.language for text in texts}}
    lists = {language: FinderLists(pack) for language, pack in packs.items()}
    segmenters = {language: Segmenter(pack.abbreviations) for language, pack in packs.items()}
    vocabulary: dict[tuple[str, str], int] = {(name, ""): number for number, name in enumerate(FED_BACK)}
    rows, tags, document = [], list[bool](), list[int]()
    surfaces, asked = list[str](), list[Asked]()
    for number, text in enumerate(texts):
        words, given = words_of(text, segmenters[text.language])
        mine = [Asked(words, at, lists[text.language]) for at in range(len(words))]
        for at, found in enumerate(predicates(words, lists[text.language])):
            one, two = at > 0 and given[at - 1], at > 1 and given[at - 2]
            month = at > 0 and mine[at - 1].month
            found |= dict.fromkeys(mine[at].features(one, two, after_month=month, listed=False), "")
            row = np.full(len(FEATURES), -1, dtype=np.int64)
            for name, value in found.items():
                row[_COLUMN[name]] = vocabulary.setdefault((name, value), len(vocabulary))
            rows.append(row)
        tags += given
        document += [number] * len(words)
        surfaces += [word.text for word in words]
        asked += mine
    if not any(tags):
        raise InputError("The texts to learn from hide nothing, or have no running text.")
    return FinderTable(np.stack(rows), np.array(tags), np.array(document), surfaces, asked, vocabulary)


class Trainer:
    """One choice of features and parameters over a table."""

    def __init__(
        self,
        table: FinderTable,
        features: Sequence[str],
        *,
        iterations: int = ITERATIONS,
        cut_off: int = CUT_OFF,
    ) -> None:
        self.table, self.features = table, tuple(features)
        self._iterations, self._cut_off = iterations, cut_off
        self._columns = [_COLUMN[name] for name in features]
        self._fixed = [_COLUMN[name] for name in features if name not in FED_BACK]

    def train(
        self, documents: Sequence[int], *, tell: Callable[[int, Floats], None] = lambda n, w: None
    ) -> tuple[Floats, frozenset[str]]:
        """The weights of all predicates, and the list of what was hidden in these documents."""
        chosen = np.flatnonzero(np.isin(self.table.document, documents)).tolist()
        listed = frozenset(self.table.words[n] for n in chosen if self.table.tags[n])
        codes = self.table.codes[chosen]
        if "Anony" in self.features:
            known = [self.table.words[n] in listed for n in chosen]
            codes = codes.copy()
            codes[:, _LISTED] = np.where(known, self.table.vocabulary["Anony", ""], -1)
        events = make_events(codes[:, self._columns], self.table.tags[chosen], len(self.table.vocabulary))
        weights = train_gis(events, iterations=self._iterations, cut_off=self._cut_off, tell=tell)
        return weights, listed

    def judge(self, documents: Sequence[int], weights: Floats, listed: frozenset[str]) -> WordCounts:
        """What the finder says of documents, its own tags fed back, against what is given."""
        extra: dict[str, float] = {
            name: float(weights[self.table.vocabulary[name, ""]])
            for name in FED_BACK
            if name in self.features
        }
        counts = WordCounts()
        for number in documents:
            mine = np.flatnonzero(self.table.document == number).tolist()
            fixed = scores(self.table.codes[mine][:, self._fixed], weights)
            if extra:
                asked = [self.table.asked[n] for n in mine]
                likely = feed_back(fixed.tolist(), asked, extra, listed)
                found = np.array([value > 0.5 for value in likely])
            else:
                found = fixed > 0
            tags = self.table.tags[mine]
            counts = counts.plus(_compared(found, tags))
        return counts

    def model(self, documents: Sequence[int]) -> FinderModel:
        """The finder itself, without the weights that are nothing."""
        weights, listed = self.train(documents)
        found: dict[str, dict[str, float]] = {name: {} for name in self.features}
        for (name, value), number in self.table.vocabulary.items():
            if name in found and weights[number]:
                found[name][value] = round(float(weights[number]), 6)
        return FinderModel(found, listed if "Anony" in self.features else frozenset())


def _compared(found: NDArray[np.bool_], tags: NDArray[np.bool_]) -> WordCounts:
    right, same = int((found & tags).sum()), int((found == tags).sum())
    return WordCounts(right, int(found.sum()), int(tags.sum()), len(tags), same)


class CrossValidated(NamedTuple):
    """The mean over the folds, as the thesis has it, and the counts of all of them together."""

    precision: float
    recall: float
    f1: float
    f2: float
    counts: WordCounts


Folds = Sequence[tuple[Sequence[int], Sequence[int]]]  # documents to learn from, documents to judge


def cross_validate(trainer: Trainer, folds: Folds) -> CrossValidated:
    """Every document is judged by a finder that has not seen it."""
    found = [trainer.judge(test, *trainer.train(learn)) for learn, test in folds]
    whole = WordCounts()
    for counts in found:
        whole = whole.plus(counts)
    rows = [(counts.precision, counts.recall, counts.f(1), counts.f(2)) for counts in found]
    means = [float(mean) for mean in np.mean(rows, axis=0)]
    return CrossValidated(means[0], means[1], means[2], means[3], whole)


def error_by_iterations(trainer: Trainer, folds: Folds, at: Sequence[int]) -> dict[int, float]:
    """The cross-validated error after so many iterations each, the trainer's own number being the most."""
    sums = dict.fromkeys(at, 0.0)
    for learn, test in folds:
        seen: dict[int, Floats] = {}

        def keep(iteration: int, weights: Floats, seen: dict[int, Floats] = seen) -> None:
            if iteration in sums:
                seen[iteration] = weights.copy()

        _, listed = trainer.train(learn, tell=keep)
        for iteration, weights in seen.items():
            sums[iteration] += trainer.judge(test, weights, listed).error / len(folds)
    return sums


def best_iterations(errors: Mapping[int, float]) -> int:
    """Where to stop: the first number of iterations with the smallest error."""
    return min(errors, key=lambda number: (errors[number], number))

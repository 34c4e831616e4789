"""Learns from development sets what a score is worth and where the operating points lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from nescio.detect.tagger.model import Dial, Mention, Scored, Tagger
from nescio.learn.corpora import CLASSES, MASKED, OUTSIDE, Sentence, mentions
from nescio.learn.scoring import Answered, TagScores, score

_KNOTS = 24
_PER_KNOT = 15  # claims that make a point of a curve, at least
_FEWEST = 60  # claims of a label from which a curve can be learnt
_BINS = 15
_PER_BIN = 150  # claims of a label in one bin, at least: with fewer, chance alone makes a gap
_LOWEST, _HIGHEST = 0.05, 0.9  # of all thresholds
_GROUP, _FEWEST_GROUPS = 25, 4  # claims that make a share, and how many shares are needed
_CASELESS_SHARES = (1.0, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2)


class Judged(NamedTuple):
    """A claimed mention: its label, its score, whether it is exactly right."""

    label: str
    score: float
    right: bool


class Judgeable(NamedTuple):
    """Sentences or documents with what the network says of them."""

    sentences: list[Sentence]
    scored: Scored


def score_once(tagger: Tagger, sentences: Sequence[Sentence]) -> Judgeable:
    """Run the network over sentences that come as words; operating points are tried on the result."""
    filled = [sentence for sentence in sentences if sentence.words]
    return Judgeable(filled, tagger.score([sentence.passage for sentence in filled]))


def to_bio(length: int, found: Sequence[Mention]) -> list[str]:
    """Return the BIO tags of one sentence."""
    tags = [OUTSIDE] * length
    for mention in found:
        tags[mention.start] = f"B-{mention.label}"
        for at in range(mention.start + 1, mention.end):
            tags[at] = f"I-{mention.label}"
    return tags


def measure(tagger: Tagger, sets: Mapping[str, Judgeable], dial: Dial) -> dict[str, TagScores]:
    """TagScores the tagger on named sets at one operating point."""
    found: dict[str, TagScores] = {}
    for name, part in sets.items():
        answers = tagger.decode(part.scored, dial)
        found[name] = score(
            Answered(s.tags, to_bio(len(s.words), a), s.silent)
            for s, a in zip(part.sentences, answers, strict=True)
        )
    return found


def find_dial(tagger: Tagger, sets: Iterable[Judgeable], lean: Mapping[str, float]) -> Dial:
    """Return an operating point: per label the threshold at which hiding a word begins to pay.

    `lean` says for each label how many times more a missed word weighs than a word hidden for nothing.
    A word counts as right when it belongs to any mention: what is hidden under a wrong name is
    hidden all the same.
    """
    found: dict[str, list[tuple[float, bool]]] = {label: [] for label in CLASSES}
    for part in sets:
        for label, chance, right in _claims(tagger, part):
            found[label].append((chance, right))
    return Dial({label: _best_threshold(own, lean[label]) for label, own in found.items()})


def _claims(tagger: Tagger, part: Judgeable) -> Iterator[tuple[str, float, bool]]:
    """Return for every word its likeliest label, the chance that it is sensitive, and whether it is."""
    for reading, chances in tagger.likeliest(part.scored):
        sentence = part.sentences[reading.passage]
        tags = sentence.tags[reading.frame.start : reading.frame.end]
        for tag, (label, chance) in zip(tags, chances, strict=True):
            if chance >= _LOWEST and tag != MASKED and not (tag == OUTSIDE and label in sentence.silent):
                yield label, chance, tag != OUTSIDE


def _best_threshold(claims: Sequence[tuple[float, bool]], lean: float) -> float:
    """Return the least chance at which hiding costs less than leaving, by what such words proved to be."""
    wanted = 1 / (1 + lean)
    ordered = sorted(claims)
    groups = [g for g in np.array_split(np.arange(len(ordered)), len(ordered) // _GROUP or 1) if len(g)]
    if len(groups) < _FEWEST_GROUPS:
        return round(wanted, 3)  # too few to learn from: the network is believed
    true = _rising([float(np.mean([ordered[i][1] for i in g])) for g in groups])
    first = next((g for g, share in zip(groups, true, strict=True) if share >= wanted), groups[-1])
    return round(float(np.clip(ordered[first[0]][0], _LOWEST, _HIGHEST)), 3)


def find_caseless_share(tagger: Tagger, sets: Mapping[str, Judgeable], dial: Dial, *, loss: float) -> float:
    """Return the largest share of the threshold that keeps the recall of text without case.

    "Without case" means the same sets in small letters and in capitals; `loss` is how much
    recall they may lose on average.
    """
    base = _mean_recall(measure(tagger, sets, dial))
    ways: list[Callable[[str], str]] = [str.lower, str.upper]
    changed = [{name: _recased(tagger, part, way) for name, part in sets.items()} for way in ways]
    for share in _CASELESS_SHARES:
        leant = lower_caseless(dial, share)
        if all(_mean_recall(measure(tagger, own, leant)) >= base - loss for own in changed):
            return share
    return _CASELESS_SHARES[-1]


def lower_caseless(dial: Dial, share: float) -> Dial:
    """Return the operating point with a lower threshold for text without case."""
    return dial._replace(caseless=share)


def _recased(tagger: Tagger, part: Judgeable, change: Callable[[str], str]) -> Judgeable:
    return score_once(tagger, [s._replace(words=tuple(map(change, s.words))) for s in part.sentences])


def _mean_recall(scores: Mapping[str, TagScores]) -> float:
    return float(np.mean([s.token.recall for s in scores.values()]))


def judge(tagger: Tagger, part: Judgeable, dial: Dial) -> list[Judged]:
    """Return every claimed mention and whether it is right; undecided text is left out."""
    judged: list[Judged] = []
    for sentence, found in zip(part.sentences, tagger.decode(part.scored, dial), strict=True):
        wanted = set(mentions(sentence.tags))
        judged += [
            Judged(m.label, m.score, (m.start, m.end, m.label) in wanted)
            for m in found
            if MASKED not in sentence.tags[m.start : m.end] and m.label not in sentence.silent
        ]
    return judged


def fit_curves(judged: Sequence[Judged]) -> dict[str, dict[str, list[float]]]:
    """Return per label a rising curve from raw score to share of right mentions.

    A label with few claims takes the curve of all together: its own would follow single cases.
    """
    by_label = {label: [j for j in judged if j.label == label] for label in CLASSES}
    return {
        label: _isotonic(own if len(own) >= _FEWEST else judged) for label, own in by_label.items() if judged
    }


def _isotonic(judged: Sequence[Judged]) -> dict[str, list[float]]:
    ordered = sorted(judged, key=lambda j: j.score)
    knots = min(_KNOTS, max(1, len(ordered) // _PER_KNOT))
    groups = [g for g in np.array_split(np.arange(len(ordered)), knots) if len(g)]
    raw = [float(np.mean([ordered[i].score for i in g])) for g in groups]
    true = _rising([float(np.mean([ordered[i].right for i in g])) for g in groups])
    return {"raw": [round(x, 5) for x in raw], "true": [round(float(y), 5) for y in true]}


def _rising(values: Sequence[float]) -> list[float]:
    """Pool neighbours until the values never fall (equal weights)."""
    blocks: list[tuple[float, int]] = []
    for value in values:
        blocks.append((value, 1))
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            (a, n), (b, m) = blocks[-2:]
            blocks[-2:] = [((a * n + b * m) / (n + m), n + m)]
    return [value for value, count in blocks for _ in range(count)]


def apply_curves(
    judged: Sequence[Judged], curves: Mapping[str, Mapping[str, Sequence[float]]]
) -> list[Judged]:
    """Return the judged mentions with calibrated scores."""
    return [
        j._replace(score=float(np.interp(j.score, curves[j.label]["raw"], curves[j.label]["true"])))
        if j.label in curves
        else j
        for j in judged
    ]


def calibration_error(judged: Sequence[Judged]) -> float:
    """Return the expected calibration error over 15 equally wide bins."""
    bins = [min(int(j.score * _BINS), _BINS - 1) for j in judged]
    return _gap([[j for j, own in zip(judged, bins, strict=True) if own == b] for b in set(bins)])


def label_error(judged: Sequence[Judged]) -> float:
    """Return the same over bins of equally many claims: a few claims in wide bins only show the sample."""
    ordered = sorted(judged, key=lambda j: j.score)
    parts = np.array_split(np.arange(len(ordered)), min(_BINS, max(1, len(ordered) // _PER_BIN)))
    return _gap([[ordered[i] for i in part] for part in parts])


def _gap(bins: Sequence[Sequence[Judged]]) -> float:
    """How far the mean score of each bin is from its share of right claims, on average over claims."""
    gaps = [abs(sum(j.score for j in own) - sum(j.right for j in own)) for own in bins]
    return float(sum(gaps) / sum(map(len, bins)))


def crossed_errors(judged: Sequence[Judged]) -> dict[str, float]:
    """Return the calibration error of all labels and of each, every half calibrated on the other.

    A label with few claims has none: its error would be that of the sample.
    """
    halves = [judged[0::2], judged[1::2]]
    done = [j for own, other in (halves, halves[::-1]) for j in apply_curves(own, fit_curves(other))]
    by_label = {label: [j for j in done if j.label == label] for label in CLASSES}
    told = {label: label_error(own) for label, own in by_label.items() if len(own) >= _FEWEST}
    return {name: round(error, 4) for name, error in {"all": calibration_error(done), **told}.items()}


def as_manifest(dials: Mapping[str, Dial]) -> dict[str, dict[str, Any]]:
    """Return the operating points as the manifest stores them."""
    return {name: dial._asdict() for name, dial in dials.items()}

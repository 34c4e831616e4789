"""The shipped tagger: files checked against their manifest, words in, scored mentions out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from nescio.core.errors import ConfigError, PluginError, known
from nescio.core.groups import in_groups
from nescio.core.plain_json import read_json
from nescio.detect.tagger import pieces
from nescio.detect.tagger.crf import (
    Chain,
    Doubles,
    Posterior,
    best_paths,
    path_probability,
    posteriors,
    step_blocks,
    tag_shares,
)
from nescio.detect.tagger.lexicon import FLAGS, Lexicon, LexiconTables
from nescio.detect.tagger.net import FrameScores, NetWeights, TaggerNet, WordEncoder, WordWeights
from nescio.detect.tagger.passages import Passage
from nescio.detect.tagger.pieces import PieceSplitter, PieceTable
from nescio.detect.tagger.products import Floats
from nescio.detect.tagger.recurrence import LstmLayer
from nescio.detect.tagger.stored import REBUILD, check_files, map_arrays
from nescio.detect.tagger.surroundings import SURROUNDINGS
from nescio.packs.kept import keep

FORMAT = 3
MANIFEST = "manifest.json"
_FORBIDDEN = -1e6
_CHUNK = 12_000  # words decoded together: bounds the memory of long documents
SPOTS = "BIES"  # where in a mention a word stands


class Mention(NamedTuple):
    """Words `start` to `end` of a sentence are a `label`, with the given probability."""

    start: int
    end: int
    label: str
    score: float


class Dial(NamedTuple):
    """One operating point: how probable a mention must be at a word, by the likeliest label there."""

    thresholds: Mapping[str, float]
    caseless: float = 1.0  # what is left of a threshold in sentences all in small letters or all in capitals

    @classmethod
    def even(cls, labels: Iterable[str], threshold: float) -> Dial:
        """The same for every label."""
        return cls(dict.fromkeys(labels, threshold))


class Scored(NamedTuple):
    """What the network says of some passages: decoded at any operating point."""

    passages: int
    readings: Sequence[FrameScores]
    chances: Sequence[Posterior]
    shares: Sequence[Shares]


class Shares(NamedTuple):
    """Of each word of a reading: the number of its likeliest label, and how probably it has any."""

    labels: NDArray[np.int64]
    inside: Doubles


@cache
def _linear_algebra() -> ThreadpoolController:
    """The libraries behind numpy; looking for them takes milliseconds, so it is done once."""
    return ThreadpoolController()


class Tagger:
    """Tags passages that come as words."""

    def __init__(self, net: TaggerNet, manifest: Mapping[str, Any]) -> None:
        self._net = net
        weights = net.weights
        self._chain = Chain(weights.transitions, weights.first, weights.last)
        self._blocks = step_blocks(weights.transitions)
        self._tags: list[str] = list(manifest["tags"])
        self._labels = [tag[2:] for tag in self._tags[1 :: len(SPOTS)]]
        self._curves: Mapping[str, Mapping[str, list[float]]] = manifest.get("calibration", {})
        self._dials = {name: Dial(**values) for name, values in manifest["operating_points"].items()}
        self.labels = frozenset(self._labels)
        self.version = str(manifest["version"])

    def dial(self, name: str) -> Dial:
        """Return a named operating point."""
        if name not in self._dials:
            raise ConfigError(
                f"Such a recall is no operating point of the tagger. {known(name, self._dials)}"
            )
        return self._dials[name]

    def tag(self, passages: Sequence[Passage], dial: Dial) -> list[list[Mention]]:
        """Return the mentions of every passage, sorted, never overlapping."""
        [found] = self.tag_at(passages, [dial])
        return found

    def tag_at(self, passages: Sequence[Passage], dials: Sequence[Dial]) -> list[list[list[Mention]]]:
        """Return the mentions at several operating points; the network runs once."""
        found: list[list[list[Mention]]] = [[] for _ in dials]
        for group in in_groups(passages, lambda passage: len(passage.words), _CHUNK):
            for answers, decoded in zip(found, self.decode_at(self.score(group), dials), strict=True):
                answers += decoded
        return found

    def score(self, passages: Sequence[Passage]) -> Scored:
        """Return the tag scores and probabilities of passages."""
        filled = [number for number, passage in enumerate(passages) if passage.words]
        # The matrices are small: threads of the linear algebra only wait for each other, and on a
        # busy machine fifty times longer than the work takes. Processes are the way to use cores.
        with _linear_algebra().limit(limits=1, user_api="blas"):
            readings = self._net.read([passages[number] for number in filled])
            own = [reading._replace(passage=filled[reading.passage]) for reading in readings]
            chances = posteriors([reading.scores for reading in own], self._chain) if own else []
        return Scored(len(passages), own, chances, list(map(self._shares, chances)))

    def decode(self, scored: Scored, dial: Dial) -> list[list[Mention]]:
        """Return the mentions at one operating point.

        Every word whose probability of belonging to a mention reaches the threshold does so,
        and no other word; among the tags that allow this, the best path is taken.
        """
        [found] = self.decode_at(scored, [dial])
        return found

    def decode_at(self, scored: Scored, dials: Sequence[Dial]) -> list[list[list[Mention]]]:
        """Return the mentions at several operating points; what they have in common is decoded once."""
        chosen = self._chosen(scored, dials)
        runs = sorted({run for own in chosen for run in own}, key=lambda run: run.start - run.end)
        mentions = {
            run: self._mentions(path, scored.chances[run.reading], run.start)
            for run, path in zip(runs, self._paths(scored, runs), strict=True)
        }
        answers = []
        for own in chosen:
            found: list[list[Mention]] = [[] for _ in scored.readings]
            for run in own:
                found[run.reading] += mentions[run]
            answers.append(_kept(scored, found))
        return answers

    def _chosen(self, scored: Scored, dials: Sequence[Dial]) -> list[list[_Run]]:
        """The runs of words that are probable enough to belong to mentions, by operating point."""
        if not scored.readings:
            return [[] for _ in dials]
        labels, inside = (np.concatenate(part) for part in zip(*scored.shares, strict=True))
        caseless = np.concatenate([reading.caseless for reading in scored.readings])
        sizes = np.array([len(reading.caseless) for reading in scored.readings])
        found = []
        for dial in dials:
            thresholds = np.array([dial.thresholds[label] for label in self._labels], dtype=np.float32)
            least = thresholds[labels] * np.where(caseless, dial.caseless, 1.0)
            found.append(_runs(inside >= least, sizes))
        return found

    def likeliest(self, scored: Scored) -> Iterator[tuple[FrameScores, list[tuple[str, float]]]]:
        """Return for every word of every reading its likeliest label, and how probably it has any."""
        for reading, (labels, inside) in zip(scored.readings, scored.shares, strict=True):
            yield reading, [(self._labels[n], p) for n, p in zip(labels, inside.tolist(), strict=True)]

    def _shares(self, chance: Posterior) -> Shares:
        shares = tag_shares(chance)
        by_label = shares[:, 1 :: len(SPOTS)].copy()
        for spot in range(2, len(SPOTS) + 1):
            by_label += shares[:, spot :: len(SPOTS)]
        return Shares(by_label.argmax(1), 1.0 - shares[:, 0])

    def _paths(self, scored: Scored, runs: list[_Run]) -> list[list[int]]:
        """Return the best tags of runs, longest first, of words that belong to mentions between others."""
        chain = self._chain
        behind = np.ascontiguousarray(chain.transitions[:, 0])
        cut = []
        for run in runs:
            whole = scored.readings[run.reading].scores
            own = whole[run.start : run.end].copy()
            own[:, 0] = _FORBIDDEN
            own[0] += chain.transitions[0] if run.start else chain.first
            own[-1] += behind if run.end < len(whole) else chain.last
            cut.append(own)
        free = np.zeros_like(chain.first)
        return best_paths(cut, Chain(chain.transitions, free, free), self._blocks)

    def _mentions(self, path: Sequence[int], chance: Posterior, offset: int) -> list[Mention]:
        found: list[Mention] = []
        start = 0
        for at, number in enumerate(path):
            tag = self._tags[number]
            if tag[0] in "BS":
                start = at
            if tag[0] in "ES":
                raw = path_probability(chance, offset + start, path[start : at + 1])
                score = self._calibrate(tag[2:], raw)
                found.append(Mention(offset + start, offset + at + 1, tag[2:], score))
        return found

    def _calibrate(self, label: str, raw: float) -> float:
        curve = self._curves.get(label)
        # Curves may leap at 1: what differs from it by a rounding error is 1.
        return round(_between(curve["raw"], curve["true"], round(raw, 6)) if curve else raw, 4)


def _between(places: Sequence[float], values: Sequence[float], at: float) -> float:
    """The value of a curve of straight lines; of a few points, sooner than numpy has looked at them."""
    following = bisect_right(places, at)
    if following == 0 or following == len(places):
        return values[0] if following == 0 else values[-1]
    left, right = places[following - 1], places[following]
    low, high = values[following - 1], values[following]
    return low + (high - low) / (right - left) * (at - left)


class _Run(NamedTuple):
    """Neighbouring words of a reading that belong to mentions."""

    reading: int
    start: int
    end: int


def _runs(inside: NDArray[np.bool_], sizes: NDArray[np.int64]) -> list[_Run]:
    """The runs of words of readings that stand one behind the other; none goes on into the next."""
    ends = np.cumsum(sizes)
    before, behind = np.append(False, inside[:-1]), np.append(inside[1:], False)
    before[(ends - sizes)[sizes > 0]] = False
    behind[ends[sizes > 0] - 1] = False
    first, last = np.flatnonzero(inside & ~before), np.flatnonzero(inside & ~behind)
    reading = np.searchsorted(ends, first, side="right")
    begin = (ends - sizes)[reading]
    return list(map(_Run, reading.tolist(), (first - begin).tolist(), (last + 1 - begin).tolist()))


def _kept(scored: Scored, found: Sequence[Sequence[Mention]]) -> list[list[Mention]]:
    """Number the mentions by passage; a mention belongs to the frame that keeps its start."""
    answers: list[list[Mention]] = [[] for _ in range(scored.passages)]
    by_place = sorted(
        (reading.passage, reading.frame, number) for number, reading in enumerate(scored.readings)
    )
    for passage, frame, number in by_place:
        kept = answers[passage]
        for mention in sorted(found[number]):
            start, end = frame.start + mention.start, frame.start + mention.end
            free = not kept or start >= kept[-1].end
            if frame.keep_from <= start < frame.keep_to and free:
                kept.append(Mention(start, end, mention.label, mention.score))
    return answers


def load_tagger(folder: Path) -> Tagger:
    """Open a model folder; a missing, damaged or foreign file is an error."""
    manifest = _read_manifest(folder)
    check_files(folder, manifest["files"])
    lexicon = Lexicon(LexiconTables(**map_arrays(folder / "lexicon.npz")))
    arrays = map_arrays(folder / "weights.npz")
    splitter = PieceSplitter(_piece_table(folder), arrays["piece_scores"])
    weights = _net_weights(arrays)
    return Tagger(TaggerNet(weights, WordEncoder(weights.word, splitter, lexicon)), manifest)


def _piece_table(folder: Path) -> PieceTable:
    path = folder / "pieces.txt"

    def make() -> tuple[bytes, bytes, int]:
        keys, numbers, longest = PieceTable.of(path.read_bytes().decode("utf-8").split("\n"))
        return keys.tobytes(), numbers.tobytes(), longest

    keys, numbers, longest = keep("pieces", folder, [path, Path(pieces.__file__)], make)
    return PieceTable(np.frombuffer(keys, dtype=np.uint64), np.frombuffer(numbers, dtype=np.uint32), longest)


def _read_manifest(folder: Path) -> Mapping[str, Any]:
    path = folder / MANIFEST
    try:
        manifest = read_json(path.read_bytes())
    except FileNotFoundError as error:
        raise PluginError(f"The tagger's model file {MANIFEST!r} is missing. {REBUILD}") from error
    except ValueError as error:
        raise PluginError(f"The tagger's model file {MANIFEST!r} is damaged. {REBUILD}") from error
    if not isinstance(manifest, Mapping):
        raise PluginError(f"The tagger's model file {MANIFEST!r} is damaged. {REBUILD}")
    if manifest.get("format") != FORMAT:
        raise PluginError(
            f"The tagger's model has format {manifest.get('format')!r}, "
            f"this nescio reads format {FORMAT}. {REBUILD}"
        )
    if tuple(manifest.get("flags", ())) != FLAGS or tuple(manifest.get("surroundings", ())) != SURROUNDINGS:
        raise PluginError(f"The tagger's model was made for other features than this nescio's. {REBUILD}")
    return manifest


def _net_weights(arrays: Mapping[str, Any]) -> NetWeights:
    def floats(name: str) -> Floats:
        return np.ascontiguousarray(arrays[name], dtype=np.float32)

    word = WordWeights(
        arrays["table"],
        *(floats(name) for name in WordWeights._fields[1:]),
    )
    layers = int(arrays["layers"])
    lstm = tuple(LstmLayer(*(floats(f"lstm{n}_{part}") for part in LstmLayer._fields)) for n in range(layers))
    rest = {
        name: floats(name) for name in ("extra_w", "style", "out_w", "out_b", "transitions", "first", "last")
    }
    return NetWeights(word=word, lstm=lstm, **rest)

"""The shipped tagger: files checked against their manifest, words in, scored mentions out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from nescio.core.errors import ConfigError, PluginError, known
from nescio.core.plain_json import read_json
from nescio.detect.tagger.crf import (
    Chain,
    Posterior,
    best_paths,
    path_probability,
    posteriors,
    share_elsewhere,
)
from nescio.detect.tagger.features import CASELESS, sentence_case
from nescio.detect.tagger.lexicon import FLAGS, Lexicon, LexiconTables
from nescio.detect.tagger.net import Floats, LstmLayer, NetWeights, TaggerNet, WordEncoder, WordWeights
from nescio.detect.tagger.pieces import PieceSplitter

FORMAT = 2
MANIFEST = "manifest.json"
_FORBIDDEN = -1e6
_CHUNK = 512  # sentences decoded together: bounds the memory of long documents
_REBUILD = "Reinstall nescio, or rebuild the model with `nescio train tagger`."


class Mention(NamedTuple):
    """Words `start` to `end` of a sentence are a `label`, with the given probability."""

    start: int
    end: int
    label: str
    score: float


class Dial(NamedTuple):
    """One operating point: how probable it must be that a word belongs to a mention."""

    threshold: float
    caseless_threshold: float  # in sentences all in small letters or all in capitals

    @classmethod
    def plain(cls) -> Dial:
        """More probable than not."""
        return cls(0.5, 0.5)


class Scored(NamedTuple):
    """Sentences, longest first, with what the network says of them: decoded at any operating point."""

    sentences: Sequence[Sequence[str]]
    scores: Sequence[Floats]
    chances: Sequence[Posterior]


@cache
def _linear_algebra() -> ThreadpoolController:
    """The libraries behind numpy; looking for them takes milliseconds, so it is done once."""
    return ThreadpoolController()


class Tagger:
    """Tags sentences that come as words."""

    def __init__(self, net: TaggerNet, manifest: Mapping[str, Any]) -> None:
        self._net = net
        weights = net.weights
        self._chain = Chain(weights.transitions, weights.first, weights.last)
        self._tags: list[str] = list(manifest["tags"])
        self._outside = self._tags.index("O")
        self._curves: Mapping[str, Mapping[str, list[float]]] = manifest.get("calibration", {})
        self._dials = {name: Dial(**values) for name, values in manifest["operating_points"].items()}
        self.labels = frozenset(tag[2:] for tag in self._tags if tag != "O")
        self.version = str(manifest["version"])

    def dial(self, name: str) -> Dial:
        """Return a named operating point."""
        if name not in self._dials:
            raise ConfigError(
                f"Such a recall is no operating point of the tagger. {known(name, self._dials)}"
            )
        return self._dials[name]

    def tag(self, sentences: Sequence[Sequence[str]], dial: Dial) -> list[list[Mention]]:
        """Return the mentions of every sentence, sorted, never overlapping."""
        [found] = self.tag_at(sentences, [dial])
        return found

    def tag_at(self, sentences: Sequence[Sequence[str]], dials: Sequence[Dial]) -> list[list[list[Mention]]]:
        """Return the mentions at several operating points; the network runs once."""
        order = sorted((i for i in range(len(sentences)) if sentences[i]), key=lambda i: -len(sentences[i]))
        found: list[list[list[Mention]]] = [[[] for _ in sentences] for _ in dials]
        # The matrices are small: threads of the linear algebra only wait for each other, and on a
        # busy machine fifty times longer than the work takes. Processes are the way to use cores.
        with _linear_algebra().limit(limits=1, user_api="blas"):
            for at in range(0, len(order), _CHUNK):
                chunk = order[at : at + _CHUNK]
                own = [sentences[i] for i in chunk]
                scored = self.score(own)
                for answers, dial in zip(found, dials, strict=True):
                    for i, answer in zip(chunk, self.decode(scored, dial), strict=True):
                        answers[i] = answer
        return found

    def score(self, sentences: Sequence[Sequence[str]]) -> Scored:
        """Return the tag scores and probabilities of sentences, which come longest first."""
        scores = self._net.emissions(sentences)
        return Scored(sentences, scores, posteriors(scores, self._chain) if scores else [])

    def decode(self, scored: Scored, dial: Dial) -> list[list[Mention]]:
        """Return the mentions at one operating point.

        Every word whose probability of belonging to a mention reaches the threshold does so,
        and no other word; among the tags that allow this, the best path is taken.
        """
        found: list[list[Mention]] = [[] for _ in scored.sentences]
        inside = [
            share_elsewhere(chance, self._outside) >= self._threshold(words, dial)
            for words, chance in zip(scored.sentences, scored.chances, strict=True)
        ]
        busy = [i for i, own in enumerate(inside) if own.any()]
        if busy:
            paths = best_paths([self._hold(scored.scores[i], inside[i]) for i in busy], self._chain)
            for i, path in zip(busy, paths, strict=True):
                found[i] = self._mentions(path, scored.chances[i])
        return found

    def _threshold(self, words: Sequence[str], dial: Dial) -> float:
        return dial.caseless_threshold if sentence_case(words) in CASELESS else dial.threshold

    def _hold(self, scores: Floats, inside: NDArray[np.bool_]) -> Floats:
        """Leave "outside" to the words that are outside, and only that."""
        held = scores.copy()
        held[inside, self._outside] = _FORBIDDEN
        kept = held[~inside, self._outside]
        held[~inside] = _FORBIDDEN
        held[~inside, self._outside] = kept
        return held

    def _mentions(self, path: Sequence[int], chance: Posterior) -> list[Mention]:
        found: list[Mention] = []
        start = 0
        for at, number in enumerate(path):
            tag = self._tags[number]
            if tag[0] in "BS":
                start = at
            if tag[0] in "ES":
                raw = path_probability(chance, start, path[start : at + 1])
                found.append(Mention(start, at + 1, tag[2:], self._calibrate(tag[2:], raw)))
        return found

    def _calibrate(self, label: str, raw: float) -> float:
        curve = self._curves.get(label)
        value = float(np.interp(raw, curve["raw"], curve["true"])) if curve else raw
        return round(value, 4)


def load_tagger(folder: Path) -> Tagger:
    """Open a model folder; a missing, damaged or foreign file is an error."""
    manifest = _read_manifest(folder)
    blobs = {name: _read_checked(folder / name, entry) for name, entry in manifest["files"].items()}
    with np.load(BytesIO(blobs["lexicon.npz"]), allow_pickle=False) as stored:
        lexicon = Lexicon(LexiconTables(*(stored[field] for field in LexiconTables._fields)))
    with np.load(BytesIO(blobs["weights.npz"]), allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    pieces = blobs["pieces.txt"].decode("utf-8").split("\n")
    splitter = PieceSplitter(pieces, arrays["piece_scores"].tolist())
    weights = _net_weights(arrays)
    return Tagger(TaggerNet(weights, WordEncoder(weights.word, splitter, lexicon)), manifest)


def _read_manifest(folder: Path) -> Mapping[str, Any]:
    path = folder / MANIFEST
    try:
        manifest = read_json(path.read_bytes())
    except FileNotFoundError as error:
        raise PluginError(f"The tagger's model file {MANIFEST!r} is missing. {_REBUILD}") from error
    except ValueError as error:
        raise PluginError(f"The tagger's model file {MANIFEST!r} is damaged. {_REBUILD}") from error
    if not isinstance(manifest, Mapping):
        raise PluginError(f"The tagger's model file {MANIFEST!r} is damaged. {_REBUILD}")
    if manifest.get("format") != FORMAT:
        raise PluginError(
            f"The tagger's model has format {manifest.get('format')!r}, "
            f"this nescio reads format {FORMAT}. {_REBUILD}"
        )
    if tuple(manifest.get("flags", ())) != FLAGS:
        raise PluginError(f"The tagger's model was made for other word flags than this nescio. {_REBUILD}")
    return manifest


def _read_checked(path: Path, entry: Mapping[str, Any]) -> bytes:
    try:
        blob = path.read_bytes()
    except FileNotFoundError as error:
        raise PluginError(f"The tagger's model file {path.name!r} is missing. {_REBUILD}") from error
    if sha256(blob).hexdigest() != entry["sha256"]:
        raise PluginError(
            f"The tagger's model file {path.name!r} is damaged: its checksum is wrong. {_REBUILD}"
        )
    return blob


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

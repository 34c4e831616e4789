"""The tagger's network in plain numpy: word encoder, BiLSTM, conditional random field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nescio.detect.tagger.features import CHARS, char_rows, shape_number, title_form
from nescio.detect.tagger.lexicon import FLAGS, Lexicon
from nescio.detect.tagger.passages import Passage, pack_frames
from nescio.detect.tagger.pieces import PieceSplitter
from nescio.detect.tagger.products import Floats, times
from nescio.detect.tagger.recurrence import LstmLayer, Placement, Recurrence
from nescio.detect.tagger.surroundings import CASELESS, WordFacts, see_all
from nescio.detect.tagger.tokens import Window

_CACHED_WORDS = 40_000
_BATCH_TOKENS = 4_000


class WordWeights(NamedTuple):
    """What turns a word into a vector; the piece table is int8 with one scale per piece."""

    table: NDArray[np.int8]
    table_scale: Floats
    char_vectors: Floats
    char_filter: Floats  # (3 * char size, filters)
    char_bias: Floats
    shape_vectors: Floats
    word_w: Floats
    word_b: Floats


class NetWeights(NamedTuple):
    """All learnt numbers."""

    word: WordWeights
    extra_w: Floats
    style: Floats
    lstm: tuple[LstmLayer, ...]
    out_w: Floats
    out_b: Floats
    transitions: Floats
    first: Floats
    last: Floats


class FrameScores(NamedTuple):
    """What the network says of one frame: scores by word and tag; which words have no telling case."""

    passage: int
    frame: Window
    scores: Floats
    caseless: NDArray[np.bool_]


class WordEncoder:
    """Computes a word's vector once and remembers it."""

    def __init__(self, weights: WordWeights, splitter: PieceSplitter, lexicon: Lexicon) -> None:
        self._weights = weights
        self._splitter = splitter
        self._lexicon = lexicon
        self._reset()

    def _reset(self) -> None:
        self._row: dict[str, int] = {}
        self._bits: list[int] = []
        self._facts = WordFacts()
        self.vectors = np.empty((1024, self._weights.word_b.shape[0]), dtype=np.float32)

    def encode(self, passages: Sequence[Passage]) -> list[tuple[NDArray[np.int64], Floats]]:
        """Return for each passage its rows in `vectors` and what is seen around each word."""
        if len(self._row) > _CACHED_WORDS:
            self._reset()
        new = list(dict.fromkeys(w for passage in passages for w in passage.words if w not in self._row))
        for at in range(0, len(new), 2048):
            self._add(new[at : at + 2048])
        return self._look(passages) if passages else []

    def _look(self, passages: Sequence[Passage]) -> list[tuple[NDArray[np.int64], Floats]]:
        rows = [self._row[word] for passage in passages for word in passage.words]
        bits = [self._bits[row] for row in rows]
        ends = np.cumsum([len(passage.words) for passage in passages]).tolist()
        phrases = np.concatenate(
            [
                self._lexicon.phrases(passage.words, bits[end - len(passage.words) : end])
                for passage, end in zip(passages, ends, strict=True)
            ]
        )
        words, breaks = zip(*passages, strict=True)
        seen = see_all(words, breaks, self._facts.look(rows, bits), self._facts.fold_number)
        around = np.concatenate([seen.astype(np.float32), phrases], 1)
        numbers = np.array(rows, dtype=np.int64)
        return list(zip(np.split(numbers, ends[:-1]), np.split(around, ends[:-1]), strict=True))

    def _add(self, words: Sequence[str]) -> None:
        bits, vectors = self._compute(words)
        count = len(self._row)
        while count + len(words) > len(self.vectors):
            self.vectors = np.concatenate([self.vectors, np.empty_like(self.vectors)])
        self.vectors[count : count + len(words)] = vectors
        self._row.update((word, count + i) for i, word in enumerate(words))
        self._bits.extend(bits.tolist())
        self._facts.add(words)

    def _compute(self, words: Sequence[str]) -> tuple[NDArray[np.uint16], Floats]:
        weights = self._weights
        bits, zipf = self._lexicon.words(words)
        flags = ((bits[:, None] >> np.arange(len(FLAGS))) & 1).astype(np.float32)
        shapes = weights.shape_vectors[[shape_number(word) for word in words]]
        titles = list(map(title_form, words))
        place = {form: at for at, form in enumerate(dict.fromkeys([*words, *titles]))}
        means = self._mean_pieces(list(place))
        written, titled = means[[place[word] for word in words]], means[[place[word] for word in titles]]
        parts = [written, titled, self._letters(words), shapes, flags, zipf]
        return bits, np.maximum(times(np.concatenate(parts, 1), weights.word_w) + weights.word_b, 0)

    def _mean_pieces(self, words: Sequence[str]) -> Floats:
        weights = self._weights
        flat, counts = self._splitter.split(words)
        means = np.zeros((len(words), weights.table.shape[1]), dtype=np.float32)
        if counts.any():
            starts = (np.cumsum(counts) - counts)[counts > 0]
            rows = weights.table[flat] * weights.table_scale[flat, None]
            sums = np.add.reduceat(rows, starts, axis=0)
            means[counts > 0] = sums / counts[counts > 0, None]
        return means

    def _letters(self, words: Sequence[str]) -> Floats:
        """The highest answers of the filters over the letters of each word and the room behind them."""
        weights = self._weights
        rows = np.pad(char_rows(words), ((0, 0), (1, 1)))
        # Behind a word all places are alike: one of them is enough, beside the one at its end.
        used = np.minimum([len(word) + 2 for word in words], CHARS)
        word = np.repeat(np.arange(len(words)), used)
        starts = np.cumsum(used) - used
        place = np.arange(len(word)) - starts[word]
        seen = [weights.char_vectors[rows[word, place + at]] for at in range(3)]
        filtered = times(np.concatenate(seen, 1), weights.char_filter) + weights.char_bias
        return np.asarray(np.maximum(np.maximum.reduceat(filtered, starts), 0), dtype=np.float32)


class TaggerNet:
    """Gives the tag scores of passages; the answer for a passage does not depend on other ones."""

    def __init__(self, weights: NetWeights, encoder: WordEncoder) -> None:
        self.weights = weights
        self._encoder = encoder
        first, *others = weights.lstm
        around = np.stack([weights.extra_w @ own for own in first.w_in])
        self._layers = [Recurrence(first, around), *(Recurrence(layer) for layer in others)]
        self._out, self._word_out = np.split(weights.out_w, [2 * first.w_rec.shape[1]])
        self._around_out = weights.extra_w @ self._word_out

    def read(self, passages: Sequence[Passage]) -> list[FrameScores]:
        """Return the tag scores of every frame of the passages, longest first."""
        encoded = self._encoder.encode(passages)
        frames = [
            (number, frame)
            for number, passage in enumerate(passages)
            for frame in pack_frames(passage.breaks)
        ]
        frames.sort(key=lambda own: own[1].start - own[1].end)
        words = self._words([rows for rows, _ in encoded])
        found: list[FrameScores] = []
        for group in _groups(frames):
            rows = [words.rows[number][frame.start : frame.end] for number, frame in group]
            around = [encoded[number][1][frame.start : frame.end] for number, frame in group]
            scores = self._batch(words, rows, around)
            found += [
                FrameScores(number, frame, own, seen[:, CASELESS].max(1) > 0)
                for (number, frame), own, seen in zip(group, scores, around, strict=True)
            ]
        return found

    def _words(self, rows: Sequence[NDArray[np.int64]]) -> _Words:
        """What depends on a word alone: computed once for each that stands in some passages."""
        if not rows:
            return _Words([], [], np.empty(0, dtype=np.float32))
        unique, inverse = np.unique(np.concatenate(rows), return_inverse=True)
        vectors = self._encoder.vectors[unique] + self.weights.style
        scores = times(vectors, self._word_out) + self.weights.out_b
        ends = np.cumsum([len(own) for own in rows])
        return _Words(np.split(inverse, ends[:-1]), self._layers[0].share(vectors), scores)

    def _batch(
        self, words: _Words, rows: Sequence[NDArray[np.int64]], around: Sequence[Floats]
    ) -> list[Floats]:
        lengths = np.array([len(row) for row in rows])
        place = Placement(lengths)
        owner, extra = np.concatenate(rows), np.concatenate(around)
        first, *others = self._layers
        hidden = first.run(words.gates, owner, place, extra)
        for layer in others:
            hidden = layer.run(layer.share(hidden), np.arange(len(hidden)), place)
        scores = times(hidden, self._out) + times(extra, self._around_out)
        scores += words.scores[owner]
        return np.split(scores, np.cumsum(lengths)[:-1])


class _Words(NamedTuple):
    """The distinct words of some passages: which word stands where, what each adds to gates and scores."""

    rows: Sequence[NDArray[np.int64]]
    gates: list[Floats]
    scores: Floats


def _groups(frames: Sequence[tuple[int, Window]]) -> list[list[tuple[int, Window]]]:
    groups: list[list[tuple[int, Window]]] = []
    room = 0
    for number, frame in frames:
        size = frame.end - frame.start
        if size > room:
            groups.append([])
            room = _BATCH_TOKENS
        groups[-1].append((number, frame))
        room -= size
    return groups

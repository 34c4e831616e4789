"""The tagger's network in plain numpy: word encoder, BiLSTM, conditional random field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nescio.detect.tagger.features import char_numbers, shape_number, title_form, token_extras
from nescio.detect.tagger.lexicon import FLAGS, Lexicon
from nescio.detect.tagger.pieces import PieceSplitter

Floats = NDArray[np.float32]
_CACHED_WORDS = 40_000
_BATCH_TOKENS = 4_000


class LstmLayer(NamedTuple):
    """Both directions of one layer; the first axis is the direction."""

    w_in: Floats  # (2, inputs, 4 hidden), gates in the order i f g o
    w_rec: Floats  # (2, hidden, 4 hidden)
    bias: Floats  # (2, 4 hidden)


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
        self._vectors = np.empty((1024, self._weights.word_b.shape[0]), dtype=np.float32)

    def encode(
        self, sentences: Sequence[Sequence[str]]
    ) -> tuple[list[NDArray[np.int64]], Floats, list[Floats]]:
        """Return row numbers per sentence, the vectors they point to, and the extras of each position."""
        if len(self._row) > _CACHED_WORDS:
            self._reset()
        new = list(dict.fromkeys(w for words in sentences for w in words if w not in self._row))
        for at in range(0, len(new), 2048):
            self._add(new[at : at + 2048])
        rows = [np.array([self._row[word] for word in words], dtype=np.int64) for words in sentences]
        return rows, self._vectors, [self._extras(w, r) for w, r in zip(sentences, rows, strict=True)]

    def _extras(self, words: Sequence[str], rows: NDArray[np.int64]) -> Floats:
        phrases = self._lexicon.phrases(words, (self._bits[row] for row in rows))
        return np.concatenate([token_extras(words), phrases], 1)

    def _add(self, words: Sequence[str]) -> None:
        bits, vectors = self._compute(words)
        count = len(self._row)
        while count + len(words) > len(self._vectors):
            self._vectors = np.concatenate([self._vectors, np.empty_like(self._vectors)])
        self._vectors[count : count + len(words)] = vectors
        self._row.update((word, count + i) for i, word in enumerate(words))
        self._bits.extend(bits.tolist())

    def _compute(self, words: Sequence[str]) -> tuple[NDArray[np.uint16], Floats]:
        weights = self._weights
        bits, zipf = self._lexicon.words(words)
        flags = ((bits[:, None] >> np.arange(len(FLAGS))) & 1).astype(np.float32)
        shapes = weights.shape_vectors[[shape_number(word) for word in words]]
        forms = dict.fromkeys(form for word in words for form in (word, title_form(word)))
        place = {form: at for at, form in enumerate(forms)}
        means = self._mean_pieces(list(forms))
        written, titled = means[[place[w] for w in words]], means[[place[title_form(w)] for w in words]]
        parts = [written, titled, self._letters(words), shapes, flags, zipf]
        return bits, np.maximum(np.concatenate(parts, 1) @ weights.word_w + weights.word_b, 0)

    def _mean_pieces(self, words: Sequence[str]) -> Floats:
        weights = self._weights
        split = [self._splitter.split(word) for word in words]
        counts = np.array([len(pieces) for pieces in split])
        means = np.zeros((len(words), weights.table.shape[1]), dtype=np.float32)
        if counts.any():
            flat = np.array([piece for pieces in split for piece in pieces])
            starts = (np.cumsum(counts) - counts)[counts > 0]
            rows = weights.table[flat] * weights.table_scale[flat, None]
            sums = np.add.reduceat(rows, starts, axis=0)
            means[counts > 0] = sums / counts[counts > 0, None]
        return means

    def _letters(self, words: Sequence[str]) -> Floats:
        weights = self._weights
        letters = weights.char_vectors[[char_numbers(word) for word in words]]
        padded = np.pad(letters, ((0, 0), (1, 1), (0, 0)))
        stacked = np.concatenate([padded[:, :-2], padded[:, 1:-1], padded[:, 2:]], 2)
        filtered = stacked @ weights.char_filter + weights.char_bias
        return np.asarray(np.maximum(filtered, 0).max(1), dtype=np.float32)


class TaggerNet:
    """Gives the tag scores of sentences; the answer for a sentence does not depend on other documents."""

    def __init__(self, weights: NetWeights, encoder: WordEncoder) -> None:
        self.weights = weights
        self._encoder = encoder

    def emissions(self, sentences: Sequence[Sequence[str]]) -> list[Floats]:
        """Return one (words, tags) array per sentence, in the given order."""
        order = sorted(range(len(sentences)), key=lambda i: -len(sentences[i]))
        found: list[Floats] = [np.empty((0, 0), dtype=np.float32)] * len(sentences)
        for group in _groups(order, sentences):
            for i, scores in zip(group, self._batch([sentences[i] for i in group]), strict=True):
                found[i] = scores
        return found

    def _batch(self, sentences: Sequence[Sequence[str]]) -> list[Floats]:
        weights = self.weights
        rows, vectors, extras = self._encoder.encode(sentences)
        unique, inverse = np.unique(np.concatenate(rows), return_inverse=True)
        words, extra = vectors[unique] + weights.style, np.concatenate(extras)
        flat = words[inverse] + extra @ weights.extra_w
        lengths = np.array([len(row) for row in rows])
        place = _Placement(lengths)
        # Words repeat: their share of the gates is computed once per distinct word.
        first = weights.lstm[0]
        gates = np.stack(
            [
                (words @ first.w_in[way])[inverse[at]] + extra[at] @ (weights.extra_w @ first.w_in[way])
                for way, at in enumerate((place.forward, place.backward))
            ]
        )
        hidden = run_lstm(first, gates, place)
        for layer in weights.lstm[1:]:
            hidden = run_lstm(layer, input_gates(layer, hidden, place), place)
        scores = np.concatenate([hidden, flat], 1) @ weights.out_w + weights.out_b
        return np.split(scores, np.cumsum(lengths)[:-1])


def _groups(order: Sequence[int], sentences: Sequence[Sequence[str]]) -> list[list[int]]:
    groups: list[list[int]] = []
    room = 0
    for i in order:
        size = len(sentences[i])
        if size > room:
            groups.append([])
            room = _BATCH_TOKENS
        groups[-1].append(i)
        room -= size
    return groups


class _Placement:
    """Where the step-by-step order of a batch lies in the sentence-by-sentence order.

    Sentences come longest first, so the sentences still running at a step are
    the first ones, and step `t` owns a contiguous block of rows.
    """

    def __init__(self, lengths: NDArray[np.int64]) -> None:
        starts = np.cumsum(lengths) - lengths
        self.active = [int((lengths > step).sum()) for step in range(int(lengths[0]))]
        self.forward = np.concatenate([starts[:n] + step for step, n in enumerate(self.active)])
        ends = starts + lengths - 1
        self.backward = np.concatenate([ends[:n] - step for step, n in enumerate(self.active)])


def input_gates(layer: LstmLayer, inputs: Floats, place: _Placement) -> Floats:
    """Return what the inputs add to the gates of both directions, in step order."""
    return np.stack([inputs[place.forward] @ layer.w_in[0], inputs[place.backward] @ layer.w_in[1]])


def run_lstm(layer: LstmLayer, gates: Floats, place: _Placement) -> Floats:
    """Return the joined outputs of both directions, sentence by sentence."""
    hidden = layer.w_rec.shape[1]
    count = gates.shape[1]
    out = np.empty((2, count, hidden), dtype=np.float32)
    state = np.zeros((2, place.active[0], hidden), dtype=np.float32)
    cell = np.zeros_like(state)
    bias = layer.bias[:, None]
    at = 0
    for active in place.active:
        now = np.matmul(state[:, :active], layer.w_rec) + gates[:, at : at + active] + bias
        state, cell = _step(now, cell[:, :active], hidden)
        out[:, at : at + active] = state
        at += active
    joined = np.empty((count, 2 * hidden), dtype=np.float32)
    joined[place.forward, :hidden] = out[0]
    joined[place.backward, hidden:] = out[1]
    return joined


def _step(gates: Floats, cell: Floats, hidden: int) -> tuple[Floats, Floats]:
    # The sigmoid is written with tanh: one vectorized call, no overflow.
    sigmoid = 0.5 * np.tanh(0.5 * gates) + 0.5
    keep, forget, opened = (
        sigmoid[..., :hidden],
        sigmoid[..., hidden : 2 * hidden],
        sigmoid[..., 3 * hidden :],
    )
    fresh = np.tanh(gates[..., 2 * hidden : 3 * hidden])
    cell = forget * cell + keep * fresh
    return opened * np.tanh(cell), cell

"""The tagger's network in torch, for training; `detect/tagger/net.py` is its twin without torch."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from nescio.detect.tagger.features import ALPHABET, SHAPES
from nescio.detect.tagger.lexicon import FLAGS, PHRASE_CLASSES
from nescio.detect.tagger.model import SPOTS
from nescio.detect.tagger.surroundings import SURROUNDINGS
from nescio.learn.corpora import CLASSES
from nescio.learn.tagger.field import partition

TAGS = ("O", *(f"{prefix}-{name}" for name in CLASSES for prefix in SPOTS))
_FORBIDDEN = -1e4
EXTRAS = len(SURROUNDINGS) + 2 * len(PHRASE_CLASSES)


@dataclass(frozen=True, slots=True)
class NetShape:
    """Sizes of the network; the manifest carries them."""

    vector: int = 512
    projected: int = 192
    chars: int = 24
    char_filters: int = 64
    shape: int = 16
    word: int = 256
    hidden: int = 256
    languages: int = 4
    styles: int = 32
    layers: int = 1


@dataclass(frozen=True, slots=True)
class Batch:
    """Unique words of a batch, sentences as numbers into them, and what the corpus allows."""

    written: Tensor  # (words, vector)
    titled: Tensor
    chars: Tensor  # (words, CHARS)
    shapes: Tensor
    flags: Tensor  # (words, flags + languages)
    words: Tensor  # (sentences, length), 0 is padding
    extras: Tensor  # (sentences, length, EXTRAS)
    styles: Tensor  # (sentences,)
    lengths: Tensor
    allowed: Tensor  # (sentences, length, tags)


def allowed_transitions() -> Tensor:
    """Return 0 where a tag may follow another, a large negative number elsewhere."""
    table = torch.full((len(TAGS), len(TAGS)), _FORBIDDEN)
    for i, before in enumerate(TAGS):
        for j, after in enumerate(TAGS):
            if may_follow(before, after):
                table[i, j] = 0.0
    return table


def may_follow(before: str, after: str) -> bool:
    """Return whether `after` may stand behind `before` in a BIOES sequence."""
    if before[0] in "BI":
        return after[0] in "IE" and after[1:] == before[1:]
    return after[0] in "OBS"


class TorchTagger(nn.Module):
    """Word encoder, BiLSTM and conditional random field: scores the BIOES tags of all classes.

    The loss sums over all tags a corpus allows.
    """

    def __init__(self, shape: NetShape, dropout: float = 0.3) -> None:
        super().__init__()
        self.legal: Tensor
        self.first: Tensor
        self.last: Tensor
        self.shape = shape
        self.project = nn.Linear(shape.vector, shape.projected, bias=False)
        self.char_vectors = nn.Embedding(len(ALPHABET) + 1, shape.chars, padding_idx=0)
        self.char_filter = nn.Conv1d(shape.chars, shape.char_filters, 3, padding=1)
        self.shape_vectors = nn.Embedding(SHAPES, shape.shape)
        width = 2 * shape.projected + shape.char_filters + shape.shape + len(FLAGS) + shape.languages
        self.word_layer = nn.Linear(width, shape.word)
        self.extra_layer = nn.Linear(EXTRAS, shape.word, bias=False)
        self.style_vectors = nn.Embedding(shape.styles, shape.word)
        nn.init.normal_(self.style_vectors.weight, std=0.02)
        self.lstm = nn.LSTM(
            shape.word,
            shape.hidden,
            shape.layers,
            batch_first=True,
            bidirectional=True,
            dropout=dropout if shape.layers > 1 else 0.0,
        )
        self.output = nn.Linear(2 * shape.hidden + shape.word, len(TAGS))
        self.transitions = nn.Parameter(torch.zeros(len(TAGS), len(TAGS)))
        self.register_buffer("legal", allowed_transitions())
        self.register_buffer("first", torch.tensor([0.0 if tag[0] in "OBS" else _FORBIDDEN for tag in TAGS]))
        self.register_buffer("last", torch.tensor([0.0 if tag[0] in "OES" else _FORBIDDEN for tag in TAGS]))
        self.dropout = dropout

    def encode_words(self, batch: Batch) -> Tensor:
        """Return one vector per unique word; row 0 is padding."""
        letters = self.char_filter(self.char_vectors(batch.chars).transpose(1, 2)).relu().amax(2)
        flags = batch.flags
        if self.training:
            kept = (torch.rand(len(flags), 1) >= 0.15).float()
            flags = flags * kept
        parts = [
            self.project(batch.written),
            self.project(batch.titled),
            letters,
            self.shape_vectors(batch.shapes),
            flags,
        ]
        joined = nn.functional.dropout(torch.cat(parts, 1), 0.1, self.training)
        encoded = self.word_layer(joined).relu()
        return torch.cat([torch.zeros(1, encoded.shape[1]), encoded], 0)

    def emissions(self, batch: Batch) -> Tensor:
        """Return the tag scores of every position."""
        x = nn.functional.embedding(batch.words, self.encode_words(batch))
        extras = batch.extras
        if self.training:
            x = x * (torch.rand(x.shape[:2]) >= 0.05).float()[:, :, None]
        x = x + self.extra_layer(extras) + self.style_vectors(batch.styles)[:, None, :]
        x = _locked_dropout(x, self.dropout, self.training)
        packed = nn.utils.rnn.pack_padded_sequence(x, batch.lengths, batch_first=True, enforce_sorted=False)
        hidden, _ = nn.utils.rnn.pad_packed_sequence(
            self.lstm(packed)[0], batch_first=True, total_length=x.shape[1]
        )
        hidden = _locked_dropout(hidden, self.dropout, self.training)
        scores: Tensor = self.output(torch.cat([hidden, x], 2))
        return scores

    @torch.no_grad()
    def settle(self) -> None:
        """Take out what all tags share: the field does not see it, so it would grow without bound."""
        self.output.weight -= self.output.weight.mean(0, keepdim=True)
        self.output.bias -= self.output.bias.mean()

    def loss(self, batch: Batch) -> Tensor:
        """Return the mean negative log probability per word of the allowed tag paths."""
        scores = self.emissions(batch)
        held = scores.masked_fill(~batch.allowed, _FORBIDDEN)
        both = partition(
            torch.cat([held, scores], 0),
            self.transitions + self.legal,
            self.first,
            self.last,
            batch.lengths.repeat(2),
        )
        half = len(scores)
        return (both[half:] - both[:half]).sum() / batch.lengths.sum()

    @torch.no_grad()
    def decode(self, batch: Batch) -> list[list[int]]:
        """Return the best tag numbers of each sentence."""
        scores = self.emissions(batch)
        table = self.transitions + self.legal
        best = scores[:, 0] + self.first
        back = []
        finals = [best]
        for at in range(1, scores.shape[1]):
            value, source = (best[:, :, None] + table).max(1)
            best = value + scores[:, at]
            back.append(source)
            finals.append(best)
        return [
            _trace([b[i] for b in back[: int(n) - 1]], int((finals[int(n) - 1][i] + self.last).argmax()))
            for i, n in enumerate(batch.lengths)
        ]


def _trace(back: list[Tensor], last: int) -> list[int]:
    path = [last]
    for source in reversed(back):
        path.append(int(source[path[-1]]))
    return path[::-1]


def _locked_dropout(x: Tensor, rate: float, training: bool) -> Tensor:
    if not training or rate == 0:
        return x
    mask = (torch.rand(x.shape[0], 1, x.shape[2]) >= rate).float() / (1 - rate)
    return x * mask

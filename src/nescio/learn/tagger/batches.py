"""Sentences to tensors: a growing store of word features and batches of similar length."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from nescio.detect.tagger.features import char_rows, shape_number, title_form
from nescio.detect.tagger.lexicon import FLAGS, Lexicon
from nescio.detect.tagger.passages import pack_frames
from nescio.detect.tagger.pieces import PieceSplitter
from nescio.detect.tagger.surroundings import WordFacts, see
from nescio.detect.tagger.tokens import Window
from nescio.learn.corpora import MASKED, OUTSIDE, PLAIN, Sentence
from nescio.learn.tagger.torch_tagger import EXTRAS, TAGS, Batch

_OPEN_NUMBER = {tag: number for number, tag in enumerate([*TAGS, PLAIN, MASKED])}


class Styled(NamedTuple):
    """A frame, the number of its corpus (0 means any), and what is seen around each word."""

    sentence: Sentence
    style: int = 0
    around: NDArray[np.float32] | None = None  # from the whole passage; else from the frame alone


class WordStore:
    """Remembers the features of every word seen so far."""

    def __init__(self, splitter: PieceSplitter, table: NDArray[np.float32], lexicon: Lexicon) -> None:
        self._splitter = splitter
        self._table = table
        self._lexicon = lexicon
        self._number: dict[str, int] = {}
        self._vectors: list[NDArray[np.float16]] = []
        self._chars: list[NDArray[np.int64]] = []
        self._shapes: list[int] = []
        self._bits: list[int] = []
        self._facts = WordFacts()
        self._flags: list[NDArray[np.float32]] = []

    def numbers(self, words: Sequence[str]) -> list[int]:
        """Return the store's number of each word, adding new ones."""
        new = list(dict.fromkeys(word for word in words if word not in self._number))
        if new:
            self._add(new)
        return [self._number[word] for word in words]

    def _add(self, words: Sequence[str]) -> None:
        bits, zipf = self._lexicon.words(words)
        flags = ((bits[:, None] >> np.arange(len(FLAGS))) & 1).astype(np.float32)
        self._chars.extend(char_rows(words))
        written, titled = self._means(words), self._means(list(map(title_form, words)))
        for at, (word, bit, row) in enumerate(
            zip(words, bits, np.concatenate([flags, zipf], 1), strict=True)
        ):
            self._number[word] = len(self._vectors)
            self._vectors.append(np.concatenate([written[at], titled[at]]))
            self._shapes.append(shape_number(word))
            self._bits.append(int(bit))
            self._flags.append(row)
        self._facts.add(words)

    def _means(self, words: Sequence[str]) -> list[NDArray[np.float16]]:
        """The mean vector of the pieces of each word."""
        flat, counts = self._splitter.split(words)
        nothing = np.zeros(self._table.shape[1], dtype=np.float16)
        return [
            np.asarray(self._table[own].mean(0), dtype=np.float16) if len(own) else nothing
            for own in np.split(flat, np.cumsum(counts)[:-1])
        ]

    def around(self, sentence: Sentence) -> NDArray[np.float32]:
        """Return what the tagger sees around each word."""
        rows = self.numbers(sentence.words)
        bits = [self._bits[number] for number in rows]
        facts = self._facts.look(rows, bits)
        seen = see(sentence.words, sentence.passage.breaks, facts, self._facts.fold_number)
        return np.concatenate([seen.astype(np.float32), self._lexicon.phrases(sentence.words, bits)], 1)

    def frames(self, sentence: Sentence, style: int = 0) -> Iterator[tuple[Window, Styled]]:
        """Cut a passage into frames that know what stands in the whole of it."""
        around = self.around(sentence)
        for frame in pack_frames(sentence.passage.breaks):
            cut = slice(frame.start, frame.end)
            own = Sentence(sentence.words[cut], sentence.tags[cut], sentence.silent)
            yield frame, Styled(own, style, around[cut])

    def batch(self, items: Sequence[Styled]) -> Batch:
        """Return the tensors of some frames."""
        rows = [self.numbers(item.sentence.words) for item in items]
        # In the order they come, whatever the store has seen before: a resumed training does the same.
        unique = list(dict.fromkeys(number for row in rows for number in row))
        place = {number: at + 1 for at, number in enumerate(unique)}
        length = max(len(row) for row in rows)
        words = torch.zeros(len(rows), length, dtype=torch.long)
        extras = torch.zeros(len(rows), length, EXTRAS)
        allowed = torch.ones(len(rows), length, len(TAGS), dtype=torch.bool)
        for i, (item, row) in enumerate(zip(items, rows, strict=True)):
            around = self.around(item.sentence) if item.around is None else item.around
            words[i, : len(row)] = torch.from_numpy(np.array([place[number] for number in row]))
            extras[i, : len(row)] = torch.from_numpy(around)
            allowed[i, : len(row)] = torch.from_numpy(allowed_tags(item.sentence))
        vectors = torch.from_numpy(np.stack([self._vectors[u] for u in unique]).astype(np.float32))
        half = vectors.shape[1] // 2
        return Batch(
            vectors[:, :half],
            vectors[:, half:],
            torch.from_numpy(np.stack([self._chars[u] for u in unique])),
            torch.tensor([self._shapes[u] for u in unique]),
            torch.from_numpy(np.stack([self._flags[u] for u in unique])),
            words,
            extras,
            torch.tensor([item.style for item in items]),
            torch.tensor([len(row) for row in rows]),
            allowed,
        )


def allowed_tags(sentence: Sentence) -> NDArray[np.bool_]:
    """Return which BIOES tags each BIO tag leaves open; a masked word leaves all.

    Outside of the classes that a corpus annotates, the others are possible.
    """
    rows = _open_rows(sentence.silent)
    return rows[[_OPEN_NUMBER[tag] for tag in to_bioes(sentence.tags)]]


@cache
def _open_rows(silent: frozenset[str]) -> NDArray[np.bool_]:
    """Return for each tag of a corpus, in the order of `_OPEN_NUMBER`, which tags it leaves open."""
    rows = np.eye(len(_OPEN_NUMBER), len(TAGS), dtype=np.bool_)
    rows[_OPEN_NUMBER[OUTSIDE]] = [tag == OUTSIDE or tag[2:] in silent for tag in TAGS]
    rows[_OPEN_NUMBER[PLAIN], _OPEN_NUMBER[OUTSIDE]] = True
    rows[_OPEN_NUMBER[MASKED]] = True
    return rows


def to_bioes(tags: Sequence[str]) -> list[str]:
    """Return the sequence with the ends of mentions marked."""
    found: list[str] = []
    for at, tag in enumerate(tags):
        if tag in (OUTSIDE, MASKED, PLAIN):
            found.append(tag)
            continue
        following = tags[at + 1] if at + 1 < len(tags) else OUTSIDE
        open_left = tag[0] == "I" and at > 0 and tags[at - 1][2:] == tag[2:]
        open_right = following == f"I-{tag[2:]}"
        prefix = {(False, False): "S", (False, True): "B", (True, True): "I", (True, False): "E"}[
            (open_left, open_right)
        ]
        found.append(f"{prefix}-{tag[2:]}")
    return found


def to_bio(numbers: Sequence[int]) -> list[str]:
    """Return BIO tags for tag numbers."""
    names = [TAGS[number] for number in numbers]
    swap = {"S": "B", "E": "I"}
    return [name if name == OUTSIDE else swap.get(name[0], name[0]) + name[1:] for name in names]


def batches(items: Sequence[Styled], *, tokens: int, rng: random.Random) -> Iterator[list[Styled]]:
    """Return batches of about `tokens` words, sentences of like length together, in random order."""
    ordered = sorted(items, key=lambda item: (len(item.sentence.words), rng.random()))
    found: list[list[Styled]] = [[]]
    room = tokens
    for item in ordered:
        size = len(item.sentence.words)
        if found[-1] and size > room:
            found.append([])
            room = tokens
        found[-1].append(item)
        room -= size
    rng.shuffle(found)
    yield from found

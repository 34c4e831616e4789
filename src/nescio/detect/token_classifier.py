"""Token-classification models: windows over sub-words, probabilities per word, words to spans."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain
from threading import Lock
from typing import Any, Final, NamedTuple

from nescio.core.errors import PluginError
from nescio.core.labels import OUTSIDE
from nescio.detect.frames import without_surrogates
from nescio.text.segment import TokenPlace, tokenize

_WINDOW: Final = 256  # sub-words; longer windows cost memory and time and bring little
_BATCH: Final = 8
_PREFIX: Final = re.compile(r"([BIESLU])[-_](.+)")
_BEGINS: Final = frozenset("BSU")
_ENDS: Final = frozenset("ESLU")


class _Tag(NamedTuple):
    """One output of the model."""

    prefix: str  # empty for models without B- and I-
    label: str | None  # None is outside


class _Said(NamedTuple):
    """What the model says about one word."""

    tag: _Tag
    chance: float  # of the label, whatever its prefix


class TokenClassifier:
    """Finds spans with any model of the kind; a score is the least sure word's probability."""

    def __init__(self, torch: Any, tokenizer: Any, model: Any, *, folder: str = "") -> None:
        if not tokenizer.is_fast:
            raise PluginError(
                f"The model {folder!r} has no fast tokenizer ('tokenizer.json'), so its answers have no "
                "exact places."
            )
        self._torch, self._tokenizer, self._model = torch, tokenizer, model.eval()
        names = model.config.id2label
        self._tags = [_read_tag(str(names[number])) for number in range(len(names))]
        self.labels = frozenset(tag.label for tag in self._tags if tag.label is not None)
        if not self.labels:
            raise PluginError(f"The model {folder!r} finds nothing: its configuration names no label.")
        self._window = _window_size(tokenizer, model.config)
        self._lock = Lock()  # fast tokenizers refuse to be borrowed twice

    def find(self, text: str) -> list[tuple[int, int, str, float]]:
        words = tokenize(text)
        if not words:
            return []
        said = self._ask(without_surrogates(text), words)
        return list(_join(words, [said.get(number) for number in range(len(words))]))

    def _ask(self, text: str, words: Sequence[TokenPlace]) -> dict[int, _Said]:
        """Word number to answer: the first sub-word speaks, from the window that sees most around it."""
        with self._lock:
            encoded = self._tokenizer(
                text,
                truncation=True,
                max_length=self._window,
                stride=self._window // 4,
                return_overflowing_tokens=True,
                return_offsets_mapping=True,
                verbose=False,
            )
        starts = [word.start for word in words]
        best: dict[int, tuple[int, _Said]] = {}
        for number, chances in enumerate(self._chances(encoded["input_ids"])):
            firsts = _first_pieces(text, encoded["offset_mapping"][number], starts)
            for word, at in firsts.items():
                room = min(at, len(chances) - at)
                if word not in best or best[word][0] < room:
                    best[word] = room, self._read(chances[at])
        return {word: answer for word, (_, answer) in best.items()}

    def _chances(self, windows: Sequence[Sequence[int]]) -> Iterator[list[list[float]]]:
        torch = self._torch
        for at in range(0, len(windows), _BATCH):
            some = windows[at : at + _BATCH]
            longest = max(map(len, some))
            fill = self._tokenizer.pad_token_id or 0
            ids = torch.tensor([[*ids, *[fill] * (longest - len(ids))] for ids in some])
            mask = torch.tensor([[*[1] * len(ids), *[0] * (longest - len(ids))] for ids in some])
            with torch.inference_mode():
                answer = self._model(input_ids=ids, attention_mask=mask).logits.softmax(-1).tolist()
            for ids_of_one, row in zip(some, answer, strict=True):
                yield row[: len(ids_of_one)]

    def _read(self, chances: Sequence[float]) -> _Said:
        """B-PER and I-PER together speak for PER; the stronger of them says where it begins."""
        totals: dict[str | None, float] = {}
        for tag, chance in zip(self._tags, chances, strict=True):
            totals[tag.label] = totals.get(tag.label, 0.0) + chance
        label = max(totals, key=lambda name: totals[name])
        own = [(chance, tag) for tag, chance in zip(self._tags, chances, strict=True) if tag.label == label]
        return _Said(max(own, key=lambda pair: pair[0])[1], min(1.0, totals[label]))


def _window_size(tokenizer: Any, config: Any) -> int:
    # Some models count two positions more than they have.
    positions = getattr(config, "max_position_embeddings", None) or -1
    limit = int(positions) - 2 if positions > 2 else _WINDOW
    return max(8, min(_WINDOW, int(tokenizer.model_max_length), limit))


def _read_tag(name: str) -> _Tag:
    if name in OUTSIDE:
        return _Tag("", None)
    match = _PREFIX.fullmatch(name)
    return _Tag(match[1], match[2]) if match else _Tag("", name)


def _first_pieces(text: str, offsets: Sequence[Sequence[int]], starts: Sequence[int]) -> dict[int, int]:
    """Word number to the place of its first sub-word in a window."""
    found: dict[int, int] = {}
    for at, (start, end) in enumerate(offsets):
        while start < end and text[start].isspace():  # some tokenizers count the space to the word
            start += 1
        if starts[0] <= start < end:
            found.setdefault(bisect_right(starts, start) - 1, at)
    return found


def _join(words: Sequence[TokenPlace], said: Sequence[_Said | None]) -> Iterator[tuple[int, int, str, float]]:
    """Neighbours of one label make a span, unless a prefix says that one ends and another begins."""
    begun: list[_Said] = []
    for at, word in enumerate(chain(said, [None])):
        if begun and (word is None or not _continues(begun[-1].tag, word.tag)):
            label = begun[0].tag.label or ""
            yield (
                words[at - len(begun)].start,
                words[at - 1].end,
                label,
                round(min(part.chance for part in begun), 4),
            )
            begun = []
        if word is not None and word.tag.label is not None:
            begun.append(word)


def _continues(before: _Tag, after: _Tag) -> bool:
    return before.label == after.label and after.prefix not in _BEGINS and before.prefix not in _ENDS

"""Gold and prediction side by side: the same documents, the same text, the same offsets."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from nescio.core.errors import InputError
from nescio.evaluate.model import Annotation, Mark, wrong
from nescio.text.segment import tokenize


@dataclass(frozen=True, slots=True)
class Pair:
    """One annotator's view of a document and what a system found in it, over one text."""

    gold: Annotation
    predicted: Annotation

    @property
    def text(self) -> str:
        return self.gold.text or ""

    @property
    def tokens(self) -> NDArray[np.int64]:
        """The gold's own tokens; where it has none, nescio's."""
        places = tokenize(self.text) if self.gold.tokens is None else self.gold.tokens
        return np.array(places, dtype=np.int64).reshape(-1, 2)


def pair_documents(gold: Sequence[Annotation], predicted: Sequence[Annotation]) -> list[Pair]:
    """Each gold annotation with the prediction for its document.

    Documents with an id are found by it, others by their text, and of equal texts the first
    goes to the first; predictions with neither, by their order. White space may differ; offsets
    of the prediction are carried over.
    Several annotators of one document meet the same prediction.
    """
    finder = _Finder(predicted)
    pairs = [_pair(item, finder.find(item, place)) for place, item in enumerate(gold)]
    for item in predicted:
        if id(item) not in finder.used:
            raise wrong(
                item.file,
                item.line,
                "this document is not among the gold documents: not the same text.",
            )
    return pairs


class _Finder:
    """Finds predictions by id, then by text; each text serves as often as it occurs."""

    def __init__(self, predicted: Sequence[Annotation]) -> None:
        self._order = [item for item in predicted if not item.named]
        self._by_id = {item.id: item for item in predicted if item.named}
        self._by_text: dict[str, list[Annotation]] = defaultdict(list)
        for item in reversed(predicted):
            if item.text is not None:
                self._by_text[_squeeze(item.text)].append(item)
        self._bare = len(self._order) == len(predicted) and all(item.text is None for item in predicted)
        self._of_document: dict[str, Annotation] = {}
        self.used: set[int] = set()

    def find(self, gold: Annotation, place: int) -> Annotation:
        if gold.named and gold.id in self._of_document:
            return self._of_document[gold.id]
        found = self._search(gold, place)
        self.used.add(id(found))
        if gold.named:
            self._of_document[gold.id] = found
        return found

    def _search(self, gold: Annotation, place: int) -> Annotation:
        if self._bare and place < len(self._order):
            return self._order[place]
        if gold.named and gold.id in self._by_id:
            return self._by_id[gold.id]
        same = self._by_text[_squeeze(gold.text or "")]
        while same:
            item = same.pop()
            if id(item) not in self.used:
                return item
        # The next unused one is where the two sides part.
        rest = [item for item in (*self._order, *self._by_id.values()) if id(item) not in self.used]
        if not rest:
            raise wrong(gold.file, gold.line, "this document has no prediction.")
        if rest[0].text is None:
            raise wrong(
                rest[0].file,
                rest[0].line,
                "this document has no text, and no gold document has its id.",
            )
        raise _different(gold, rest[0])


def _different(gold: Annotation, predicted: Annotation) -> InputError:
    left, right = _squeeze(gold.text or ""), _squeeze(predicted.text or "")
    at = next(
        (i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right))
    )
    return wrong(
        predicted.file,
        predicted.line,
        f"this document is not the same text as the gold document at {gold.place}: "
        f"they differ at character {at + 1}, white space not counted "
        f"({len(left)} and {len(right)} characters).",
    )


def _squeeze(text: str) -> str:
    return "".join(text.split())


def _pair(gold: Annotation, predicted: Annotation) -> Pair:
    if gold.text is None:
        raise wrong(gold.file, gold.line, "a gold document needs its text.")
    if predicted.text is None or predicted.text == gold.text:
        moved = predicted
    elif _squeeze(predicted.text) != _squeeze(gold.text):
        raise _different(gold, predicted)
    else:
        moved = _carry_over(predicted, gold.text)
    for mention in moved.mentions:
        if mention.end > len(gold.text):
            raise wrong(
                moved.file,
                mention.line or moved.line,
                f"a mention ends at {mention.end}; the text has {len(gold.text)} characters.",
            )
    text = gold.text
    return Pair(
        replace(gold, mentions=_trim(gold.mentions, text)),
        replace(
            moved, text=text, mentions=_trim(moved.mentions, text), candidates=_trim(moved.candidates, text)
        ),
    )


def _carry_over(predicted: Annotation, text: str) -> Annotation:
    """Offsets into a text that has the same letters with other white space between them."""
    theirs = [i for i, char in enumerate(predicted.text or "") if not char.isspace()]
    ours = [i for i, char in enumerate(text) if not char.isspace()]

    def move(mentions: Iterable[Mark]) -> tuple[Mark, ...]:
        moved = []
        for mention in mentions:
            first, last = bisect_left(theirs, mention.start), bisect_left(theirs, mention.end) - 1
            if first <= last:
                moved.append(mention._replace(start=ours[first], end=ours[last] + 1))
        return tuple(moved)

    return replace(predicted, mentions=move(predicted.mentions), candidates=move(predicted.candidates))


def _trim(mentions: Iterable[Mark], text: str) -> tuple[Mark, ...]:
    """Without white space at the edges; what covers nothing then has nothing to hide and is left out."""
    kept = []
    for mention in mentions:
        start, end = mention.start, mention.end
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if (start, end) == (mention.start, mention.end) and start < end:
            kept.append(mention)
        elif start < end:
            kept.append(mention._replace(start=start, end=end))
    return tuple(kept)

"""Development sets as documents with gold mentions, and how mentions found are counted against them."""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from nescio.core.model import Document, Span
from nescio.packs import load_pack
from nescio.packs.naming import Naming
from nescio.text.folding import fold_word

KINDS = ("PER", "LOC", "ORG")
ANY, OTHER = "ANY", "OTHER"
DOCUMENTS = 60  # of joined sentences; whole documents are all taken
_FIRST_WORD = re.compile(r"([^\W\d_]+\.?)\s+(?=\w)")


class MentionCounts(NamedTuple):
    found: int = 0
    wanted: int = 0
    right: int = 0
    made: int = 0

    def plus(self, other: MentionCounts) -> MentionCounts:
        return MentionCounts(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def recall(self) -> float:
        return self.found / max(1, self.wanted)

    @property
    def precision(self) -> float:
        return self.right / max(1, self.made)


class Gold(NamedTuple):
    document: Document
    mentions: list[Span]


@dataclass(frozen=True)
class MentionSet:
    """One corpus: where it lies, and what its classes mean."""

    name: str
    file: str
    kinds: Mapping[str, str]
    join: int = 0
    partial: bool = False
    naming: Naming = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "naming", load_pack(self.language).naming)

    @property
    def language(self) -> str:
        return self.name.rpartition(".")[2]

    def documents(self, folder: Path) -> list[Gold]:
        """The documents, or nothing if the corpus is not there."""
        path = folder / self.file
        if not path.is_file():
            return []
        texts = list(self._sentences(path) if path.suffix == ".bio" else self._texts(path))
        size = self.join or 1
        starts = range(0, len(texts), size)[: DOCUMENTS if self.join else None]
        return [self._joined(number, texts[at : at + size]) for number, at in enumerate(starts)]

    def _texts(self, path: Path) -> Iterator[tuple[str, list[Span]]]:
        for line in path.read_text(encoding="utf-8").splitlines():
            record: dict[str, Any] = json.loads(line)
            marks = record.get("mentions", record.get("spans", []))
            yield record["text"], [self._span(start, end, label) for start, end, label, *_ in marks]

    def _sentences(self, path: Path) -> Iterator[tuple[str, list[Span]]]:
        for sentence in path.read_text(encoding="utf-8").split("\n\n"):
            text, spans = "", list[Span]()
            for line in sentence.strip("\n").splitlines():
                token, _, tag = line.partition("\t")
                start, end, label = len(text), len(text) + len(token), tag.strip()[2:]
                span = self._span(start, end, label)
                if tag[:1] == "I" and spans and (spans[-1].end, spans[-1].label) == (start - 1, span.label):
                    spans[-1] = spans[-1]._replace(end=end)
                elif label:
                    spans.append(span)
                text += token + " "
            if text:
                yield text.rstrip(" "), spans

    def _span(self, start: int, end: int, label: str) -> Span:
        return Span(start, end, self.kinds.get(label, OTHER), 1.0, "gold")

    def _joined(self, number: int, texts: Sequence[tuple[str, list[Span]]]) -> Gold:
        whole, mentions = "", list[Span]()
        for text, spans in texts:
            moved = (s._replace(start=s.start + len(whole), end=s.end + len(whole)) for s in spans)
            mentions += moved
            whole += text if len(texts) == 1 else text.rstrip("\n") + "\n"
        kept = (self._bare(whole, span) for span in mentions)
        return Gold(Document(str(number), whole, self.language), [span for span in kept if span is not None])

    def _bare(self, text: str, span: Span) -> Span | None:
        """The mention without what belongs to no name: titles, articles, brackets, possessive marks."""
        naming, (start, end) = self.naming, span[:2]
        titles = naming["person.titles"] | naming["person.titles_m"] | naming["person.titles_f"]
        while match := _FIRST_WORD.match(text, start, end):
            word = match[1]
            article = word.islower() and word in naming["determiners"]
            if not article and (span.label not in ("PER", ANY) or fold_word(word) not in titles):
                break
            start = match.end()
        while start < end and not text[start].isalnum():
            start += 1
        while start < end and not text[end - 1].isalnum():
            end -= 1
        if end - start > 2 and text[end - 2] in "'’" and text[end - 1] == "s":
            end -= 2
        if text[start:end].isdigit():  # postal codes
            return span._replace(label=OTHER)
        return span._replace(start=start, end=end) if start < end else None


def read_sets(path: Path) -> list[MentionSet]:
    return [MentionSet(**item) for item in tomllib.loads(path.read_text(encoding="utf-8"))["set"]]


def count(gold: Sequence[Span], answer: Sequence[Span]) -> MentionCounts:
    """Found: spans of its kind cover its two ends. Right: a mention of its kind covers one of its ends."""
    kinds_at: dict[int, set[str]] = defaultdict(set)
    for span in gold:
        for place in range(span.start, span.end):
            kinds_at[place].add(span.label)
    said_at = {place: span.label for span in answer for place in range(span.start, span.end)}
    truth = [span for span in gold if span.label != OTHER]
    found = right = made = 0
    for span in truth:
        said = {said_at.get(span.start), said_at.get(span.end - 1)}
        found += None not in said if span.label == ANY else said == {span.label}
    for span in answer:
        first, last = kinds_at.get(span.start, set()), kinds_at.get(span.end - 1, set())
        if span.label not in KINDS or {OTHER} in (first, last):
            continue
        made += 1
        right += bool({span.label, ANY} & (first | last))
    return MentionCounts(found, len(truth), right, made)

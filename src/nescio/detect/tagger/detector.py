"""The detector that ships: names, dates, numbers and whatever else refers to somebody, in running text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from nescio.core.errors import check_options
from nescio.core.groups import in_groups
from nescio.core.model import DOUBT, Document, Span
from nescio.core.options import filled_option, job_options
from nescio.detect.tagger.model import Mention, Tagger, load_tagger
from nescio.detect.tagger.passages import Passage, cut_passages, find_breaks
from nescio.detect.tagger.tokens import Token, tokenize
from nescio.packs import Pack
from nescio.text.segment import Segmenter

OPTIONS: Final = {"recall": True, "doubts": True, "model": False}
SHIPPED: Final = Path(__file__).parent.parent.parent / "models" / "tagger"
_DEFAULT: Final = "balanced"
_OFF: Final = "off"
_TOGETHER: Final = 60_000  # characters


class TaggerDetector:
    """Claims the mentions that the network finds; a span's score is a calibrated probability.

    With `doubts`, the mentions that only that operating point finds are claimed as doubts: no
    spans by themselves, but evidence for the second pass and for a person who checks.
    """

    name = "tagger"

    def __init__(
        self, tagger: Tagger, segmenter: Segmenter, *, recall: str = _DEFAULT, doubts: str = _OFF
    ) -> None:
        self._tagger = tagger
        self._segmenter = segmenter
        self._dials = [tagger.dial(recall), *([] if doubts == _OFF else [tagger.dial(doubts)])]
        self.labels = tagger.labels

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> TaggerDetector:
        check_options("The detector 'tagger'", options, OPTIONS)
        tagger = _load_once(Path(filled_option("tagger", options, "model", default=str(SHIPPED))))
        for label in sorted(tagger.labels):
            pack.labels.find(label)
        return cls(
            tagger,
            Segmenter(pack.abbreviations),
            recall=filled_option("tagger", options, "recall", default=_DEFAULT),
            doubts=filled_option("tagger", options, "doubts", default=_OFF),
        )

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        groups = in_groups(docs, lambda doc: len(doc.text), _TOGETHER)
        return [claims for group in groups for claims in self._ask(group)]

    def _ask(self, docs: Sequence[Document]) -> Iterator[list[Span]]:
        """The claims of documents that the network reads together; none changes another's answer."""
        read = [self._read(doc.text) for doc in docs]
        passages = [passage for own in read for passage in own.passages]
        answers = [iter(found) for found in self._tagger.tag_at(passages, self._dials)]
        for own in read:
            yield self._claims(own, [list(islice(found, len(own.cuts))) for found in answers])

    def _read(self, text: str) -> _Reading:
        tokens = tokenize(text)
        breaks = find_breaks(text, tokens, self._segmenter.sentences(text))
        words = [token.text for token in tokens]
        return _Reading(tokens, words, breaks, list(cut_passages(breaks)))

    def _claims(self, read: _Reading, found: Sequence[Sequence[Sequence[Mention]]]) -> list[Span]:
        """What is said of one document, by operating point and passage."""
        sure, *more = [
            [
                (read.tokens[start + m.start].start, read.tokens[start + m.end - 1].end, m.label, m.score)
                for (start, _), mentions in zip(read.cuts, answers, strict=True)
                for m in mentions
            ]
            for answers in found
        ]
        claims = [Span(*mention, self.name) for mention in sure]
        known = {mention[:3] for mention in sure}
        for doubtful in more:
            claims += [Span(*m, f"{self.name}:{DOUBT}") for m in doubtful if m[:3] not in known]
        return claims


class _Reading(NamedTuple):
    """A document as the network reads it."""

    tokens: Sequence[Token]
    words: Sequence[str]
    breaks: Sequence[int]
    cuts: Sequence[tuple[int, int]]

    @property
    def passages(self) -> list[Passage]:
        return [Passage(self.words[start:end], self.breaks[start:end]) for start, end in self.cuts]


@lru_cache(maxsize=4)
def _load_once(folder: Path) -> Tagger:
    """Share one model between the languages of a process; it is never changed."""
    return load_tagger(folder)

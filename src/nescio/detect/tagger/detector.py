"""The detector that ships: names, dates, numbers and whatever else refers to somebody, in running text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import check_options
from nescio.core.model import DOUBT, Document, Span
from nescio.core.options import filled_option, job_options
from nescio.detect.tagger.model import Tagger, load_tagger
from nescio.detect.tagger.passages import Passage, cut_passages, find_breaks
from nescio.detect.tagger.tokens import tokenize
from nescio.packs import Pack
from nescio.text.segment import Segmenter

OPTIONS: Final = {"recall": True, "doubts": True, "model": False}
SHIPPED: Final = Path(__file__).parent.parent.parent / "models" / "tagger"
_DEFAULT: Final = "balanced"
_OFF: Final = "off"


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
        # One document at a time: what stands in other documents never changes an answer.
        return [self._claims(doc.text) for doc in docs]

    def _claims(self, text: str) -> list[Span]:
        tokens = tokenize(text)
        breaks = find_breaks(text, tokens, self._segmenter.sentences(text))
        cuts = list(cut_passages(breaks))
        words = [token.text for token in tokens]
        passages = [Passage(words[start:end], breaks[start:end]) for start, end in cuts]
        found, *more = [
            [
                (tokens[start + m.start].start, tokens[start + m.end - 1].end, m.label, m.score)
                for (start, _), mentions in zip(cuts, answers, strict=True)
                for m in mentions
            ]
            for answers in self._tagger.tag_at(passages, self._dials)
        ]
        claims = [Span(*mention, self.name) for mention in found]
        sure = {mention[:3] for mention in found}
        for doubtful in more:
            claims += [Span(*m, f"{self.name}:{DOUBT}") for m in doubtful if m[:3] not in sure]
        return claims


@lru_cache(maxsize=4)
def _load_once(folder: Path) -> Tagger:
    """Share one model between the languages of a process; it is never changed."""
    return load_tagger(folder)

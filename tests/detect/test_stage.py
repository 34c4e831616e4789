"""Stage 1: claims in nescio's labels."""

from __future__ import annotations

from collections.abc import Sequence

from nescio.core.model import Document, Job, Span
from nescio.detect import stage
from tests.helpers import make_kit


class Told:
    """Claims what it was told to."""

    def __init__(self, name: str, *claims: Span) -> None:
        self.name, self.labels, self._claims = name, frozenset(c.label for c in claims), claims

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        return [list(self._claims) for _ in docs]


def test_claims_are_sorted_converted_and_vetoes_kept() -> None:
    one = Told("one", Span(4, 5, "PERZ", 0.5, "one"), Span(2, 3, "O", 0.5, "one"))
    two = Told("two", Span(0, 1, "THING", 0.5, "two"), Span(1, 2, "city", 0.5, "two"))
    [job] = stage.run([Job(Document("d", "abcdef"))], make_kit(detectors=[one, two], tags={"UNK": "0"}))
    assert job.candidates == (
        Span(1, 2, "CITY", 0.5, "two"),
        Span(2, 3, "O", 0.5, "one"),
        Span(4, 5, "PER", 0.5, "one"),
    )


def test_without_detectors_nothing_is_claimed() -> None:
    [job] = stage.run([Job(Document("d", "abc"))], make_kit())
    assert job.candidates == ()

"""Stage 3: the passes one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from nescio.core.model import Document, Span
from nescio.second_pass import stage
from tests.helpers import job_with, make_kit, span_of


class Echo:
    """Adds a word of the document if another one was found before."""

    def __init__(self, after: str, word: str) -> None:
        self._after, self._word = after, word

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]:
        found = {doc.text[span.start : span.end] for span in spans}
        more = [span_of(doc.text, self._word, source="echo")] if self._after in found else []
        return sorted([*spans, *more])


def test_each_pass_sees_what_the_one_before_it_left() -> None:
    kit = make_kit(second_passes=[Echo("Ida", "Otto"), Echo("Otto", "Mia"), Echo("Nobody", "met")])
    [job] = stage.run([job_with("Ida met Otto and Mia.", "Ida")], kit)
    assert [span[:2] for span in job.spans or ()] == [(0, 3), (8, 12), (17, 20)]


def test_without_passes_the_spans_stay() -> None:
    job = job_with("Ida met Otto.", "Ida")
    assert stage.run([job], make_kit()) == [job]


class Listener:
    """Adds whatever the recognizers doubted."""

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]:
        return self.reconsider(doc, spans, ())

    def reconsider(self, doc: Document, spans: Sequence[Span], claims: Sequence[Span]) -> list[Span]:
        return sorted([*spans, *(claim._replace(source="second_pass:x") for claim in claims)])


def test_a_pass_that_can_weigh_claims_is_told_of_them() -> None:
    text = "Ida met Otto."
    doubt = span_of(text, "Otto", source="t:doubt")
    job = job_with(text, "Ida", candidates=(doubt,))
    [done] = stage.run([job], make_kit(second_passes=[Listener()]))
    assert [span[:2] for span in done.spans or ()] == [(0, 3), (8, 12)]


def test_guard_nothing_is_added_inside_a_veto() -> None:
    text = "Ida met Otto."
    veto = span_of(text, "Otto", "O")
    job = job_with(text, "Ida", candidates=(veto,))
    [done] = stage.run([job], make_kit(second_passes=[Echo("Ida", "Otto"), Listener()]))
    assert "second_pass:x" not in {span.source for span in done.spans or ()}

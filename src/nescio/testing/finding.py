"""The laws of the parts that find: detectors, voters, second passes."""

from __future__ import annotations

from typing import ClassVar

from nescio.core.model import Span
from nescio.core.protocols import Detector, Explaining, Reconsidering, SecondPass, Voter
from nescio.testing.laws import Contract, need, need_apart, need_inside


class DetectorContract(Contract):
    """What every detector keeps."""

    text: ClassVar[str]  # a text in which the detector finds something

    def make(self) -> Detector:
        raise NotImplementedError("return the detector under test")

    def test_it_finds_something_in_its_text(self) -> None:
        [spans] = self.make().detect([self.doc(self.text)])
        need(spans, "the detector finds nothing in its own text")

    def test_spans_lie_in_the_text_and_carry_known_labels(self) -> None:
        detector = self.make()
        [spans] = detector.detect([self.doc(self.text)])
        need_inside(spans, self.text)
        for span in spans:
            need(0.0 <= span.score <= 1.0, "a score is not a probability")
            need(span.label in detector.labels or span.label == "O", f"{span.label!r} is not announced")
            need(span.source.startswith(detector.name), "a source does not name its detector")

    def test_the_answer_does_not_depend_on_the_batch(self) -> None:
        detector = self.make()
        [alone] = detector.detect([self.doc(self.text)])
        texts = ("", self.text, "x", self.text)
        answers = detector.detect([self.doc(text) for text in texts])
        need(len(answers) == len(texts), "one answer per document")
        need(answers[1] == alone == answers[3], "the same text gets different answers")

    def test_hard_texts_do_not_break_it(self) -> None:
        texts = ("", " ", "\r\n\t", "a" * 5000, "(" * 500, "\u200b\u202e\ud800", "é\u0301 🙂‍↕️ 1")
        answers = self.make().detect([self.doc(text) for text in texts])
        need(len(answers) == len(texts), "one answer per document")
        for text, spans in zip(texts, answers, strict=True):
            need_inside(spans, text)

    def test_it_says_in_words_how_it_came_to_each_claim_if_it_can(self) -> None:
        detector, doc = self.make(), self.doc(self.text)
        if isinstance(detector, Explaining):
            [spans] = detector.detect([doc])
            said = [detector.explain(doc, span) for span in spans]
            need(all(isinstance(words, str) and words for words in said), "a claim is not explained")


class VoterContract(Contract):
    """What every voter keeps."""

    text: ClassVar[str] = "Anna Meier lives in Lisbon."
    claims: ClassVar[tuple[Span, ...]] = (
        Span(0, 10, "PER", 0.9, "a:1"),
        Span(0, 4, "PER", 0.8, "b:1"),
        Span(5, 19, "ORG", 0.4, "b:2"),
        Span(20, 26, "LOC", 0.9, "a:2"),
    )

    def make(self) -> Voter:
        raise NotImplementedError("return the voter under test")

    def test_winners_are_sorted_and_never_overlap(self) -> None:
        need_apart(self.make().vote(self.doc(self.text), self.claims), self.text)

    def test_the_order_of_claims_is_irrelevant(self) -> None:
        voter, doc = self.make(), self.doc(self.text)
        need(
            voter.vote(doc, self.claims) == voter.vote(doc, self.claims[::-1]),
            "the result depends on the order of the claims",
        )

    def test_nobody_wins_where_nothing_is_claimed(self) -> None:
        need(self.make().vote(self.doc(self.text), ()) == [], "a span wins that nobody claimed")


class SecondPassContract(Contract):
    """What every second pass keeps."""

    text: ClassVar[str] = "Anna Meier met Bob Stone in Lisbon. Meier left. Stone stayed in Lisbon."
    spans: ClassVar[tuple[Span, ...]] = (
        Span(0, 10, "PER", 0.9, "t"),
        Span(15, 24, "PER", 0.9, "t"),
        Span(28, 34, "LOC", 0.9, "t"),
    )

    def make(self) -> SecondPass:
        raise NotImplementedError("return the second pass under test")

    def _answers(self) -> list[list[Span]]:
        """What it makes of its spans, by each verb that it has."""
        second_pass, doc = self.make(), self.doc(self.text)
        answers = [second_pass.rescan(doc, self.spans)]
        if isinstance(second_pass, Reconsidering):
            answers.append(second_pass.reconsider(doc, self.spans, self.spans))
        return answers

    def test_spans_are_sorted_and_never_overlap(self) -> None:
        for spans in self._answers():
            need_apart(spans, self.text)

    def test_nothing_that_was_found_comes_to_light_again(self) -> None:
        for spans in self._answers():
            covered = {place for span in spans for place in range(span.start, span.end)}
            lost = [span for span in self.spans if not covered.issuperset(range(span.start, span.end))]
            need(not lost, "a span of the vote is lost")

    def test_a_second_look_changes_nothing(self) -> None:
        second_pass, doc = self.make(), self.doc(self.text)
        once = second_pass.rescan(doc, self.spans)
        need(second_pass.rescan(doc, once) == once, "the pass adds to what it added")

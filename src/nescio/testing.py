"""Contracts: the laws that every part keeps, to be inherited in the tests of a plug-in.

```python
class TestPlates(DetectorContract):
    text = "Das Auto B-MW 1234 steht hier."

    def make(self) -> Detector:
        return PlateDetector.build(load_pack("de"), {})
```
"""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

from nescio.core.model import Document, Entity, Span
from nescio.core.protocols import Detector, Linker, Method, Policy, Voter
from nescio.core.scene import Context


class DetectorContract:
    """What every recognizer keeps."""

    text: ClassVar[str]  # a text in which the recognizer finds something
    language: ClassVar[str] = "xx"

    def make(self) -> Detector:
        raise NotImplementedError("return the detector under test")

    def _docs(self, *texts: str) -> list[Document]:
        return [Document(str(i), text, self.language) for i, text in enumerate(texts)]

    def test_it_finds_something_in_its_text(self) -> None:
        [spans] = self.make().detect(self._docs(self.text))
        _need(spans, "the detector finds nothing in its own text")

    def test_spans_lie_in_the_text_and_carry_known_labels(self) -> None:
        detector = self.make()
        [spans] = detector.detect(self._docs(self.text))
        for span in spans:
            _need(0 <= span.start < span.end <= len(self.text), "a span lies outside the text")
            _need(0.0 <= span.score <= 1.0, "a score is not a probability")
            _need(span.label in detector.labels or span.label == "O", f"{span.label!r} is not announced")
            _need(span.source.startswith(detector.name), "a source does not name its detector")

    def test_the_answer_does_not_depend_on_the_batch(self) -> None:
        detector = self.make()
        [alone] = detector.detect(self._docs(self.text))
        texts = ("", self.text, "x", self.text)
        answers = detector.detect(self._docs(*texts))
        _need(len(answers) == len(texts), "one answer per document")
        _need(answers[1] == alone == answers[3], "the same text gets different answers")

    def test_hard_texts_do_not_break_it(self) -> None:
        texts = ("", " ", "\r\n\t", "a" * 5000, "(" * 500, "\u200b\u202e\ud800", "é\u0301 🙂‍↕️ 1")
        answers = self.make().detect(self._docs(*texts))
        _need(len(answers) == len(texts), "one answer per document")
        for text, spans in zip(texts, answers, strict=True):
            _need(all(0 <= s.start < s.end <= len(text) for s in spans), "a span lies outside the text")


class VoterContract:
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
        spans = self.make().vote(Document("d", self.text, "en"), self.claims)
        _need(spans == sorted(spans), "the spans are not sorted")
        for left, right in pairwise(spans):
            _need(not left.overlaps(right), "two spans overlap")

    def test_the_order_of_claims_is_irrelevant(self) -> None:
        voter, doc = self.make(), Document("d", self.text, "en")
        _need(
            voter.vote(doc, self.claims) == voter.vote(doc, self.claims[::-1]),
            "the result depends on the order of the claims",
        )


class LinkerContract:
    """What every linker keeps."""

    text: ClassVar[str] = "Anna met Bob. Anna left."
    spans: ClassVar[tuple[Span, ...]] = (
        Span(0, 4, "PER", 0.9, "t"),
        Span(9, 12, "PER", 0.9, "t"),
        Span(14, 18, "PER", 0.9, "t"),
    )

    def make(self) -> Linker:
        raise NotImplementedError("return the linker under test")

    def test_every_span_is_in_exactly_one_entity(self) -> None:
        entities = self.make().link(Document("d", self.text, "en"), self.spans)
        mentions = sorted(span for entity in entities for span in entity.mentions)
        _need(mentions == sorted(self.spans), "a span is in no entity or in two")


class PolicyContract:
    """What every policy keeps."""

    text: ClassVar[str] = "Anna met Bob."
    entities: ClassVar[tuple[Entity, ...]] = (
        Entity(0, "PER", (Span(0, 4, "PER", 0.9, "t"),)),
        Entity(1, "PER", (Span(9, 12, "PER", 0.9, "t"),)),
    )

    def make(self) -> Policy:
        raise NotImplementedError("return the policy under test")

    def test_there_is_one_decision_about_each_entity(self) -> None:
        decisions = self.make().decide(Document("d", self.text, "en"), self.entities)
        about = sorted(decision.entity for decision in decisions)
        _need(about == [entity.id for entity in self.entities], "an entity has no decision or two")


class MethodContract:
    """What every replacement method keeps."""

    text: ClassVar[str] = "Anna met Bob."
    entity: ClassVar[Entity] = Entity(0, "PER", (Span(0, 4, "PER", 0.9, "t"),))

    def make(self) -> Method:
        raise NotImplementedError("return the method under test")

    def test_the_same_entity_gets_the_same_answer(self) -> None:
        method = self.make()
        context = Context(Document("d", self.text, "en"), 1, "PERSON")
        [mention] = self.entity.mentions
        answers = {method.replace(mention, self.entity, context) for _ in range(3)}
        _need(len(answers) == 1, "one mention gets several answers")

    def test_the_original_is_not_in_the_answer(self) -> None:
        context = Context(Document("d", self.text, "en"), 1, "PERSON")
        [mention] = self.entity.mentions
        answer = self.make().replace(mention, self.entity, context)
        _need(self.text[mention.start : mention.end] not in answer, "the original is still there")


def _need(holds: object, law: str) -> None:
    if not holds:
        raise AssertionError(law)

"""The laws of the parts that hide: linkers, policies, methods."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from nescio.core.model import Decision, Entity, Span
from nescio.core.protocols import Linker, Method, Planning, Policy, Telling
from nescio.core.scene import Context, Scene
from nescio.testing.laws import Contract, need


class LinkerContract(Contract):
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
        entities = self.make().link(self.doc(self.text), self.spans)
        mentions = sorted(span for entity in entities for span in entity.mentions)
        need(mentions == sorted(self.spans), "a span is in no entity or in two")
        need(all(entity.mentions for entity in entities), "an entity has no mention")

    def test_there_is_no_entity_without_a_span(self) -> None:
        need(self.make().link(self.doc(self.text), ()) == [], "an entity comes from nowhere")


class PolicyContract(Contract):
    """What every policy keeps."""

    text: ClassVar[str] = "Anna met Bob."
    entities: ClassVar[tuple[Entity, ...]] = (
        Entity(0, "PER", (Span(0, 4, "PER", 0.9, "t"),)),
        Entity(1, "PER", (Span(9, 12, "PER", 0.9, "t"),)),
    )

    def make(self) -> Policy:
        raise NotImplementedError("return the policy under test")

    def _decisions(self) -> list[Decision]:
        return self.make().decide(self.doc(self.text), self.entities)

    def test_there_is_one_decision_about_each_entity(self) -> None:
        about = sorted(decision.entity for decision in self._decisions())
        need(about == [entity.id for entity in self.entities], "an entity has no decision or two")

    def test_a_reason_quotes_nothing(self) -> None:
        words = [self.text[span.start : span.end] for item in self.entities for span in item.mentions]
        for decision in self._decisions():
            need(not any(word in decision.reason for word in words), "a reason quotes the text")

    def test_the_parts_that_go_lie_in_the_mentions(self) -> None:
        mentions = {entity.id: entity.mentions for entity in self.entities}
        for decision in self._decisions():
            for part in decision.mentions or ():
                inside = [m for m in mentions[decision.entity] if m.start <= part.start < part.end <= m.end]
                need(inside, "a part lies outside the mentions of its entity")


class MethodContract(Contract):
    """What every replacement method keeps."""

    language: ClassVar[str] = "en"
    text: ClassVar[str] = "Anna met Bob."
    entity: ClassVar[Entity] = Entity(0, "PER", (Span(0, 4, "PER", 0.9, "t"),))

    def make(self) -> Method:
        raise NotImplementedError("return the method under test")

    def _replace(self, method: Method, number: int = 1) -> str:
        context = Context(self.doc(self.text), number, "PERSON")
        entity = replace(self.entity, id=number - 1)
        return method.replace(entity.mentions[0], entity, context)

    def test_the_same_entity_gets_the_same_answer(self) -> None:
        method = self.make()
        need(len({self._replace(method) for _ in range(3)}) == 1, "one mention gets several answers")

    def test_the_original_is_not_in_the_answer(self) -> None:
        [mention] = self.entity.mentions
        answer = self._replace(self.make())
        need(self.text[mention.start : mention.end] not in answer, "the original is still there")

    def test_two_entities_are_told_apart_if_the_answer_can_be_led_back(self) -> None:
        method = self.make()
        if method.reversible:
            need(self._replace(method, 1) != self._replace(method, 2), "two entities get one answer")

    def test_a_plan_covers_its_mentions_and_touches_no_other(self) -> None:
        method = self.make()
        if isinstance(method, Planning):
            fences = tuple((span.start, span.end) for span in self.entity.mentions)
            scene = Scene(self.doc(self.text), (self.entity,), fences, {self.entity.id: "[PERSON1]"})
            for span, change in method.plan(scene).items():
                left, right = scene.room(span.start, span.end)
                need(left <= change.start <= span.start, "a change begins inside a mention or before it")
                need(span.end <= change.end <= right, "a change ends inside a mention or behind it")

    def test_problems_are_told_as_kinds_with_their_numbers(self) -> None:
        method = self.make()
        self._replace(method)
        if isinstance(method, Telling):
            told = method.problems().items()
            kinds = [isinstance(kind, str) and self.text not in kind for kind, _ in told]
            need(all(kinds) and all(type(count) is int for _, count in told), "a problem is no kind")

"""The entities next to a name and its place in the line are told, each by its kind and never by its words."""

from __future__ import annotations

import pytest

from nescio.core.model import Entity
from nescio.decide.evidence.order import order_facts
from tests.helpers import span_of


def facts(text: str, **names: str) -> list[set[str]]:
    """Facts about the names of a text, which stand there in this order."""
    spans = [span_of(text, name, label) for name, label in names.items()]
    entities = [Entity(number, span.label, (span,)) for number, span in enumerate(spans)]
    return order_facts(text, entities, list(names.values()))


@pytest.mark.parametrize(
    ("gap", "near"),
    [
        (", ", "directly"),
        (", who lives at ", "closely"),
        (", who has for many years been staying at ", "loosely"),
        (",\n", "a line"),
    ],
)
def test_a_neighbour_is_told_with_how_near_it_is(gap: str, near: str) -> None:
    [person, street] = facts(
        f"Ada Quill{gap}4 Mill Lane came.", **{"Ada Quill": "PER", "4 Mill Lane": "STREET"}
    )
    assert f"{near} before a STREET" in person
    assert f"{near} behind a PER" in street


@pytest.mark.parametrize("gap", ["\n\n", ". Nobody at all had ever heard of this "])
def test_the_end_of_a_paragraph_or_of_a_far_sentence_parts_neighbours(gap: str) -> None:
    [person, _] = facts(f"Ada Quill{gap}4 Mill Lane", **{"Ada Quill": "PER", "4 Mill Lane": "STREET"})
    assert not any(" before a " in fact for fact in person)


def test_the_place_in_its_line_is_told() -> None:
    [first, second] = facts("Clerk: Ada Quill,\nBo Tarn\nspoke", **{"Ada Quill": "PER", "Bo Tarn": "PER"})
    assert {"behind a colon", "ends a line", "before a comma"} <= first
    assert {"begins a line", "alone in its line"} <= second
    assert "begins a line" not in first


def test_a_further_mention_is_no_neighbour_of_another_kind() -> None:
    text = "Quill, Quill"
    first, second = span_of(text, "Quill", "PER"), span_of(text[3:], "Quill", "PER")
    moved = second._replace(start=second.start + 3, end=second.end + 3)
    [found] = order_facts(text, [Entity(0, "PER", (first, moved))], ["PER"])
    assert "directly before a further mention of it" in found


def test_what_stands_between_is_never_told_in_a_reason() -> None:
    [first, _] = facts("Ada Quill né Bo Tarn", **{"Ada Quill": "PER", "Bo Tarn": "PER"})
    assert all("=" in fact for fact in first if "né" in fact)

"""What stands for the places of a document."""

from __future__ import annotations

import pytest

from nescio.core.model import Entity, Span
from nescio.replace.substitutes.settled import Settled


def entity(text: str, part: str, label: str) -> Entity:
    start = text.index(part)
    return Entity(0, label, (Span(start, start + len(part), label, 1.0, "test"),))


@pytest.mark.parametrize(
    ("text", "postcode", "found"),
    [
        ("35037 Marburg", "35037", "Ulm"),
        ("Marburg, 35037", "35037", "Ulm"),
        ("Marburg, WA 98101", "98101", "Ulm"),
        ("Marburg\n35037", "35037", "Ulm"),
        ("Marburg hat 35037", "35037", ""),
        ("35037 und Marburg", "35037", ""),
    ],
)
def test_a_postcode_belongs_to_the_place_beside_it(text: str, postcode: str, found: str) -> None:
    settled = Settled(text)
    settled.put(entity(text, "Marburg", "CITY"), "Ulm")
    assert settled.beside(entity(text, postcode, "POSTCODE")) == found


@pytest.mark.parametrize(
    ("text", "postcode", "found"),
    [
        ("35037 Marburg, 34117 Kassel", "34117", "Trier"),
        ("35037 Marburg, 34117 Kassel", "35037", "Ulm"),
        ("Marburg 35037, Kassel 34117", "35037", "Ulm"),
        ("Marburg 35037, Kassel 34117", "34117", "Trier"),
    ],
)
def test_of_two_places_beside_a_postcode_the_nearer_counts(text: str, postcode: str, found: str) -> None:
    settled = Settled(text)
    settled.put(entity(text, "Marburg", "CITY"), "Ulm")
    settled.put(entity(text, "Kassel", "CITY"), "Trier")
    assert settled.beside(entity(text, postcode, "POSTCODE")) == found


def test_the_nearest_place_is_told() -> None:
    text = "Marburg … 12345 … … … … … Kassel"
    settled = Settled(text)
    assert settled.nearest(entity(text, "12345", "PHONE")) == ""
    settled.put(entity(text, "Kassel", "CITY"), "Trier")
    settled.put(entity(text, "Marburg", "CITY"), "Ulm")
    assert settled.nearest(entity(text, "12345", "PHONE")) == "Ulm"
    assert (settled.new("MARBURG"), settled.new("Bonn")) == ("Ulm", "")

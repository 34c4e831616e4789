"""Linking by equal surface."""

from __future__ import annotations

import pytest

from nescio.core.model import Document, Span
from nescio.core.protocols import Linker
from nescio.coref.surface import SurfaceLinker
from nescio.packs import load_pack
from nescio.testing import LinkerContract
from tests.helpers import LABELS


class TestSurface(LinkerContract):
    def make(self) -> Linker:
        return SurfaceLinker.build(load_pack("xx"), {})


def chains(text: str, *labelled: tuple[int, int, str]) -> list[list[str]]:
    spans = [Span(*item, 1.0, "t") for item in labelled]
    entities = SurfaceLinker(LABELS).link(Document("d", text), spans)
    return [[text[m.start : m.end] for m in entity.mentions] for entity in entities]


@pytest.mark.parametrize(
    ("text", "labelled", "linked"),
    [
        ("Ida Ida", [(0, 3, "PER"), (4, 7, "PER")], [["Ida", "Ida"]]),
        ("Ida ida", [(0, 3, "PER"), (4, 7, "PER")], [["Ida"], ["ida"]]),
        ("Ida Ida", [(0, 3, "PER"), (4, 7, "GIVEN")], [["Ida", "Ida"]]),
        ("Ida Ida", [(0, 3, "PER"), (4, 7, "LOC")], [["Ida"], ["Ida"]]),
        ("a b a\nb a  b", [(0, 3, "PER"), (4, 7, "PER"), (8, 12, "PER")], [["a b", "a\nb", "a  b"]]),
        ("Otto Ida", [(5, 8, "PER"), (0, 4, "PER")], [["Otto"], ["Ida"]]),
        ("", [], []),
    ],
)
def test_equal_surfaces_of_one_kind_are_one_entity(
    text: str, labelled: list[tuple[int, int, str]], linked: list[list[str]]
) -> None:
    assert chains(text, *labelled) == linked


def test_an_entity_has_the_label_of_its_first_mention() -> None:
    spans = [Span(4, 7, "PER", 1.0, "t"), Span(0, 3, "GIVEN", 1.0, "t")]
    [entity] = SurfaceLinker(LABELS).link(Document("d", "Ida Ida"), spans)
    assert entity.label == "GIVEN"

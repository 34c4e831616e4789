"""Linking by the parts of names: cases in four languages, and laws for any mentions."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.model import Document, Span
from nescio.core.protocols import Linker
from nescio.coref.names import NameLinker
from nescio.packs import load_pack
from nescio.testing import LinkerContract

CASES = tomllib.loads((Path(__file__).parent / "names.toml").read_text(encoding="utf-8"))["case"]
_MENTION = re.compile(r"\[([^|\]]+)\|([A-Z]+)\]")


@cache
def linker(language: str) -> NameLinker:
    return NameLinker.build(load_pack(language), {})


def unmarked(marked: str) -> tuple[str, list[Span]]:
    """The text without its marks, and the marked mentions; the source of each is its index."""
    text, spans, read = "", [], 0
    for index, match in enumerate(_MENTION.finditer(marked)):
        text += marked[read : match.start()]
        spans.append(Span(len(text), len(text) + len(match[1]), match[2], 0.9, str(index)))
        text += match[1]
        read = match.end()
    return text + marked[read:], spans


class TestContract(LinkerContract):
    def make(self) -> Linker:
        return linker("en")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['language']}: {case['name']}")
def test_mentions_are_linked_as_the_case_says(case: dict[str, Any]) -> None:
    text, spans = unmarked(case["text"])
    entities = linker(case["language"]).link(Document("d", text, case["language"]), spans)
    groups = [sorted(int(span.source) for span in entity.mentions) for entity in entities]
    assert [group for group in groups if len(group) > 1] == case["groups"]
    ambiguous = [int(s.source) for e in entities if "candidates" in e.features for s in e.mentions]
    assert sorted(ambiguous) == case.get("ambiguous", [])


def test_an_ambiguous_mention_names_the_first_mentions_of_its_candidates() -> None:
    text, spans = unmarked("[Emma Stone|PER] and [Paul Stone|PER]. [Stone|PER] left.")
    [*_, alone] = linker("en").link(Document("d", text, "en"), spans)
    assert alone.features["candidates"] == "0:10 15:25"


def test_the_gender_of_a_person_is_a_feature() -> None:
    text, spans = unmarked("[Mrs. Hale|PER] left.")
    [entity] = linker("en").link(Document("d", text, "en"), spans)
    assert entity.features == {"gender": "f"}


def test_an_entity_has_the_label_of_most_of_its_mentions() -> None:
    text, spans = unmarked("[Anna Brook|GIVEN] met [Anna Brook|PER] and [Anna Brook|PER].")
    [entity] = linker("en").link(Document("d", text, "en"), spans)
    assert entity.label == "PER"


WORDS = [
    *(
        "Ana",
        "Silva",
        "Silvas",
        "von",
        "de",
        "Dr.",
        "Mr.",
        "J.",
        "R.",
        "Bank",
        "of",
        "EP",
        "(",
        ")",
        "'s",
        ",",
    ),
    *("Commission", "European", "Turkey", "Republic", "2", "II", "-", "Jr.", "ANA", "é", "\ud800"),
]
mentions = st.lists(
    st.tuples(
        st.lists(st.sampled_from(WORDS), min_size=1, max_size=5),
        st.sampled_from(["PER", "ORG", "LOC", "MISC"]),
    ),
    max_size=12,
)
# Of few words, so that a title, a letter and those who bear them meet in one text.
people = st.lists(
    st.tuples(
        st.lists(st.sampled_from(["Ana", "Silva", "Dr.", "Mr.", "A.", "S."]), min_size=1, max_size=3),
        st.just("PER"),
    ),
    min_size=3,
    max_size=6,
)


def placed(items: list[tuple[list[str], str]]) -> tuple[str, list[Span]]:
    text, spans = "", []
    for index, (words, label) in enumerate(items):
        surface = " ".join(words)
        spans.append(Span(len(text), len(text) + len(surface), label, 0.9, str(index)))
        text += surface + " and "
    return text, spans


@given(st.one_of(mentions, people), st.sampled_from(["xx", "en", "de", "pt", "es"]))
def test_every_span_is_in_exactly_one_entity(items: list[tuple[list[str], str]], language: str) -> None:
    text, spans = placed(items)
    entities = linker(language).link(Document("d", text, language), spans)
    assert sorted(span for entity in entities for span in entity.mentions) == sorted(spans)


@given(mentions, st.randoms())
def test_the_order_of_the_spans_is_irrelevant(items: list[tuple[list[str], str]], dice: Any) -> None:
    text, spans = placed(items)
    shuffled = list(spans)
    dice.shuffle(shuffled)
    doc = Document("d", text, "de")
    assert linker("de").link(doc, spans) == linker("de").link(doc, shuffled)


@given(mentions)
def test_people_are_never_linked_to_places(items: list[tuple[list[str], str]]) -> None:
    text, spans = placed([(words, label) for words, label in items if label != "MISC"])
    for entity in linker("pt").link(Document("d", text, "pt"), spans):
        assert len({span.label for span in entity.mentions} & {"PER", "LOC"}) < 2


@pytest.mark.parametrize(
    "text", ["a" * 300_000, "Ana " * 40_000, "A. " * 40_000, "(" * 300_000, "A-" * 60_000]
)
@pytest.mark.parametrize("label", ["PER", "ORG", "MISC"])
def test_a_hard_mention_takes_linear_time(text: str, label: str) -> None:
    spans = [Span(0, len(text), label, 0.9, "0"), Span(0, 1, label, 0.9, "1")]
    entities = linker("de").link(Document("d", text, "de"), spans)
    assert sum(len(entity.mentions) for entity in entities) == 2

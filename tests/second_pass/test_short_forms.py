"""Short forms, variants and traces: cases in four languages, one for each guard, and laws."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import ConfigError
from nescio.core.model import Document, Span
from nescio.core.protocols import SecondPass
from nescio.packs import load_pack
from nescio.second_pass.consistency import ConsistencyPass
from nescio.second_pass.short_forms import ShortFormPass
from nescio.second_pass.traces import TracePass
from nescio.second_pass.variants import VariantPass
from tests.second_pass.helpers import marked

HERE = Path(__file__).parent
PASSES: dict[str, Any] = {
    "short_forms": ShortFormPass.build,
    "variants": VariantPass.build,
    "traces": TracePass.build,
    "consistency": lambda pack, options: ConsistencyPass.build(pack, {}),
}


@cache
def second_pass(name: str, language: str) -> SecondPass:
    options = {"strictness": 1.5} if language == "de" and name == "short_forms" else {}
    built: SecondPass = PASSES[name](load_pack(language), options)
    return built


CASES = [
    pytest.param(name, case, id=f"{name}: {case['language']}: {case['name']}")
    for name in ("short_forms", "variants", "traces")
    for case in tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))["case"]
]


@pytest.mark.parametrize(("name", "case"), CASES)
def test_the_second_pass_adds_exactly_what_the_case_says(name: str, case: dict[str, Any]) -> None:
    doc, given_spans, wanted = marked(case["text"], case["language"])
    found = second_pass(name, case["language"]).rescan(doc, given_spans)
    extra = [doc.text.index(text) for text in case.get("also", [])]
    assert [(s.start, s.end, s.label) for s in found if s.start not in extra] == wanted


def test_additions_say_by_which_rule_they_were_found() -> None:
    doc, spans, _ = marked("<P|Emma Quillon> came. {P|Quillon} sat.", "en")
    [_, added] = second_pass("short_forms", "en").rescan(doc, spans)
    assert added.source == "second_pass:name_part"
    assert 0 < added.score < spans[0].score


def test_what_a_second_pass_added_supports_nothing() -> None:
    doc = Document("d", "Emma Quillon came. Quillon sat.", "en")
    spans = [Span(0, 12, "PER", 0.95, "second_pass:same")]
    assert second_pass("short_forms", "en").rescan(doc, spans) == spans


@pytest.mark.parametrize("options", [{"strictness": 0}, {"strictness": "x"}, {"strict": 1}])
def test_wrong_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        ShortFormPass.build(load_pack("en"), options)


PIECES = ["Ana", "ana", "ANA", "Prado", "Prados", "prado", "von", "der", "Bank", "Mar-\nta", "Marta", "(HWT)",
          "Hollow Water Trust", "aprado", "Praclo", ".", ",", "é", "\ud800", "the", "Commission"]  # fmt: skip


@pytest.mark.parametrize("name", PASSES)
@given(
    pieces=st.lists(st.sampled_from(PIECES), max_size=24),
    marks=st.lists(
        st.tuples(st.integers(0, 23), st.sampled_from(["PER", "ORG", "LOC", "CITY"]), st.floats(0, 1))
    ),
    language=st.sampled_from(["en", "de", "pt", "es"]),
)
def test_it_keeps_the_spans_adds_no_overlap_and_is_idempotent(
    name: str, pieces: list[str], marks: list[tuple[int, str, float]], language: str
) -> None:
    text = " ".join(pieces)
    starts = [sum(len(piece) + 1 for piece in pieces[:place]) for place in range(len(pieces))]
    by_place = {place: (label, score) for place, label, score in marks if place < len(pieces)}
    spans = [
        Span(starts[place], starts[place] + len(pieces[place]), label, score, "tagger")
        for place, (label, score) in sorted(by_place.items())
    ]
    doc = Document("d", text, language)
    once = second_pass(name, language).rescan(doc, spans)
    assert {(s.start, s.end) for s in spans} <= {(s.start, s.end) for s in once}
    assert all(not left.overlaps(right) for left, right in pairwise(once))
    assert second_pass(name, language).rescan(doc, once) == once


@pytest.mark.parametrize("name", PASSES)
@pytest.mark.parametrize("text", ["a" * 300_000, "A-\n" * 100_000, "Ana " * 60_000, "(" * 300_000])
def test_hard_texts_take_linear_time(name: str, text: str) -> None:
    doc = Document("d", f"Ana Prado {text}", "de")
    spans = [Span(0, 9, "PER", 0.95, "t"), Span(10, len(doc.text), "ORG", 0.5, "t")]
    for some in (spans, spans[:1]):
        assert second_pass(name, "de").rescan(doc, some)[0].start == 0

"""Traces beyond their cases, which are in `traces.toml`: what they are called, and where there are none."""

from __future__ import annotations

import pytest

from nescio.core.model import Document, Span
from nescio.packs import load_pack
from nescio.second_pass.traces import TracePass
from tests.second_pass.helpers import marked


@pytest.fixture(scope="module")
def traces() -> TracePass:
    return TracePass.build(load_pack("en"), {})


def added(traces: TracePass, text: str) -> list[str]:
    """The words that are added to the marked names of a text."""
    doc, spans, _ = marked(text, "en")
    found = [span for span in traces.rescan(doc, spans) if span not in spans]
    return [doc.text[span.start : span.end] for span in found]


def test_a_text_without_people_is_left_as_it_is(traces: TracePass) -> None:
    doc = Document("d", "sven_h wrote to sven in Mirow", "en")
    spans = [Span(24, 29, "LOC", 0.9, "test")]
    assert traces.rescan(doc, spans) == spans


def test_what_was_found_with_doubt_leaves_no_traces(traces: TracePass) -> None:
    doc = Document("d", "Sven came.\nask sven_h then", "en")
    doubt, sure = (Span(0, 4, "PER", score, "test") for score in (0.2, 0.9))
    assert traces.rescan(doc, [doubt]) == [doubt]
    assert len(traces.rescan(doc, [sure])) == 2


def test_a_trace_says_by_which_rule_it_was_found_and_is_less_sure(traces: TracePass) -> None:
    doc = Document("d", "Sven came.\nsven: mail halloran_sven please", "en")
    spans = [Span(0, 4, "PER", 0.9, "test")]
    rules = {span.source: span for span in traces.rescan(doc, spans) if span not in spans}
    assert set(rules) == {"second_pass:trace", "second_pass:handle"}
    assert rules["second_pass:handle"].label == "USERNAME"
    assert all(span.score < 0.9 for span in rules.values())


def test_capitals_of_found_names_do_not_make_a_line_one_with_capitals(traces: TracePass) -> None:
    """What is found counts as nothing: the line is written small but for the names in it."""
    small = "<P|Orla Quenby>: no\nask quenby or <P|Sven> or <P|Ida>"
    assert added(traces, small) == ["quenby"]
    assert added(traces, "<P|Orla Quenby>: no\nAsk quenby or Sven or Ida") == []


def test_a_long_line_with_many_names_is_weighed_whole(traces: TracePass) -> None:
    names = " and ".join(["<P|Sven>"] * 200)
    assert added(traces, f"<P|Orla Quenby>: no\nask {names} and quenby") == ["quenby"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("<P|Priya Venkat> came.\nPV: shall we?\nOM: yes\n", ["PV"]),
        ("<P|Ruth van der Meer> came.\nRM: one\nRVDM: two\n", ["RM", "RVDM"]),
        ("<P|Zoe Kraus-Brandt> came.\n[ZK]: one\n> Z.K.B.: two\n", ["ZK", "Z.K.B."]),
        ("<P|Priya> came.\nPV: shall we?\n", []),
        ("<P|Priya Venkat> came.\nThe PV module: ten\nPV modules: ten\n", []),
    ],
)
def test_initials_of_somebody_found_are_told_as_a_speaker(
    traces: TracePass, text: str, wanted: list[str]
) -> None:
    assert added(traces, text) == wanted

"""Doubts and silence as evidence for a place."""

from __future__ import annotations

from nescio.core.model import Span
from nescio.packs import load_pack
from nescio.second_pass.evidence import Evidence
from nescio.second_pass.short_forms import ShortFormPass
from nescio.second_pass.variants import VariantPass
from tests.second_pass.helpers import marked

DOUBT = "tagger:doubt"


def look(text: str, *doubts: tuple[str, str], variants: bool = False, language: str = "en") -> list[str]:
    """What a second pass adds to marked text when the detector doubts the last occurrence of each word."""
    doc, spans, _ = marked(text, language)
    claims = [
        Span(at, at + len(word), label, 0.3, DOUBT)
        for word, label in doubts
        for at in [doc.text.rindex(word)]
    ]
    pack = load_pack(language)
    second_pass = (VariantPass if variants else ShortFormPass).build(pack, {})
    found = second_pass.reconsider(doc, spans, claims)
    return [doc.text[span.start : span.end] for span in found if span not in spans]


HALF = "<P40|Quillon> came. Then Quillon sat."  # a rare word with a little less support than it needs


def test_a_doubt_of_the_same_kind_makes_up_for_missing_support() -> None:
    assert look(HALF) == []
    assert look(HALF, ("Quillon", "PER")) == ["Quillon"]


def test_guard_a_doubt_of_another_kind_does_not() -> None:
    assert look(HALF, ("Quillon", "LOC")) == []


def test_a_doubt_alone_is_promoted_by_nothing() -> None:
    assert look("<P|Emma Quillon> came. Then Trax sat.", ("Trax", "PER")) == []


SILENT = "<P50|Quillon> came. Then Quillon sat. So Trax went."


def test_guard_where_the_detector_had_not_even_a_doubt_more_support_is_needed() -> None:
    assert look(SILENT) == ["Quillon"]
    assert look(SILENT, ("Trax", "ORG")) == []


NAMES = "the <O|Harbour Commission>, " * 4


def test_guard_a_headword_needs_a_doubt_where_there_are_doubts() -> None:
    text = NAMES + "What the Commission says about Trax counts."
    assert look(text) == ["Commission"]
    assert look(text, ("Trax", "ORG")) == []
    assert look(text, ("Commission", "ORG")) == ["Commission"]


def test_guard_a_name_in_small_letters_needs_a_doubt_where_there_are_doubts() -> None:
    text = "<P60|Tarvo Quillon> came. Then tarvo quillon sat. So Trax went."
    assert look(text, variants=True) == ["tarvo quillon"]
    assert look(text, ("Trax", "ORG"), variants=True) == []
    assert look(text, ("tarvo quillon", "PER"), variants=True) == ["tarvo quillon"]


def test_guard_a_word_on_which_detectors_disagree_is_no_part_of_a_name() -> None:
    doc, spans, _ = marked("<P|Emma Quillon Trax> came. Then Quillon sat, and Trax too.", "en")
    short = Span(0, 12, "PER", 0.9, "tagger")
    short_forms = ShortFormPass.build(load_pack("en"), {})
    found = short_forms.reconsider(doc, spans, [*spans, short])
    assert [doc.text[span.start : span.end] for span in found[1:]] == ["Quillon"]
    found = short_forms.reconsider(doc, spans, spans)
    assert [doc.text[span.start : span.end] for span in found[1:]] == ["Quillon", "Trax"]


def test_only_what_lies_inside_a_veto_is_forbidden() -> None:
    labels = load_pack("en").labels
    evidence = Evidence([Span(2, 6, "O", 1.0, "lists:veto")], labels)
    assert evidence.forbids(Span(3, 6, "PER", 1.0, "x"))
    assert not evidence.forbids(Span(3, 7, "PER", 1.0, "x"))

"""Stage 3: the passes one after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from nescio.core.errors import PluginError
from nescio.core.model import Document, Span
from nescio.core.protocols import SecondPass
from nescio.packs import load_pack
from nescio.second_pass import stage
from nescio.second_pass.consistency import ConsistencyPass
from nescio.second_pass.short_forms import ShortFormPass
from nescio.second_pass.variants import VariantPass
from tests.helpers import job_with, make_kit, span_of


class Echo:
    """Adds a word of the document if another one was found before."""

    def __init__(self, after: str, word: str) -> None:
        self._after, self._word = after, word

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]:
        found = {doc.text[span.start : span.end] for span in spans}
        more = [span_of(doc.text, self._word, source="echo")] if self._after in found else []
        return sorted([*spans, *more])


def test_each_pass_sees_what_the_one_before_it_left() -> None:
    kit = make_kit(second_passes=[Echo("Ida", "Otto"), Echo("Otto", "Mia"), Echo("Nobody", "met")])
    [job] = stage.run([job_with("Ida met Otto and Mia.", "Ida")], kit)
    assert [span[:2] for span in job.spans or ()] == [(0, 3), (8, 12), (17, 20)]


def test_without_passes_the_spans_stay() -> None:
    job = job_with("Ida met Otto.", "Ida")
    assert stage.run([job], make_kit()) == [replace(job, spans=job.voted)]


class Listener:
    """Adds whatever the detectors doubted."""

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]:
        return self.reconsider(doc, spans, ())

    def reconsider(self, doc: Document, spans: Sequence[Span], claims: Sequence[Span]) -> list[Span]:
        return sorted([*spans, *(claim._replace(source="second_pass:x") for claim in claims)])


def test_a_pass_that_can_weigh_claims_is_told_of_them() -> None:
    text = "Ida met Otto."
    doubt = span_of(text, "Otto", source="t:doubt")
    job = job_with(text, "Ida", candidates=(doubt,))
    [done] = stage.run([job], make_kit(second_passes=[Listener()]))
    assert [span[:2] for span in done.spans or ()] == [(0, 3), (8, 12)]


def test_guard_nothing_is_added_inside_a_veto() -> None:
    text = "Ida met Otto."
    veto = span_of(text, "Otto", "O")
    job = job_with(text, "Ida", candidates=(veto,))
    [done] = stage.run([job], make_kit(second_passes=[Listener()]))
    assert "second_pass:x" not in {span.source for span in done.spans or ()}


class Changer:
    """Relabels every span and makes it one character longer on either side."""

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]:
        size = len(doc.text)
        return [
            span._replace(start=max(0, span.start - 1), end=min(size, span.end + 1), label="LOC")
            for span in spans
        ]


class Swallower:
    """Takes one stretch of the text for a name, whatever stands there already."""

    def __init__(self, name: str) -> None:
        self._name = name

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]:
        new = span_of(doc.text, self._name, source="second_pass:x")
        return sorted([new, *(span for span in spans if not span.overlaps(new))])


class Loser:
    """Forgets everything."""

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]:
        return []


class Doubler:
    """Says everything twice."""

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]:
        return [*spans, *(span._replace(label="LOC") for span in spans)]


@pytest.mark.parametrize("wrong", [Loser(), Doubler()])
def test_a_pass_that_loses_or_doubles_what_was_found_fails_by_its_name(wrong: SecondPass) -> None:
    with pytest.raises(PluginError, match=f"The {type(wrong).__name__} failed: ValueError at "):
        stage.run([job_with("Ida met Otto.", "Ida")], make_kit(second_passes=[wrong]))


OWN_TEXT = "Ida Voss met Otto."
OWN_CASES = [
    (Changer(), [("Voss", "ORG"), ("Otto", "LOC")]),
    (Swallower("Ida Voss"), [("Ida", "PER"), ("Voss", "ORG"), ("Otto", "PER")]),
    (Swallower("Voss met"), [("Voss", "ORG"), ("met", "PER"), ("Otto", "PER")]),
    (Swallower("Voss"), [("Voss", "ORG"), ("Otto", "PER")]),
]


@pytest.mark.parametrize(("second_pass", "wanted"), OWN_CASES)
def test_a_span_of_the_users_own_keeps_label_and_borders(
    second_pass: SecondPass, wanted: list[tuple[str, str]]
) -> None:
    own = span_of(OWN_TEXT, "Voss", "ORG", source="lists:own/mine")
    job = replace(job_with(OWN_TEXT, "Otto"), voted=(own, span_of(OWN_TEXT, "Otto")))
    [done] = stage.run([job], make_kit(second_passes=[second_pass]))
    found = [(OWN_TEXT[span.start : span.end].strip(" ."), span.label) for span in done.spans or ()]
    assert found == wanted
    assert own in (done.spans or ())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Mara Zenn of Zenn met Zenn; ZENN and Ida Zenn, Zenn's."),
        ("de", "Mara Zenn von Zenn traf Zenn; ZENN und Ida Zenn, Zenns."),
        ("pt", "Mara Zenn da Zenn viu Zenn; ZENN e Ida Zenn, Zenn."),
        ("es", "Mara Zenn de Zenn vio a Zenn; ZENN e Ida Zenn, Zenn."),
    ],
)
def test_the_shipped_passes_leave_the_users_own_spans_alone(language: str, text: str) -> None:
    pack = load_pack(language)
    passes = [part.build(pack, {}) for part in (ShortFormPass, VariantPass, ConsistencyPass)]
    own = Span(text.index(" Zenn") + 1, text.index(" Zenn") + 5, "ORG", 0.5, "lists:own/mine")
    others = [Span(hit.start(), hit.end(), "PER", 0.94, "t") for hit in re.finditer("Zenn", text)][1:]
    full = Span(text.index("Ida"), text.index("Ida") + 8, "PER", 0.94, "t")
    spans = sorted([own, full, *(span for span in others if not span.overlaps(full))])
    job = replace(job_with(text, "Zenn"), document=Document("d", text, language), voted=tuple(spans))
    [done] = stage.run([job], make_kit(second_passes=passes))
    assert own in (done.spans or ())
    assert all(not left.overlaps(right) for left, right in pairwise(done.spans or ()))

"""Claims over two names are cut; cases in four languages, and laws."""

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
from nescio.core.protocols import Voter
from nescio.packs import load_pack
from nescio.testing import VoterContract
from nescio.vote.cascade import CascadeVoter
from nescio.vote.cuts import CutVoter

CASES = tomllib.loads(Path(__file__).with_name("cuts.toml").read_text(encoding="utf-8"))["case"]
_MARK = re.compile(r"<(\w+)\|([^>]*)>")


@cache
def voter(language: str) -> CutVoter:
    pack = load_pack(language)
    return CutVoter(CascadeVoter(["a", "b"], pack.labels), pack)


class TestCuts(VoterContract):
    def make(self) -> Voter:
        return voter("en")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['language']}: {case['text'][:40]}")
def test_a_claim_is_cut_as_the_case_says(case: dict[str, Any]) -> None:
    [match] = _MARK.finditer(case["text"])
    text = _MARK.sub(lambda found: found[2], case["text"])
    claim = Span(match.start(), match.start() + len(match[2]), match[1], 0.9, "a:x")
    parts = voter(case["language"]).cut(text, [claim])
    assert [[part.label, text[part.start : part.end]] for part in parts] == case["parts"]


def test_a_part_that_somebody_else_claims_is_left_to_them() -> None:
    text = "He moved to Leeds. At Harper Ltd he stayed."
    company, city = Span(12, 32, "COMPANY", 0.9, "a:x"), Span(12, 17, "CITY", 0.8, "b:y")
    found = voter("en").vote(Document("d", text, "en"), [company, city])
    assert [(text[s.start : s.end], s.label) for s in found] == [("Leeds", "CITY"), ("Harper Ltd", "COMPANY")]


def test_an_organisation_behind_a_particle_ends_a_name() -> None:
    text = "Herr Grau von der Telkona rief an."
    person, body = Span(5, 25, "PER", 0.9, "a:x"), Span(18, 25, "ORG", 0.8, "b:y")
    found = voter("de").vote(Document("d", text, "de"), [person, body])
    assert [(text[s.start : s.end], s.label) for s in found] == [("Grau", "PER"), ("Telkona", "ORG")]


def test_what_is_the_users_or_has_a_form_is_never_cut() -> None:
    text = "Leeds. At Harper Ltd."
    own, street = Span(0, 21, "ORG", 0.9, "lists:own/mine"), Span(0, 20, "STREET", 0.9, "a:x")
    assert list(voter("en").cut(text, [own, street])) == [own, street]


@given(st.text(alphabet="Ana y de.\nB", max_size=40), st.sampled_from(["PER", "ORG", "LOC"]))
def test_parts_lie_inside_the_claim_in_order(text: str, label: str) -> None:
    if not text.strip():
        return
    claim = Span(0, len(text), label, 0.9, "a:x")
    parts = list(voter("es").cut(text, [claim]))
    edges = [edge for part in parts for edge in (part.start, part.end)]
    assert edges == sorted(edges)
    assert all(0 <= part.start < part.end <= len(text) for part in parts)

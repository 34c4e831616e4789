"""Names at the beginning of things and bodies; cases are in owners.toml."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from nescio.core.model import Span
from nescio.packs import load_pack
from nescio.vote.cascade import CascadeVoter
from nescio.vote.cuts import CutVoter
from nescio.vote.owners import Owners

CASES = [
    (language, text, parts)
    for by_language in tomllib.loads(
        Path(__file__).with_name("owners.toml").read_text(encoding="utf-8")
    ).values()
    for language, found in by_language.items()
    for text, *parts in found
]
_MARK = re.compile(r"<(?P<label>\w+)\|(?P<thing>[^>]*)>|\[(?P<person>[^\]]*)\]")


@cache
def voter(language: str) -> CutVoter:
    pack = load_pack(language)
    return CutVoter(CascadeVoter(["a"], pack.labels), pack)


def read(marked: str) -> tuple[str, list[Span]]:
    text, at, claims = "", 0, []
    for mark in _MARK.finditer(marked):
        text += marked[at : mark.start()]
        surface, label, score = mark["thing"] or mark["person"], mark["label"] or "PER", 0.9
        if mark["thing"]:
            score = 0.4
        claims.append(Span(len(text), len(text) + len(surface), label, score, "a:x"))
        text, at = text + surface, mark.end()
    return text + marked[at:], claims


@pytest.mark.parametrize(("language", "marked", "parts"), CASES)
def test_of_a_thing_that_begins_with_a_name_the_parts_of_the_case_are_left(
    language: str, marked: str, parts: list[list[str]]
) -> None:
    text, claims = read(marked)
    thing = next(claim for claim in claims if claim.score < 0.5)
    left = [span for span in voter(language).cut(text, claims) if span.start >= thing.start]
    assert [[span.label, text[span.start : span.end]] for span in left] == parts


def test_what_is_the_users_or_sure_stays_whole() -> None:
    owners, text = Owners(load_pack("de")), "Rohwers Wagen"
    own, sure = Span(0, 13, "ORG", 0.4, "lists:own/mine"), Span(0, 13, "ORG", 0.9, "a:x")
    for claim in (own, sure):
        assert list(owners.parted(text, claim, lambda word, place: True)) == [claim]

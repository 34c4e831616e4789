"""Weak claims are weighed by the signs around them; what has no floor is left alone."""

from __future__ import annotations

from functools import cache

import pytest

from nescio.core.model import Document, Span
from nescio.packs import load_pack
from nescio.vote.signs import SignReader
from nescio.vote.trust import SURE, Trust

FLOORS = {"tagger": {"PER": 0.5}, "lists": {"PROFESSION": 0.5}}


@cache
def trust(language: str = "en") -> Trust:
    return Trust(load_pack(language), witness="tagger", floors=FLOORS)


def span(text: str, part: str, label: str = "PER", score: float = 0.2, source: str = "tagger") -> Span:
    start = text.index(part)
    return Span(start, start + len(part), label, score, source)


def believed(text: str, *claims: Span, language: str = "en") -> list[Span]:
    return trust(language).believed(Document("d", text, language), claims, claims)


def test_a_weak_claim_to_a_common_small_word_is_not_believed() -> None:
    text = "she said that the table was bought by Maureen in March"
    assert believed(text, span(text, "table", score=0.05)) == []


def test_a_known_name_is_believed_where_a_common_word_is_not() -> None:
    text = "We met Maureen Hale there."
    assert believed(text, span(text, "Maureen Hale", score=0.6)) != []


@pytest.mark.parametrize(
    "claim",
    [
        Span(0, 3, "PER", SURE, "tagger"),
        Span(0, 3, "CODE", 0.01, "tagger"),
        Span(0, 3, "PER", 0.01, "patterns:person_title_en"),
        Span(0, 3, "PER", 0.01, "lists:own/mine"),
        Span(0, 3, "PER", 0.01, "somebody"),
        Span(0, 3, "O", 1.0, "lists:veto"),
    ],
)
def test_sure_claims_the_users_and_those_without_a_floor_are_not_judged(claim: Span) -> None:
    assert not trust().judges(claim)
    assert believed("the end of it", claim) == [claim]


def test_the_floor_of_a_label_holds_for_those_below_it() -> None:
    pack = load_pack("en")
    towns = Trust(pack, witness="tagger", floors={"lists": {"LOC": 0.5}})
    assert towns.judges(Span(0, 3, "CITY", 0.9, "lists:cities"))
    assert towns.kind(Span(0, 3, "CITY", 0.9, "lists:cities")) == "LOC"


def test_a_label_of_which_nothing_was_learnt_is_believed() -> None:
    assert trust().chance("SECRET", {"claim": 1.0}) == 1.0


def test_the_order_of_claims_changes_nothing() -> None:
    text = "Ann saw the Nurse. Nurse Ann saw Bell: the bell."
    claims = [
        span(text, "Ann"),
        span(text, "Nurse", "PROFESSION", 0.9, "lists:occupations"),
        span(text, "Bell"),
    ]
    assert believed(text, *claims) == believed(text, *reversed(claims))[::-1]


def test_signs_tell_who_speaks_how_it_is_written_and_where_it_stands() -> None:
    text = "Anna:\nI saw the nurse."
    reader = SignReader(load_pack("en"), witness="tagger")
    name, job = span(text, "Anna"), span(text, "nurse", "PROFESSION", 0.9, "lists:occupations")
    reading = reader.read(Document("d", text, "en"), [name, job])
    assert {"speaker", "tagger", "tagger in en", "given all", "place line capital"} <= set(
        reader.signs(reading, name)
    )
    assert {"witness silent", "lists:occupations silent", "before determiner"} <= set(
        reader.signs(reading, job)
    )


@pytest.mark.parametrize("text", ["", "a", "1", "\n:\n", "’", "ß" * 50])
def test_any_text_can_be_read(text: str) -> None:
    claims = [Span(0, len(text), "PER", 0.2, "tagger")] if text else []
    assert len(believed(text, *claims)) <= len(claims)

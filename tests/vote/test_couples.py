"""Where two people part; cases are in cuts.toml."""

from __future__ import annotations

from nescio.core.model import Document, Span
from nescio.packs import load_pack
from nescio.vote.cascade import CascadeVoter
from nescio.vote.couples import Couples
from nescio.vote.cuts import CutVoter


def test_two_people_whom_another_detector_tells_apart_are_two() -> None:
    pack = load_pack("pt")
    text = "Chegaram Percina e Nelito cedo."
    claims = [
        Span(9, 25, "PER", 0.9, "a:x"),
        Span(9, 16, "PER", 0.8, "b:y"),
        Span(19, 25, "PER", 0.8, "b:y"),
    ]
    found = CutVoter(CascadeVoter(["a", "b"], pack.labels), pack).vote(Document("d", text, "pt"), claims)
    assert [text[span.start : span.end] for span in found] == ["Percina", "Nelito"]


def test_a_family_with_an_and_is_one_as_long_as_nobody_says_otherwise() -> None:
    assert Couples(load_pack("pt").naming).parted("", [], lambda end, start: False) is None


def test_a_family_name_before_its_given_name_is_one_person_whoever_knows_the_words() -> None:
    pack = load_pack("es")
    text = "Firma CONDE RUIZ, LUIS aquí."
    claims = [
        Span(6, 22, "PER", 0.4, "a:x"),
        Span(12, 16, "PER", 0.7, "b:y"),
        Span(18, 22, "PER", 0.8, "b:y"),
    ]
    found = CutVoter(CascadeVoter(["a", "b"], pack.labels), pack).vote(Document("d", text, "es"), claims)
    assert [text[span.start : span.end] for span in found] == ["CONDE RUIZ, LUIS"]

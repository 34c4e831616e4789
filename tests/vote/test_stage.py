"""Stage 2: vetoes, then the vote."""

from __future__ import annotations

from dataclasses import replace

import pytest
import regex

from nescio.core.kit import Witness
from nescio.core.model import Document, Job, Span
from nescio.packs import load_pack
from nescio.vote import stage
from tests.helpers import make_kit


def claim(start: int, end: int, label: str = "PER") -> Span:
    return Span(start, end, label, 0.9, "t")


@pytest.mark.parametrize("outside", ["O", "0"])
@pytest.mark.parametrize(
    ("claims", "vetoes", "spans"),
    [
        ([(0, 4)], [], [(0, 4)]),
        ([(0, 4)], [(0, 4)], []),
        ([(1, 3)], [(0, 4)], []),
        ([(0, 9)], [(0, 4)], [(0, 9)]),
        ([(2, 6)], [(0, 4)], [(2, 6)]),
        ([(0, 8)], [(0, 4), (4, 8)], [(0, 8)]),
        ([(6, 8)], [(0, 9), (5, 7)], []),
        ([], [(0, 4)], []),
    ],
)
def test_a_claim_inside_a_veto_does_not_count(
    claims: list[tuple[int, int]], vetoes: list[tuple[int, int]], spans: list[tuple[int, int]], outside: str
) -> None:
    candidates = (*(claim(*edges) for edges in claims), *(claim(*edges, outside) for edges in vetoes))
    [job] = stage.run([Job(Document("d", "abcdefghi"), candidates=candidates)], make_kit())
    assert [span[:2] for span in job.voted or ()] == spans
    assert job.candidates == candidates


def test_a_claim_of_the_user_yields_to_vetoes_of_the_user_only() -> None:
    own = Span(0, 4, "MISC", 0.99, "lists:own/in")
    ours, theirs = Span(0, 4, "O", 1.0, "lists:veto"), Span(0, 4, "O", 1.0, "lists:own/out")
    labels = make_kit().tags.labels
    assert stage.unvetoed([own, ours], labels) == [own]
    assert stage.unvetoed([own, theirs], labels) == []


def test_our_veto_takes_out_names_only_and_a_veto_of_the_user_everything() -> None:
    day, name = claim(0, 4, "DATE"), claim(0, 4, "CITY")
    ours, theirs = Span(0, 4, "O", 1.0, "lists:veto"), Span(0, 4, "O", 1.0, "lists:own/out")
    labels = make_kit().tags.labels
    assert stage.unvetoed([day, name, ours], labels) == [day]
    assert stage.unvetoed([day, name, theirs], labels) == []


def test_our_veto_takes_out_names_of_things_too() -> None:
    scale, name = claim(0, 4, "PRODUCT"), claim(0, 4, "USERNAME")
    listed, veto = Span(0, 4, "PRODUCT", 0.8, "lists:products"), Span(0, 4, "O", 1.0, "lists:veto")
    assert stage.unvetoed([scale, name, listed, veto], load_pack("en").labels) == [name, listed]


def test_a_doubt_is_never_a_span_but_stays_among_the_claims() -> None:
    doubt = Span(0, 4, "PER", 0.9, "tagger:doubt")
    [job] = stage.run([Job(Document("d", "abcdefghi"), candidates=(doubt,))], make_kit())
    assert job.voted == ()
    assert job.candidates == (doubt,)


def test_what_needs_a_witness_counts_only_where_it_has_one() -> None:
    kit = replace(make_kit(), witness=Witness("tagger", {"lists": frozenset({"LOC"})}))
    town, name = Span(0, 4, "CITY", 0.9, "lists:towns"), Span(0, 4, "PER", 0.9, "lists:names")
    own, veto = Span(0, 4, "CITY", 0.9, "lists:own/mine"), Span(0, 4, "O", 1.0, "lists:veto")
    assert stage.witnessed([town, name, own, veto], kit) == [name, own, veto]
    for source in ("tagger", "tagger:doubt"):
        heard = Span(3, 8, "ORG", 0.2, source)
        assert town in stage.witnessed([town, heard], kit)
        assert town not in stage.witnessed([town, heard._replace(start=4)], kit)
    assert stage.witnessed([town], make_kit()) == [town]


def test_a_bounded_claim_reaches_no_further_than_the_witness() -> None:
    kit = replace(make_kit(), witness=Witness("tagger", {}, {"lists": frozenset({"PER"})}))
    name, town = Span(0, 8, "PER", 0.9, "lists:names"), Span(0, 8, "CITY", 0.9, "lists:towns")
    own, heard = Span(0, 8, "PER", 0.9, "lists:own/mine"), Span(2, 9, "ORG", 0.2, "tagger")
    assert stage.witnessed([name, town, own, heard], kit) == [town, own, heard]
    around, doubt = heard._replace(start=0), heard._replace(source="tagger:doubt")
    assert stage.witnessed([name, around], kit) == [name, around]
    assert stage.witnessed([name, doubt], kit) == [name, doubt]
    assert stage.witnessed([name], kit) == [name]


def test_a_veto_over_figures_takes_out_what_no_rule_claims() -> None:
    text = "RR 140/90, Dienstag"
    measure, day = Span(0, 9, "O", 1.0, "patterns:veto_measure"), Span(11, 19, "O", 1.0, "lists:veto")
    guess, rule = Span(3, 9, "CODE", 0.4, "tagger"), Span(3, 9, "CODE", 0.4, "patterns:code")
    date = Span(11, 19, "DATE", 0.9, "tagger")
    labels = make_kit().tags.labels
    assert stage.unvetoed([measure, day, guess, rule, date], labels, text) == [rule, date]


NUMBERS = [
    ("DNI 41882903K", "ID", "41882903K"),
    ("MRN: 00718844", "CODE", "00718844"),
    ("IBAN DE02 1203", "ACCOUNT", "DE02 1203"),
    ("AZ AB 217", "PLATE", "AZ AB 217"),
    ("DNI-41882903K", "ID", "DNI-41882903K"),
    ("RG und CPF", "ID", "RG und CPF"),
    ("HRB 77120", "CODE", "HRB 77120"),
    ("RG Silva 12", "PER", "RG Silva 12"),
]


@pytest.mark.parametrize(("text", "label", "left"), NUMBERS)
def test_the_name_of_a_field_is_no_part_of_its_number(text: str, label: str, left: str) -> None:
    word = regex.match(r"\p{Lu}+", text)
    assert word is not None
    veto = Span(0, word.end(), "O", 1.0, "lists:veto_labels")
    for source in ("tagger", "patterns:passport"):
        number = Span(0, len(text), label, 0.9, source)
        _, cut = stage.without_field_names([veto, number], load_pack("xx").labels, text)
        assert text[cut.start : cut.end] == left
    own = Span(0, len(text), label, 0.9, "lists:own/mine")
    assert stage.without_field_names([veto, own], load_pack("xx").labels, text) == [veto, own]

"""Why a span stands where it stands."""

from __future__ import annotations

from nescio.core.model import Document, Job
from nescio.explain import explain_spans, policy_spans
from tests.helpers import make_kit, span_of

TEXT = "Ida Voss left Aalby"


def test_a_reason_names_the_claim_those_that_agreed_and_those_that_lost() -> None:
    winner = span_of(TEXT, "Ida Voss", source="patterns:title")
    twin = span_of(TEXT, "Ida Voss", source="lists:names", score=0.7)
    short = span_of(TEXT, "Ida", source="lists:names", score=0.6)
    job = Job(Document("d", TEXT), candidates=(winner, twin, short), spans=(winner,))
    [reason] = explain_spans(job.spans or (), job, make_kit())
    assert reason.made_by == "patterns:title"
    assert reason.agreed == ("lists:names",)
    assert reason.beaten == ("lists:names PER 0.60: shorter",)


def test_what_a_list_of_the_user_beat_is_said_to_have_yielded() -> None:
    winner = span_of(TEXT, "Ida Voss", "ORG", source="lists:own/mine", score=0.6)
    loser = span_of(TEXT, "Ida Voss", source="patterns:title", score=0.9)
    job = Job(Document("d", TEXT), candidates=(winner, loser), spans=(winner,))
    [reason] = explain_spans(job.spans or (), job, make_kit())
    assert reason.beaten == ("patterns:title PER 0.90: a list or rule of yours goes first",)


def test_only_what_the_policy_hides_is_left() -> None:
    from nescio.core.model import Decision, Entity

    ida, aalby = span_of(TEXT, "Ida Voss"), span_of(TEXT, "Aalby", "CITY")
    entities = (Entity(0, "PER", (ida,)), Entity(1, "CITY", (aalby,)))
    decisions = (Decision(0, True, "x"), Decision(1, False, "x"))
    assert policy_spans(Job(Document("d", TEXT), entities=entities, decisions=decisions)) == (ida,)

"""Identities across documents."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from nescio.core.errors import JobError
from nescio.core.identity import Identity, KeptPerson
from nescio.core.model import Decision, Document, Entity, Job, Solution, Span
from nescio.coref.ledger import Ledger
from nescio.packs import load_pack
from nescio.pipeline import run
from tests.helpers import make_kit


def job(id: str, *names: str, label: str = "PER") -> Job:
    text, entities = "", []
    for number, name in enumerate(names):
        span = Span(len(text), len(text) + len(name), label, 0.9, "t")
        entities.append(Entity(number, label, (span,)))
        text += name + ". "
    return Job(Document(id, text, "en"), entities=tuple(entities))


def ids(done: Job) -> list[str]:
    return [entity.identity.id for entity in done.entities or () if entity.identity is not None]


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(load_pack("en"))


def test_one_person_has_one_identity_in_all_documents(ledger: Ledger) -> None:
    one, two = ledger.apply([job("a", "Robert Hale", "Ana Prado"), job("b", "Ana Prado", "R. Hale")])
    assert ids(one) == ["PER-1", "PER-2"]
    assert ids(two) == ["PER-2", "PER-1"]


def test_a_single_name_is_no_identity_beyond_its_document(ledger: Ledger) -> None:
    one, two = ledger.apply([job("a", "Ana"), job("b", "Ana")])
    assert ids(one) != ids(two)


def test_other_labels_have_no_identity(ledger: Ledger) -> None:
    [done] = ledger.apply([job("a", "2 May", label="DATE")])
    assert [entity.identity for entity in done.entities or ()] == [None]


def test_a_merge_holds_for_documents_to_come(ledger: Ledger) -> None:
    ledger.apply([job("a", "Ana Prado"), job("b", "Ana Lobo")])
    ledger.merge("PER-1", "PER-2")
    [done] = ledger.apply([job("c", "Ana Lobo", "Ana Prado")])
    assert ids(done) == ["PER-1"]
    assert len((done.entities or ())[0].mentions) == 2


def test_a_split_holds_for_documents_to_come(ledger: Ledger) -> None:
    ledger.apply([job("a", "Robert Hale"), job("b", "R. Hale")])
    new = ledger.split("PER-1", ["R. Hale"])
    [done] = ledger.apply([job("c", "Robert Hale", "R. Hale")])
    assert ids(done) == ["PER-1", new.id]


def test_it_survives_json(ledger: Ledger) -> None:
    ledger.apply([job("a", "Robert Hale"), job("b", "Hollow Machines Ltd", label="ORG")])
    ledger.apply([job("c", "R. Hale")])
    ledger.split("PER-1", ["R. Hale"])
    data = json.loads(json.dumps(ledger.to_json()))
    again = Ledger.from_json(load_pack("en"), data)
    assert again.to_json() == ledger.to_json()
    [done] = again.apply([job("d", "Robert Hale", "R. Hale")])
    assert ids(done) == ["PER-1", "PER-2"]


def test_a_ledger_of_the_former_version_is_read(ledger: Ledger) -> None:
    ledger.apply([job("a", "Robert Hale", "Ana Prado")])
    data = ledger.to_json()
    old = [{key: raw[key] for key in ("id", "kind", "names")} for raw in data["identities"]]
    again = Ledger.from_json(load_pack("en"), {**data, "schema": 1, "identities": old})
    assert again.to_json() == data
    [done] = again.apply([job("b", "Ana Prado")])
    assert ids(done) == ["PER-2"]


def test_substitutes_survive_json_and_travel_with_the_entity(ledger: Ledger) -> None:
    [done] = ledger.apply([job("a", "Robert Hale")])
    kept = (KeptPerson("m", {"robert": "Keith"}, {"hale": "Reed"}),)
    ledger.keep([replace(done, solution=Solution("", kept={0: kept}))])
    again = Ledger.from_json(load_pack("en"), json.loads(json.dumps(ledger.to_json())))
    [later] = again.apply([job("b", "R. Hale")])
    assert (later.entities or ())[0].identity == Identity("PER-1", kept)
    assert later.taken == kept
    assert again.keep([later])[0].taken == ()
    assert "Keith" not in repr(again.identities)


@pytest.mark.parametrize("wrong", [5, ["Reed"], [{}], [{"text": 5}]])
def test_malformed_substitutes_are_refused(ledger: Ledger, wrong: object) -> None:
    ledger.apply([job("a", "Robert Hale")])
    data = {**ledger.to_json(), "schema": 2}
    [identity] = data["identities"]
    del identity["sha256"]
    with pytest.raises(JobError, match="malformed"):
        Ledger.from_json(load_pack("en"), {**data, "identities": [{**identity, "surrogates": wrong}]})


def test_every_method_sees_the_number_of_the_identity(ledger: Ledger) -> None:
    jobs = ledger.apply([job("a", "Robert Hale", "Ana Prado"), job("b", "Ana Prado", "Robert Hale")])
    hidden = [
        replace(item, decisions=tuple(Decision(e.id, True, "test") for e in item.entities or ()))
        for item in jobs
    ]
    done = run(hidden, make_kit())
    texts = [item.solution.text for item in done if item.solution]
    assert texts == ["[PERSON1]. [PERSON2]. ", "[PERSON2]. [PERSON1]. "]


def test_its_repr_shows_no_names(ledger: Ledger) -> None:
    ledger.apply([job("a", "Robert Hale")])
    assert "Hale" not in repr(ledger.identities)


def test_what_cannot_be_merged_or_split_is_said(ledger: Ledger) -> None:
    ledger.apply([job("a", "Robert Hale"), job("b", "Hollow Ltd", label="ORG")])
    with pytest.raises(JobError, match="different kinds"):
        ledger.merge("PER-1", "ORG-1")
    with pytest.raises(JobError, match="no identity 'PER-9'"):
        ledger.merge("PER-1", "PER-9")
    with pytest.raises(JobError, match="some but not all"):
        ledger.split("PER-1", ["Robert Hale"])


def test_a_number_that_was_merged_away_is_never_given_again(ledger: Ledger) -> None:
    ledger.apply([job("a", "Ana Prado"), job("b", "Ana Lobo")])
    ledger.merge("PER-1", "PER-2")
    again = Ledger.from_json(load_pack("en"), json.loads(json.dumps(ledger.to_json())))
    [done] = again.apply([job("c", "Tom Brask")])
    assert ids(done) == ["PER-3"]

"""A ledger is checked when it is read: nobody gets the number of another."""

from __future__ import annotations

import json
from typing import Any

import pytest

from nescio.core.errors import JobError
from nescio.core.identity import MOST
from nescio.coref.ledger import Ledger
from nescio.coref.ledger_checks import check_ledger, digest_of
from nescio.packs import load_pack
from tests.coref.test_ledger import job

Content = dict[str, Any]


def good() -> Content:
    """A ledger with two people, one of whom a person has split, and a place."""
    ledger = Ledger(load_pack("en"))
    ledger.apply([job("a", "Robert Hale", "Ana Prado"), job("b", "R. Hale"), job("c", "Aalby", label="LOC")])
    ledger.split("PER-1", ["R. Hale"])
    content: Content = json.loads(json.dumps(ledger.to_json()))
    return content


def with_identity(**changes: Any) -> Content:
    """The ledger with another first identity, whose digest fits."""
    content = good()
    identity = {**content["identities"][0], **changes}
    content["identities"][0] = {**identity, "sha256": digest_of(identity)}
    return content


def doubled() -> Content:
    content = good()
    return {**content, "identities": [*content["identities"], content["identities"][1]]}


MALFORMED: dict[str, tuple[Content, str]] = {
    "no schema": ({}, "of a schema that this version does not read"),
    "another schema": ({**good(), "schema": 9}, "of a schema that this version does not read"),
    "a schema that is a truth": ({**good(), "schema": True}, "of a schema that this version does not read"),
    "an unknown key": ({**good(), "Robert Hale": 1}, "lacks a key or has an unknown one"),
    "no decisions": ({key: good()[key] for key in good() if key != "decided"}, "lacks a key"),
    "identities of another type": ({**good(), "identities": {}}, "of another type"),
    "an identity of another type": ({**good(), "identities": ["Robert Hale"]}, "identity 1 lacks a key"),
    "an identity twice": (doubled(), "the identity PER-2 stands there twice"),
    "an id of another kind": (with_identity(id="LOC-1"), "identity 1 has no id of its kind"),
    "a kind that there is not": (with_identity(id="DOG-1", kind="DOG"), "identity 1 has no id of its kind"),
    "a number below zero": (with_identity(id="PER--1"), "identity 1 has no id of its kind"),
    "the number zero": (with_identity(id="PER-0"), "identity 1 has no id of its kind"),
    "a number with a zero before it": (with_identity(id="PER-01"), "identity 1 has no id of its kind"),
    "a number that nobody reaches": (with_identity(id=f"PER-{MOST}"), "identity 1 has no id of its kind"),
    "no names": (with_identity(names={}), "identity 1 needs names"),
    "a name never found": (with_identity(names={"Robert Hale": 0}), "identity 1 needs names"),
    "a name found less than never": (with_identity(names={"Robert Hale": -1}), "identity 1 needs names"),
    "a count that is a truth": (with_identity(names={"Robert Hale": True}), "identity 1 needs names"),
    "names in a list": (with_identity(names=["Robert Hale"]), "a value of identity 1 is of another type"),
    "a last number too low": ({**good(), "last": {"PER": 1, "LOC": 1}}, "last number of the kind PER"),
    "no last number": ({**good(), "last": {"PER": 3}}, "last number of the kind LOC"),
    "a last number below zero": ({**good(), "last": {"PER": 3, "LOC": -1}}, "last number of the kind LOC"),
    "an absurd last number": ({**good(), "last": {"PER": 10**15, "LOC": 1}}, "last number of the kind PER"),
    "a last number in words": ({**good(), "last": {"PER": "3", "LOC": 1}}, "not a number for each kind"),
    "a standing number in words": ({**good(), "standing": {"PER": ["7"]}}, "'standing' is not a list"),
    "a standing number below one": ({**good(), "standing": {"PER": [0]}}, "'standing' is not a list"),
    "standing numbers of no kind": ({**good(), "standing": {"Hale": [7]}}, "'standing' is not a list"),
    "a decision about nobody": (
        {**good(), "decided": [["PER", "Robert Hale", "PER-9"]]}, "decision 1 stands there twice",
    ),
    "a decision about a name of another": (
        {**good(), "decided": [["PER", "Robert Hale", "PER-2"]]}, "decision 1 stands there twice",
    ),
    "a decision of another kind": (
        {**good(), "decided": [["ORG", "Robert Hale", "PER-1"]]}, "decision 1 stands there twice",
    ),
    "a decision twice": (
        {**good(), "decided": [["PER", "Robert Hale", "PER-1"]] * 2}, "decision 2 stands there twice or is",
    ),
    "a decision of another form": ({**good(), "decided": [["PER", 1]]}, "decision 1 is not [kind, name, id]"),
}  # fmt: skip


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_ledger_is_refused(kind: str) -> None:
    content, said = MALFORMED[kind]
    with pytest.raises(JobError) as caught:
        Ledger.from_json(load_pack("en"), content)
    assert said in str(caught.value)
    assert "Hale" not in str(caught.value)


ALTERED: dict[str, Content] = {
    "another name": {"names": {"Robert Hall": 1}},
    "one more name": {"names": {"Robert Hale": 1, "Ana Lobo": 1}},
    "another count": {"names": {"Robert Hale": 2}},
    "another substitute": {"surrogates": [{"text": "Keith", "gender": "m", "given": {}, "family": {}}]},
    "another digest": {"sha256": "0" * 64},
}


@pytest.mark.parametrize("kind", ALTERED)
@pytest.mark.parametrize("schema", [2, 3])
def test_an_altered_identity_is_refused(kind: str, schema: int) -> None:
    content = {**good(), "schema": schema}
    content["identities"][0] |= ALTERED[kind]
    with pytest.raises(JobError, match="the identity PER-1 was altered"):
        check_ledger(content)


@pytest.mark.parametrize("schema", [1, 2])
def test_ledgers_of_former_versions_are_read(schema: int) -> None:
    content = good()
    for identity in content["identities"]:
        for key in ("sha256", "surrogates")[: 3 - schema]:
            del identity[key]
    again = Ledger.from_json(load_pack("en"), {**content, "schema": schema})
    assert again.to_json() == good()


def test_without_a_digest_a_ledger_of_this_version_is_refused() -> None:
    content = good()
    del content["identities"][0]["sha256"]
    with pytest.raises(JobError, match="identity 1 lacks a key"):
        check_ledger(content)


def test_a_ledger_that_was_merged_and_split_is_read_again() -> None:
    ledger = Ledger.from_json(load_pack("en"), good())
    ledger.merge("PER-2", "PER-3")
    ledger.split("PER-2", ["R. Hale"])
    ledger.merge("PER-1", "PER-4")
    ledger.apply([job("d", "Robert Hale", "R. Hale", " "), job("e", "Ana Prado")])
    again = Ledger.from_json(load_pack("en"), json.loads(json.dumps(ledger.to_json())))
    assert again.to_json() == ledger.to_json()

"""What is kept is sealed, and the same in either database."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text as sql

import nescio
from nescio.core.errors import ConfigError, InputError, JobError
from nescio.service.audit import AuditLog
from nescio.service.keys import DETECT, REIDENTIFY, KeyRing, list_keys, make_key, revoke_key
from nescio.service.settings import ServiceSettings
from nescio.service.solved import SolvedTexts, new_solution
from nescio.service.store import Store
from nescio.solutions.table import fingerprint
from tests.cli.program import CONFIG


def test_a_value_opens_only_where_it_was_sealed(store: Store) -> None:
    sealed = store.seal.close(b"a letter", "here")
    assert b"letter" not in sealed
    assert store.seal.open(sealed, "here") == b"a letter"
    for wrong, place in ((sealed, "there"), (sealed[:-1] + bytes([sealed[-1] ^ 1]), "here"), (b"", "here")):
        with pytest.raises(InputError, match="altered"):
            store.seal.open(wrong, place)


def test_a_database_of_another_version_is_refused(tmp_path: Path) -> None:
    settings = ServiceSettings(tmp_path / "state")
    store = Store.open(settings)
    with store.engine.begin() as connection:
        connection.execute(sql("UPDATE service_about SET value = '9' WHERE name = 'schema'"))
    store.close()
    with pytest.raises(ConfigError, match="schema 9"):
        Store.open(settings)


def test_keys_are_found_by_their_words_alone(store: Store) -> None:
    key, words = make_key(store, "desk", [DETECT, REIDENTIFY], labels=["PER"], rate=2.5)
    ring = KeyRing(store)
    assert (ring.has_keys, ring.has_reidentifier, ring.is_proven(words)) == (True, True, False)
    assert ring.find(words) == key
    assert ring.is_proven(words)
    assert ring.find(words) == key
    assert ring.find(words[:-1]) is None
    assert ring.find(f"{words[:-1]}{'A' if words[-1] != 'A' else 'B'}") is None
    revoke_key(store, key.id)
    assert [item.state(0) for item in list_keys(store)] == ["revoked"]
    assert not KeyRing(store).has_reidentifier
    assert KeyRing(store).has_keys  # the doors do not open again


def test_the_way_back_is_found_by_its_name_or_its_text(store: Store) -> None:
    result = nescio.load("en", config=CONFIG, method="tag").anonymize("to anna@example.org")
    solved, id = SolvedTexts(store), new_solution()
    with store.engine.begin() as connection:
        solved.keep(connection, {id: [result.table]}, owner="x")
    for named in (id, None):
        assert solved.find(fingerprint(result.text), named).find(result.text, alone=True) == result.table
    with pytest.raises(JobError, match="No table"):
        solved.find(fingerprint("another"), None)
    assert solved.forget(id) == 1
    with pytest.raises(JobError, match="No table"):
        solved.find(fingerprint(result.text), id)


def test_the_audit_log_is_a_chain(store: Store) -> None:
    log = AuditLog(store)
    assert log.verify() == (0, "", None, True)
    for number in range(5):
        log.add("reidentify", "key", document=f"sol_{number}")
    whole = log.verify()
    assert (whole.records, whole.fault) == (5, None)
    assert [record["document"] for record in log.records()] == [f"sol_{number}" for number in range(5)]
    with store.engine.begin() as connection:
        connection.execute(sql("DELETE FROM service_audit WHERE number = 2"))
    assert log.verify().fault == 2

"""Users, sessions and locks, on both databases."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from nescio.core.errors import ConfigError
from nescio.workbench.people import ADMINISTRATOR, ANNOTATOR, REVISOR, ROLES
from nescio.workbench.store.opening import BenchStore, MissingError
from nescio.workbench.store.team_models import SessionRow, UserRow
from nescio.workbench.store.users import (
    IDLE,
    LOCKED,
    MOST_FAILURES,
    LastAdministratorError,
    LockedError,
    TakenError,
    UserBook,
)

PASSWORD = "a long enough word"  # noqa: S105


class Clock:
    now = datetime(2025, 3, 3, 10, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def users(store: BenchStore, clock: Clock) -> UserBook:
    found = UserBook(store, clock=clock)
    found.add("Ada", ADMINISTRATOR, PASSWORD)
    found.add("Vera", ANNOTATOR, PASSWORD)
    return found


def test_neither_passwords_nor_secrets_of_sessions_are_kept(store: BenchStore, users: UserBook) -> None:
    signed = users.sign_in("vera", PASSWORD)
    assert signed is not None
    with store.reading() as session:
        hashes = list(session.scalars(select(UserRow.hash)))
        digests = list(session.scalars(select(SessionRow.digest)))
    assert all(hashed is not None and hashed.startswith("$argon2id$") for hashed in hashes)
    assert signed[0] not in digests


def test_a_session_holds_until_it_was_idle_too_long(users: UserBook, clock: Clock) -> None:
    signed = users.sign_in("Vera", PASSWORD)
    assert signed is not None
    clock.now += IDLE - timedelta(minutes=5)
    found = users.session_of(signed[0])
    assert found is not None
    assert (found.person.name, found.person.roles) == ("Vera", frozenset({ANNOTATOR}))
    clock.now += IDLE - timedelta(minutes=5)  # it was used in between
    assert users.session_of(signed[0]) is not None
    clock.now += IDLE + timedelta(minutes=5)
    assert users.session_of(signed[0]) is None
    assert users.session_of("something else") is None


@pytest.mark.parametrize("name", ["Vera", "Nobody at all"])
def test_a_name_is_locked_after_failures_whoever_it_is(users: UserBook, clock: Clock, name: str) -> None:
    for _ in range(MOST_FAILURES):
        assert users.sign_in(name, "wrong") is None
    with pytest.raises(LockedError, match="Wait 15 min"):
        users.sign_in(name, PASSWORD)
    clock.now += LOCKED
    assert (users.sign_in(name, PASSWORD) is None) == (name != "Vera")


def test_success_forgets_earlier_failures(users: UserBook) -> None:
    for _ in range(3):
        for _ in range(MOST_FAILURES - 1):
            assert users.sign_in("Vera", "wrong") is None
        assert users.sign_in("Vera", PASSWORD) is not None


def test_a_change_ends_the_sessions_of_the_user(users: UserBook) -> None:
    signed = users.sign_in("Vera", PASSWORD)
    assert signed is not None
    users.change(users.find("Vera"), role=REVISOR)
    assert users.session_of(signed[0]) is None
    users.change(users.find("Vera"), active=False)
    assert users.sign_in("Vera", PASSWORD) is None


def test_a_new_password_ends_every_other_session(users: UserBook) -> None:
    here, there = users.sign_in("Vera", PASSWORD), users.sign_in("Vera", PASSWORD)
    assert here is not None
    assert there is not None
    person = here[1].person
    assert not users.change_password(person, "wrong", "another long word", secret=here[0])
    assert users.change_password(person, PASSWORD, "another long word", secret=here[0])
    assert users.session_of(here[0]) is not None
    assert users.session_of(there[0]) is None
    assert users.sign_in("Vera", PASSWORD) is None


def test_there_is_always_an_administrator(users: UserBook) -> None:
    for wanted in ({"role": ANNOTATOR}, {"active": False}):
        with pytest.raises(LastAdministratorError):
            users.change(users.find("Ada"), **wanted)  # type: ignore[arg-type]
    assert users.all()[0]["role"] == ADMINISTRATOR


@pytest.mark.parametrize("name", ["vera", " VERA ", "Ｖｅｒａ"])
def test_names_that_look_alike_are_taken(users: UserBook, name: str) -> None:
    with pytest.raises(TakenError):
        users.add(name, ANNOTATOR, PASSWORD)


@pytest.mark.parametrize(
    ("name", "role", "password"),
    [("", ANNOTATOR, PASSWORD), ("a\x00b", ANNOTATOR, PASSWORD), ("Xaver", "king", PASSWORD),
     ("Xaver", ANNOTATOR, "short"), ("x" * 101, ANNOTATOR, PASSWORD)],
)  # fmt: skip
def test_what_cannot_be_a_user_is_refused(users: UserBook, name: str, role: str, password: str) -> None:
    with pytest.raises(ConfigError):
        users.add(name, role, password)


def test_the_person_of_this_machine_has_every_role_and_nobody_signs_in_as_them(users: UserBook) -> None:
    person = users.local("zora")
    assert person.roles == frozenset(ROLES)
    assert users.local("Zora").id == person.id
    assert users.sign_in("zora", "") is None
    with pytest.raises(MissingError):
        users.find("nobody")

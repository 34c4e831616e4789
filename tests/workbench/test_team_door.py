"""How a team comes in: no fixed session, no login from elsewhere, locks, ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from nescio.core.errors import ConfigError
from nescio.web.binding import Binding
from nescio.web.database import file_url
from nescio.workbench.access import CSRF_HEADER
from nescio.workbench.desk import ReviewDesk
from nescio.workbench.people import ADMINISTRATOR
from nescio.workbench.serving import Workbench
from nescio.workbench.store.opening import open_store
from nescio.workbench.store.shelf import Shelf
from nescio.workbench.store.users import MOST_FAILURES, UserBook
from tests.workbench.team import PASSWORD, Team, at_work


@pytest.fixture
def own_team(tmp_path: Path) -> Iterator[Team]:
    with at_work(open_store(file_url(tmp_path / "own.sqlite"))) as team:
        yield team


def sign_in(client: httpx.Client, name: str, password: str, mark: str = "sign-in") -> httpx.Response:
    message = {"name": name, "password": password}
    return client.post("/api/sign-in", json=message, headers={CSRF_HEADER: mark} if mark else {})


def test_whoever_is_not_in_is_led_to_the_sign_in_and_nowhere_else(team: Team) -> None:
    client = team.client()
    for path in ("/", "/?next=https://elsewhere.example", "//elsewhere.example/"):
        answer = client.get(f"{team.base}{path}")
        assert answer.headers.get("location", "/sign-in") in ("/sign-in",)
    assert client.get("/api/door").json() == {"mode": "team"}
    assert client.get("/sign-in").status_code == 200
    assert client.get("/enter?token=x&next=https://elsewhere.example").status_code == 401


def test_a_session_that_was_prepared_is_not_taken_over(team: Team) -> None:
    client = team.client()
    cookie = f"nescio_workbench_{team.bench.port}"
    client.cookies.set(cookie, "prepared", domain="127.0.0.1", path="/")
    assert sign_in(client, "Vera", PASSWORD).status_code == 200
    values = [found.value for found in client.cookies.jar if found.name == cookie]
    assert "prepared" not in values[-1:]
    fixed = team.client()
    fixed.cookies.set(cookie, "prepared", domain="127.0.0.1", path="/")
    assert fixed.get("/api/session").status_code == 401


def test_every_sign_in_is_a_new_session_and_ends_the_old_one(team: Team) -> None:
    client = team.client()
    first = sign_in(client, "Vera", PASSWORD)
    old = dict(first.cookies)
    second = sign_in(client, "Vera", PASSWORD)
    assert old
    assert old != dict(second.cookies)
    other = team.client()
    for name, value in old.items():
        other.cookies.set(name, value, domain="127.0.0.1", path="/")
    assert other.get("/api/session").status_code == 401


def test_the_cookie_is_for_our_pages_alone(team: Team) -> None:
    answer = sign_in(team.client(), "Vera", PASSWORD)
    said = answer.headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=strict" in said


@pytest.mark.parametrize("mark", ["", "guess"])
def test_another_site_cannot_sign_somebody_in(team: Team, mark: str) -> None:
    answer = sign_in(team.client(), "Vera", PASSWORD, mark)
    assert (answer.status_code, answer.json()["code"]) == (403, "no_csrf")


def test_wrong_names_and_passwords_are_told_alike_and_then_locked(own_team: Team) -> None:
    for name in ("Vera", "Nobody"):
        for _ in range(MOST_FAILURES):
            answer = sign_in(own_team.client(), name, "wrong")
            assert (answer.status_code, answer.json()["code"]) == (401, "wrong_password")
        locked = sign_in(own_team.client(), name, PASSWORD)
        assert (locked.status_code, locked.json()["code"]) == (429, "locked")
        assert 0 < int(locked.headers["retry-after"]) <= 901
    assert own_team.vera.ask("GET", "/session").status_code == 200  # who is in stays in
    assert [user["locked"] for user in own_team.ada.do("GET", "/users")] == [False, True, False, False]


def test_who_signs_out_is_out(team: Team) -> None:
    member = team.member("Wim")
    assert member.ask("POST", "/sign-out", {}).status_code == 200
    assert member.ask("GET", "/session").status_code == 401


def test_whom_an_administrator_keeps_out_is_out_at_once(own_team: Team) -> None:
    user = f"/users/{own_team.wim.id}"
    assert own_team.ada.do("PUT", user, {"active": False})["active"] is False
    assert own_team.wim.ask("GET", "/session").status_code == 401
    assert sign_in(own_team.client(), "Wim", PASSWORD).status_code == 401
    assert own_team.ada.ask("PUT", f"/users/{own_team.ada.id}", {"role": "annotator"}).status_code == 409
    assert own_team.ada.ask("PUT", "/users/4711", {"active": False}).status_code == 404
    assert (
        own_team.ada.ask(
            "POST", "/users", {"name": "ada", "role": "revisor", "password": PASSWORD}
        ).status_code
        == 409
    )


def test_a_person_changes_their_password(own_team: Team) -> None:
    assert own_team.vera.ask("PUT", "/password", {"old": "x", "new": "another long word"}).status_code == 422
    assert own_team.vera.ask("PUT", "/password", {"old": PASSWORD, "new": "short"}).status_code == 422
    own_team.vera.do("PUT", "/password", {"old": PASSWORD, "new": "another long word"})
    assert sign_in(own_team.client(), "Vera", "another long word").status_code == 200


def test_a_team_needs_users_and_others_need_sign_in(tmp_path: Path) -> None:
    store = open_store(file_url(tmp_path / "empty.sqlite"))
    desk = ReviewDesk(Shelf(store), by="tester")
    try:
        with pytest.raises(ConfigError, match="user add"):
            Workbench(desk, sign_in=True)
        with pytest.raises(ConfigError, match="--sign-in"):
            Workbench(desk, binding=Binding("0.0.0.0", 0))  # noqa: S104
        UserBook(store).add("Ada", ADMINISTRATOR, PASSWORD)
        with pytest.raises(ConfigError, match="certificate"):
            Workbench(desk, binding=Binding("0.0.0.0", 0), sign_in=True)  # noqa: S104
    finally:
        desk.close()

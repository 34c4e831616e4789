"""Every role and every route: allowed or refused as the table says; the reference says the same."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from nescio.workbench.access import CSRF_HEADER, Doorkeeper
from nescio.workbench.app import make_routes
from nescio.workbench.desk import ReviewDesk
from nescio.workbench.rights import ANYBODY, RIGHTS, routes_of, told_roles
from tests.workbench.team import ROLE_OF, Member, Team

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "workbench.md"
ROW = re.compile(r"^\| (GET|PUT|POST|DELETE) \| `(/api[^`]*)` \| ([a-z, ]+) \|$", re.MULTILINE)
NUMBERS = {"version": "1", "kind": "tsv", "move": "undo"}
PEOPLE = ("Ada", "Vera", "Rosa")
BEHIND = [route for route in RIGHTS if RIGHTS[route] != ANYBODY and route[1] != "/api/sign-out"]


def filled(path: str) -> str:
    """A path with numbers that nothing has: the gate of roles stands before what is asked for."""
    return re.sub(r"\{(\w+)\}", lambda found: NUMBERS.get(found[1], "4711"), path)


def test_the_table_has_every_route_and_no_other(desk: ReviewDesk) -> None:
    assert sorted(routes_of(make_routes(desk, Doorkeeper()))) == sorted(RIGHTS)


def test_the_reference_says_what_the_table_says() -> None:
    told = {(method, path): roles for method, path, roles in ROW.findall(PAGE.read_text(encoding="utf-8"))}
    assert told == {route: told_roles(roles) for route, roles in RIGHTS.items()}


@pytest.mark.parametrize(("method", "path"), BEHIND)
def test_nobody_gets_an_answer_without_a_session(team: Team, method: str, path: str) -> None:
    answer = team.client().request(method, filled(path), headers={CSRF_HEADER: "guess"}, json={})
    assert (answer.status_code, answer.json()["code"]) == (401, "no_session")


@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize(("method", "path"), BEHIND)
def test_a_role_may_what_the_table_says(team: Team, name: str, method: str, path: str) -> None:
    member: Member = getattr(team, name.lower())
    answer = ask(member, method, path)
    is_forbidden = answer.status_code == 403 and answer.json()["code"] == "forbidden"
    assert is_forbidden == (ROLE_OF[name] not in RIGHTS[method, path])
    assert answer.status_code != 500


@pytest.mark.parametrize(("method", "path"), [route for route in BEHIND if route[0] != "GET"])
def test_nothing_changes_without_the_second_secret(team: Team, method: str, path: str) -> None:
    answer = team.ada.client.request(method, filled(path), json={}, headers={CSRF_HEADER: "guess"})
    assert (answer.status_code, answer.json()["code"]) == (403, "no_csrf")


def ask(member: Member, method: str, path: str) -> httpx.Response:
    body = None if method in ("GET", "DELETE") else {}
    return member.ask(method, filled(path).removeprefix("/api"), body)

"""Who comes in: whoever has the address, once; and nobody from another page or by another name."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from nescio.workbench.access import COOKIE, CSRF_HEADER, Doorkeeper
from nescio.workbench.desk import DeskFile, ReviewDesk
from tests.workbench.running import running


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(clock: Clock) -> Doorkeeper:
    return Doorkeeper(clock=clock)


@pytest.fixture
def client(desk: ReviewDesk, door: Doorkeeper) -> Iterator[httpx.Client]:
    with running(desk, door) as bench, httpx.Client(base_url=f"http://127.0.0.1:{bench.port}") as client:
        yield client


def enter(client: httpx.Client, door: Doorkeeper) -> str:
    answer = client.get(f"/enter?token={door.new_token()}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    return str(client.get("/api/session").json()["csrf"])


ROUTES = [
    ("GET", "/api/session"), ("GET", "/api/files"), ("POST", "/api/files"), ("DELETE", "/api/files/1"),
    ("POST", "/api/files/1/read"), ("GET", "/api/documents/1"), ("POST", "/api/documents/1/acts"),
    ("POST", "/api/documents/1/undo"), ("GET", "/api/documents/1/explain?start=0&end=1"),
    ("GET", "/api/files/1/download/file"), ("GET", "/api/download"), ("PUT", "/api/settings"),
    ("GET", "/api/terms"), ("PUT", "/api/terms"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_nothing_answers_without_a_session(client: httpx.Client, method: str, path: str) -> None:
    answer = client.request(method, path, json={})
    assert (answer.status_code, answer.json()["code"]) == (401, "no_session")


@pytest.mark.parametrize(("method", "path"), [route for route in ROUTES if route[0] != "GET"])
def test_nothing_changes_without_the_second_secret(
    client: httpx.Client, door: Doorkeeper, method: str, path: str
) -> None:
    enter(client, door)
    for headers in ({}, {CSRF_HEADER: "guess"}):
        answer = client.request(method, path, json={}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "no_csrf")


def test_a_token_works_once(client: httpx.Client, door: Doorkeeper) -> None:
    token = door.new_token()
    assert client.get(f"/enter?token={token}").status_code == 303
    client.cookies.clear()
    again = client.get(f"/enter?token={token}")
    assert (again.status_code, "set-cookie" in again.headers) == (401, False)
    assert "used already" in again.text


def test_an_earlier_address_is_void(client: httpx.Client, door: Doorkeeper) -> None:
    first = door.new_token()
    door.new_token()
    assert client.get(f"/enter?token={first}").status_code == 401


def test_a_session_is_always_a_new_one(client: httpx.Client, door: Doorkeeper) -> None:
    """A cookie that somebody else has set beforehand is worth nothing, before and after."""
    client.cookies.set(door.cookie, "prepared", domain="127.0.0.1", path="/")
    answer = client.get(f"/enter?token={door.new_token()}")
    cookie = answer.headers["set-cookie"]
    assert "prepared" not in cookie
    assert cookie.startswith(f"{COOKIE}_{door.port}=")
    assert {"HttpOnly", "SameSite=strict"} <= {part.strip() for part in cookie.split(";")}


def test_a_session_ends_when_nobody_used_it(client: httpx.Client, door: Doorkeeper, clock: Clock) -> None:
    enter(client, door)
    clock.now = 11 * 3600
    assert client.get("/api/files").status_code == 200
    clock.now += 13 * 3600
    assert client.get("/api/files").json()["code"] == "no_session"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", ""])
def test_another_name_for_this_machine_is_refused(client: httpx.Client, door: Doorkeeper, host: str) -> None:
    enter(client, door)
    assert client.get("/api/files", headers={"host": host}).status_code == 421


def test_every_answer_forbids_what_the_page_does_not_need(client: httpx.Client) -> None:
    for path in ("/", "/web/js/main.js", "/api/files", "/nowhere"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/web/../app.py", "/web/%2e%2e/app.py", "/web//etc/passwd", "/web/../../../../etc/passwd"]
)
def test_only_what_was_shipped_is_served(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code in (401, 404)


def test_nothing_leads_elsewhere(client: httpx.Client, door: Doorkeeper) -> None:
    token = door.new_token()
    answer = client.get(f"/enter?token={token}&next=//evil.example")
    assert answer.headers["location"] == "/"


def test_a_whole_round_over_http(client: httpx.Client, door: Doorkeeper, letter: DeskFile) -> None:
    headers = {CSRF_HEADER: enter(client, door)}
    id = client.get("/api/files").json()[0]["documents"][0]["id"]
    view = client.get(f"/api/documents/{id}").json()
    place = view["entities"][0]["place"]
    act = {"version": 0, "act": {"kind": "show", "places": [place]}}
    assert client.post(f"/api/documents/{id}/acts", json=act, headers=headers).json()["version"] == 1
    conflict = client.post(f"/api/documents/{id}/acts", json=act, headers=headers)
    assert (conflict.status_code, conflict.json()["code"]) == (409, "changed_elsewhere")
    told = client.get(f"/api/documents/{id}/explain", params={"start": place[0], "end": place[1]}).json()
    assert told["claims"]
    answer = client.get(f"/api/files/{letter.id}/download/file")
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''letter.anonymized.txt"
    assert client.get(f"/api/files/{letter.id}/download/magic").status_code == 404


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "bad_job"),
        ({"version": 0}, "bad_job"),
        ({"version": "0", "act": {}}, "bad_job"),
        ([], "bad_field"),
    ],
)
def test_a_message_that_says_nothing_is_refused(
    client: httpx.Client, door: Doorkeeper, letter: DeskFile, body: object, code: str
) -> None:
    headers = {CSRF_HEADER: enter(client, door)}
    answer = client.post(f"/api/documents/{letter.papers[0].id}/acts", json=body, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["sentence"]

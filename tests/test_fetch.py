"""Asking an address within bounds, against a real server on this machine."""

from __future__ import annotations

from typing import Final
from urllib.request import Request

import pytest

from nescio.fetch import LED_AWAY, NOT_REACHED, TOO_MUCH, TOO_SLOW, FetchError, _origin, _Redirects, fetch
from tests.loopback import HEAD, Answer, drips, floods, leads_to, loopback, says

BAD: Final[dict[str, tuple[Answer, str]]] = {
    "drips its content": (drips(HEAD + b"\r\n", b" "), TOO_SLOW),
    "drips its header": (drips(b"HTTP/1.1 200 OK\r\nX: ", b"a"), TOO_SLOW),
    "drips small chunks": (drips(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"), TOO_SLOW),
    "asks for patience": (drips(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), TOO_SLOW),
    "says nothing": (drips(b"", b""), TOO_SLOW),
    "floods": (floods(HEAD + b"\r\n"), TOO_MUCH),
    "floods a redirect": (floods(b"HTTP/1.1 302 Elsewhere\r\nLocation: /y\r\n\r\n"), TOO_MUCH),
    "announces too much": (lambda c: c.sendall(HEAD + b"Content-Length: 999999999999\r\n\r\n"), TOO_MUCH),
    "says too much": (says(b" " * 1001), TOO_MUCH),
    "is no server": (lambda connection: connection.sendall(b"220 mail\r\n"), NOT_REACHED),
    "breaks off": (lambda connection: connection.sendall(HEAD + b"Content-Length: 9\r\n\r\nab"), NOT_REACHED),
    "hangs up": (lambda connection: connection.close(), NOT_REACHED),
    "goes in circles": (leads_to("/x"), NOT_REACHED),
    "refuses": (lambda connection: connection.sendall(b"HTTP/1.1 403 No\r\n\r\n"), NOT_REACHED),
    "leads to a file": (leads_to("file:///etc/hostname"), NOT_REACHED),
    "leads to another host": (leads_to("http://127.0.0.2:1/"), LED_AWAY),
    "leads to another port": (leads_to("http://127.0.0.1:1/"), LED_AWAY),
    "leads to no address": (leads_to("http://[x"), NOT_REACHED),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_answer_ends_within_its_bounds(name: str) -> None:
    answer, kind = BAD[name]
    with loopback(answer) as server, pytest.raises(FetchError) as caught:
        fetch(server.url, seconds=0.5 if kind == TOO_SLOW else 20, limit=1000)
    assert caught.value.kind == kind


def test_an_answer_may_have_just_as_many_bytes_as_allowed() -> None:
    with loopback(says(b"a" * 1000)) as server:
        assert fetch(server.url, seconds=20, limit=1000) == b"a" * 1000


def test_a_redirect_on_the_same_host_is_followed() -> None:
    with loopback(leads_to("/y"), says(b"there")) as server:
        assert fetch(server.url, seconds=20, limit=1000) == b"there"
        assert [question.split()[1] for question in server.questions] == [b"/x", b"/y"]


def test_a_redirect_to_another_host_is_followed_only_if_it_is_allowed() -> None:
    with loopback(says(b"there")) as other, loopback(leads_to(other.url)) as server:
        with pytest.raises(FetchError, match=LED_AWAY):
            fetch(server.url, seconds=20, limit=1000)
        assert other.questions == []
        allowed = [f"http://127.0.0.1:{other.port}"]
        assert fetch(server.url, seconds=20, limit=1000, redirects=allowed) == b"there"


@pytest.mark.parametrize(
    ("here", "there", "followed"),
    [
        ("http://a.example/x", "https://a.example/y", True),
        ("https://a.example/x", "http://a.example/y", False),
        ("https://a.example/x", "https://a.example:443/y", True),
        ("https://a.example/x", "https://b.example/y", False),
        ("http://a.example:8080/x", "https://a.example/y", False),
        ("https://a.example/x", "https://a.example@b.example/y", False),
        ("https://a.example/x", "ftp://a.example/y", False),
    ],
)
def test_a_redirect_stays_on_the_host_and_keeps_its_secret(here: str, there: str, followed: bool) -> None:
    handler, closed, request = _Redirects(()), _Closed(), Request(here)  # noqa: S310 - it is never opened
    if followed:
        assert handler.redirect_request(request, closed, 302, "", {}, there).full_url == there
    else:
        with pytest.raises(FetchError, match=LED_AWAY):
            handler.redirect_request(request, closed, 302, "", {}, there)
    assert closed.closed is not followed
    allowed = _Redirects({_origin(there)})
    assert allowed.redirect_request(request, closed, 302, "", {}, there).full_url == there


class _Closed:
    closed = False

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/", "http://[x", "http://127.0.0.1:x/", "http:///"])
def test_an_address_that_leads_nowhere_is_not_reached(url: str) -> None:
    with pytest.raises(FetchError, match=NOT_REACHED):
        fetch(url, seconds=5, limit=1000)

"""Remote look-up against a real server on the loopback: good, slow and foolish answers."""

from __future__ import annotations

import json
import os
import stat
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlparse

import pytest

from nescio import Document, Job, load
from nescio.core.errors import ConfigError
from nescio.core.model import Span
from nescio.knowledge.remote import RemoteDictionary, RemoteKnowledge
from nescio.packs import load_pack
from tests.loopback import HEAD, Answer, drips, floods, leads_to, loopback, says

WORLD = {
    "Q90": {"id": "Q90", "labels": {"en": {"value": "Norville"}},
            "claims": {"P31": [{"mainsnak": {"datavalue": {"value": {"id": "Q515"}}}}]}},
    "Q515": {"id": "Q515", "labels": {"en": {"value": "city"}}},
}  # fmt: skip
PAGE = "== {{lengua|es}} ==\n=== {{sustantivo femenino|es}} ===\n;1: [[torre]] pequeña\n"


class Handler(BaseHTTPRequestHandler):
    mode: ClassVar[str] = "good"
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        query = {key: values[0] for key, values in parse_qs(urlparse(self.path).query).items()}
        type(self).asked.append(query["action"])
        if self.mode == "slow":
            time.sleep(0.6)
        body = b"<html>sorry" if self.mode == "nonsense" else json.dumps(self._answer(query)).encode()
        self.send_response(500 if self.mode == "broken" else 200)
        self.end_headers()
        try:
            self.wfile.write(body)
        except BrokenPipeError:
            return

    def _answer(self, query: dict[str, str]) -> Any:
        if self.mode == "list":
            return ["not", "an", "object"]
        if query["action"] == "wbsearchentities":
            return {"search": [{"id": "Q90"}] if query["search"] == "Norville" else []}
        if query["action"] == "wbgetentities":
            return {"entities": {uid: WORLD[uid] for uid in query["ids"].split("|") if uid in WORLD}}
        return {"parse": {"title": query["page"], "wikitext": PAGE}}

    def log_message(self, format: str, *args: object) -> None:
        return


@pytest.fixture
def url() -> Iterator[str]:
    Handler.mode, Handler.asked = "good", []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/api"
    server.shutdown()
    server.server_close()
    thread.join()


def remote(url: str, tmp_path: Path) -> RemoteKnowledge:
    words = {"city": ("city",)}
    return RemoteKnowledge(url, tmp_path / "cache.sqlite", languages=["en"], words=words, timeout=0.2)


def test_an_answer_is_asked_for_once_and_remembered(url: str, tmp_path: Path) -> None:
    base = remote(url, tmp_path)
    [entry] = base.find("Norville", "en")
    assert (entry.uid, entry.type) == ("Q90", "city")
    asked = len(Handler.asked)
    assert base.find("Norville", "en") == [entry]
    base.close()
    again = remote(url, tmp_path)
    assert again.find("Norville", "en") == [entry]
    assert len(Handler.asked) == asked
    again.close()


def test_what_the_remote_does_not_know_is_remembered_too(url: str, tmp_path: Path) -> None:
    base = remote(url, tmp_path)
    assert base.find("Nowhere", "en") == []
    assert base.find("Nowhere", "en") == []
    assert Handler.asked == ["wbsearchentities"]
    base.close()


@pytest.mark.parametrize(
    ("mode", "problem"),
    [
        ("slow", "remote too slow"),
        ("nonsense", "remote answers nonsense"),
        ("list", "remote answers nonsense"),
        ("broken", "remote not reached"),
    ],
)
def test_a_bad_remote_is_counted_and_left_alone(mode: str, problem: str, url: str, tmp_path: Path) -> None:
    Handler.mode = mode
    base = remote(url, tmp_path)
    for number in range(6):
        assert base.find(f"Norville {number}", "en") == []
    assert base.problems == {problem: 3}
    base.close()


BAD: dict[str, tuple[Answer, str]] = {
    "drips": (drips(HEAD + b"\r\n", b" "), "remote too slow"),
    "floods": (floods(HEAD + b"\r\n"), "remote answers too much"),
    "leads away": (leads_to("http://127.0.0.2:1/"), "remote leads to another address"),
    "is deep": (says(b"[" * 100_000), "remote answers nonsense"),
    "is not a number": (says(b'{"search": NaN}'), "remote answers nonsense"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_remote_is_bounded_in_time_size_and_place(kind: str, tmp_path: Path) -> None:
    answer, problem = BAD[kind]
    with loopback(answer) as server:
        base = RemoteKnowledge(
            server.url, tmp_path / "c.sqlite", languages=["en"], timeout=0.4 if kind == "drips" else 20
        )
        assert base.find("Norville", "en") == []
        assert base.problems == {problem: 1}
        base.close()


@pytest.mark.parametrize(
    "item", [5, [], {}, {"id": 5}, {"id": "Q90", "labels": 5}, {"id": "Q90", "claims": [1]}]
)
def test_an_item_that_is_none_says_nothing(item: object, tmp_path: Path) -> None:
    answers = [{"search": [{"id": "Q90"}]}, {"entities": {"Q90": item}}]
    with loopback(*(says(json.dumps(answer).encode()) for answer in answers)) as server:
        base = RemoteKnowledge(server.url, tmp_path / "c.sqlite", languages=["en"], timeout=20)
        assert base.find("Norville", "en") == []
        base.close()


def test_a_lone_surrogate_can_be_looked_up(url: str, tmp_path: Path) -> None:
    base = remote(url, tmp_path)
    assert base.find("Nor\ud800ville", "en") == []
    assert base.problems == {}
    base.close()


def test_a_remote_that_is_not_there_is_counted(tmp_path: Path) -> None:
    base = remote("http://127.0.0.1:1/api", tmp_path)
    assert base.find("Norville", "en") == []
    assert base.problems == {"remote not reached": 1}
    base.close()


def test_only_web_addresses_are_asked(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="http:// or https://"):
        remote("file:///etc/hosts", tmp_path)


def test_a_page_of_wiktionary_becomes_a_word_that_is_kept(url: str, tmp_path: Path) -> None:
    dictionary = RemoteDictionary(url, tmp_path / "es.sqlite", load_pack("es"), timeout=0.5)
    [word] = dictionary.find("torrecita")
    assert (word.pos, word.gender, word.definition) == ("noun", "f", "torre pequeña")
    assert dictionary.find("torrecita") == (word,)
    assert Handler.asked == ["parse"]


def test_what_texts_were_asked_about_is_for_its_owner_alone(url: str, tmp_path: Path) -> None:
    old_mask = os.umask(0o000)
    try:
        remote(url, tmp_path).close()
        RemoteDictionary(url, tmp_path / "es.sqlite", load_pack("es"), timeout=0.5).find("torrecita")
    finally:
        os.umask(old_mask)
    for name in ("cache.sqlite", "es.sqlite"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
        (tmp_path / name).chmod(0o644)
    base = remote(url, tmp_path)  # made wider by somebody, or by an earlier version
    base.close()
    assert stat.S_IMODE((tmp_path / "cache.sqlite").stat().st_mode) == 0o600


SEARCHES = ("null", "7", '{"id": 1}', '[null, 3, {"id": null}]', '[{"id": "Q1"}]')
ITEMS = (
    "5",
    '{"Q1": 5}',
    '{"Q1": {"id": 5, "labels": 7, "claims": [1]}}',
    '{"Q1": {"id": "Q1", "labels": {"en": {"value": 7}}}}',
    '{"Q1": {"id": "Q1", "labels": {"en": {"value": "\\ud800"}}}}',
    '{"Q1": {"id": "Q1", "labels": {"en": {"value": "a"}}, "claims": {"P31": [4, null, {"mainsnak": 1}]}}}',
    '{"Q1": {"id": "Q1", "labels": {"en": {"value": "a"}}, "aliases": {"en": 3}, "claims": {"P31": {}}}}',
    '{"Q1": {"id": "Q1", "labels": {"en": {"value": "a"}}, "claims": {"P1082": [{"mainsnak": "1e999"}]}}}',
)
ODD = [
    *("null", "7", "{}", "[]", '"x"'),
    *(f'{{"search": {hits}}}' for hits in SEARCHES),
    *(f'{{"search": [{{"id": "Q1"}}], "entities": {items}}}' for items in ITEMS),
]


@pytest.mark.parametrize("content", ODD)
def test_no_answer_makes_a_text_fail(content: str, tmp_path: Path) -> None:
    with loopback(says(content.encode())) as server:
        sources = {"remote": server.url, "cache": str(tmp_path / "cache.sqlite")}
        options = {"replace": {"options": {"generalize": sources}}, "detect": {"detectors": []}}
        spans = (Span(9, 18, "CITY", 1.0, "given"),)
        job = Job(Document("d", "She left Zorkville today.", "en"), voted=spans)
        [done] = load("en", method="generalize", options=options).run([job])
    assert server.questions
    assert done.failure is None
    assert done.solution is not None
    assert "Zorkville" not in done.solution.text

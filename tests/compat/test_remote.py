"""The remote detector, against a real server on this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from nescio.compat import remote
from nescio.core.errors import ConfigError, InputError
from nescio.core.model import Document, Job, Span
from nescio.core.protocols import Detector
from nescio.detect.remote import RemoteDetector
from nescio.packs import Packs
from nescio.pipeline import run
from nescio.registry import Registry
from nescio.testing import DetectorContract
from tests.helpers import make_kit
from tests.loopback import HEAD, drips, floods, leads_to, loopback, says
from tests.loopback import Answer as LoopbackAnswer

NAME = "Zephyrine"
PACK = Packs.installed(aliases=Registry.installed().label_aliases).load("xx")
TEXT = f"Today {NAME} left Aalby."
Answer = Callable[[Mapping[str, Any]], bytes | None]


def job(question: Mapping[str, Any], **keys: Any) -> bytes:
    """What the thesis's service answers: here every occurrence of the name."""
    text = question["text"]
    start = text.find(NAME)
    entries = [{"entity_class": "PER", "begin": start, "end": start + len(NAME), "uid": 0, "surface": NAME}]
    answer = {"text": text, "ner": {"text": text, "entries": entries if start >= 0 else []}, **keys}
    return json.dumps(answer).encode()


class Service(ThreadingHTTPServer):
    """Answers with what `answer` makes of the question, or status 500 for None."""

    answer: Answer = staticmethod(job)

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.questions: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/ner"


class Handler(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.questions.append(question)
        content = self.server.answer(question)
        self.send_response(200 if content is not None else 500)
        self.end_headers()
        self.wfile.write(content or b"")

    def log_message(self, format: str, *args: Any) -> None:
        """Stay silent in the test run."""


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def build(service: Service, **options: Any) -> RemoteDetector:
    return remote.build(PACK, {"url": service.url, "classifier": "press", **options})


class TestRemote(DetectorContract):
    text = TEXT

    @pytest.fixture(autouse=True)
    def _serve(self, service: Service) -> None:
        self._service = service

    def make(self) -> Detector:
        return build(self._service)


def test_the_question_holds_text_language_and_classifier(service: Service) -> None:
    build(service).detect([Document("d", TEXT, "pt")])
    assert service.questions == [{"text": TEXT, "language": "pt", "classifier": "press"}]


def test_claims_name_the_classifier(service: Service) -> None:
    assert build(service).detect([Document("d", TEXT)]) == [
        [Span(6, 6 + len(NAME), "PER", 0.9, "remote/press:press")]
    ]


WRONG: dict[str, tuple[Answer, str]] = {
    "status 500": (lambda question: None, "does not answer"),
    "no JSON": (lambda question: NAME.encode(), "not a job"),
    "no UTF-8": (lambda question: b"\xff\xfe\xff", "not a job"),
    "a list": (lambda question: b"[]", "not a job"),
    "a number": (lambda question: b"5", "not a job"),
    "no text": (lambda question: b"{}", "not a job"),
    "no entries": (lambda question: json.dumps({"text": question["text"]}).encode(), "another text"),
    "another text": (lambda question: job({"text": f"{NAME}!"}), "another text"),
    "a wrong place": (
        lambda question: job(
            question, ner={"entries": [{"entity_class": "PER", "begin": 0, "end": 999, "uid": 0}]}
        ),
        "not a job",
    ),
    "entries of another kind": (lambda question: job(question, ner={"entries": 5}), "not a job"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_answer_is_refused_without_the_text(service: Service, kind: str) -> None:
    service.answer, message = WRONG[kind]
    with pytest.raises(InputError, match=message) as caught:
        build(service).detect([Document("d", TEXT)])
    assert "'remote/press'" in str(caught.value)
    assert NAME not in str(caught.value)


def test_a_service_that_is_not_there_is_told_without_its_password() -> None:
    with Service() as closed:
        port = closed.server_port
    detector = remote.build(PACK, {"url": f"http://me:hunter2@127.0.0.1:{port}/"})
    with pytest.raises(InputError, match=r"'remote/default' at '127.0.0.1' does not answer") as caught:
        detector.detect([Document("d", TEXT)])
    assert "hunter2" not in str(caught.value)


def test_a_service_that_breaks_off_does_not_answer(service: Service) -> None:
    def hang_up(question: Mapping[str, Any]) -> bytes:
        raise BrokenPipeError

    service.answer = hang_up
    service.handle_error = lambda *_: None  # type: ignore[method-assign]  # silent in the test run
    with pytest.raises(InputError, match="does not answer"):
        build(service).detect([Document("d", TEXT)])


def test_a_job_whose_service_fails_has_a_note_and_no_solution(service: Service) -> None:
    service.answer = lambda question: None if NAME in question["text"] else job(question)
    jobs = run([Job(Document("a", TEXT)), Job(Document("b", "Rain."))], make_kit(detectors=[build(service)]))
    assert [job.solution.text if job.solution else None for job in jobs] == [None, "Rain."]
    assert NAME not in repr(jobs[0])


BAD: dict[str, tuple[LoopbackAnswer, str]] = {
    "drips": (drips(HEAD + b"\r\n", b" "), "does not answer in time"),
    "drips its header": (drips(b"HTTP/1.1 200 OK\r\nX: ", b"a"), "does not answer in time"),
    "floods": (floods(HEAD + b"\r\n"), "answers more than there can be to say"),
    "leads away": (leads_to("http://127.0.0.2:1/"), "leads to another address"),
    "is deep": (says(b"[" * 100_000), "not a job"),
    "has no number": (says(b'{"text": "x", "ner": {"entries": [{"uid": 1e999}]}}'), "not a job"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_service_is_bounded_in_time_size_and_place(kind: str) -> None:
    answer, message = BAD[kind]
    with loopback(answer) as server:
        detector = remote.build(PACK, {"url": server.url, "timeout": 0.5 if "drips" in kind else 20})
        with pytest.raises(InputError, match=message) as caught:
            detector.detect([Document("d", TEXT)])
    assert NAME not in str(caught.value)


def test_a_redirect_to_another_host_can_be_allowed() -> None:
    with loopback(says(job({"text": TEXT}))) as other, loopback(leads_to(other.url)) as server:
        options = {"url": server.url, "redirects": [f"http://127.0.0.1:{other.port}"]}
        assert len(remote.build(PACK, options).detect([Document("d", TEXT)])[0]) == 1
        assert NAME.encode() not in other.questions[0]  # what follows a redirect is asked without the text


BUSY = b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"
DENIED = b"HTTP/1.1 401 Who\r\nContent-Length: 0\r\n\r\n"


def _sends(data: bytes) -> LoopbackAnswer:
    return lambda connection: connection.sendall(data)


def test_a_busy_service_is_asked_again() -> None:
    with loopback(_sends(BUSY), _sends(BUSY), says(job({"text": TEXT}))) as server:
        assert len(remote.build(PACK, {"url": server.url}).detect([Document("d", TEXT)])[0]) == 1
        assert len(server.questions) == 3


def test_a_service_that_refuses_is_not_asked_again() -> None:
    with loopback(_sends(DENIED)) as server:
        with pytest.raises(InputError, match="does not answer"):
            remote.build(PACK, {"url": server.url}).detect([Document("d", TEXT)])
        assert len(server.questions) == 1


def test_a_service_that_fails_again_and_again_is_left_alone_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with loopback(_sends(BUSY)) as server:
        detector = remote.build(PACK, {"url": server.url, "retries": 0})
        said = []
        for _ in range(5):
            with pytest.raises(InputError) as caught:
                detector.detect([Document("d", TEXT)])
            said.append("left alone" in str(caught.value))
        assert (said, len(server.questions)) == ([False] * 3 + [True] * 2, 3)
        monkeypatch.setattr("nescio.detect.remote._REST", 0.0)
        with pytest.raises(InputError):
            detector.detect([Document("d", TEXT)])
        assert len(server.questions) == 4


def test_a_text_may_go_on_without_an_answer_and_says_so(service: Service) -> None:
    service.answer = lambda question: None if "left" in question["text"] else job(question)
    detector = build(service, on_failure="go_on", retries=0)
    kit = make_kit(detectors=[detector])
    jobs = run([Job(Document("a", TEXT)), Job(Document("b", f"{NAME} came."))], kit)
    assert [job.failure for job in jobs] == [None, None]
    codes = [
        [note.code for note in job.notes if note.stage == "detect" and note.code.startswith("no_answer")]
        for job in jobs
    ]
    assert codes == [[f"no_answer: {detector.name}"], []]
    assert len(jobs[1].candidates or ()) == 1


def test_a_key_is_sent_and_shown_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRESS_KEY", "nsk_secret")
    with loopback(says(job({"text": TEXT}))) as server:
        remote.build(PACK, {"url": server.url, "key": "env:PRESS_KEY"}).detect([Document("d", TEXT)])
        assert b"authorization: bearer nsk_secret" in server.questions[0].lower()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"url": "http://x", "retries": -1}, "'retries' of 'remote' must be a whole number"),
        ({"url": "http://x", "retries": True}, "'retries' of 'remote' must be a whole number"),
        ({"url": "http://x", "on_failure": "shrug"}, "'on_failure' of 'remote' cannot have this value"),
        ({"url": "http://x", "key": "secret"}, "env:VARIABLE"),
        ({"url": "http://x", "key": "env:NOT_THERE"}, "holds no key"),
        ({}, "needs the option 'url'"),
        ({"url": "file:///etc/passwd"}, "an http or https address"),
        ({"url": 5}, "needs the option 'url'"),
        ({"url": "http://x", "model": "y"}, "'remote' has no option 'model'"),
        ({"url": "http://x", "timeout": "soon"}, "'timeout' of 'remote' must be a number"),
        ({"url": "http://x", "timeout": 0}, "'timeout' of 'remote' must be a number"),
        ({"url": "http://x", "timeout": float("inf")}, "'timeout' of 'remote' must be a number"),
        ({"url": "http://x", "redirects": "http://y"}, "'redirects' of 'remote' must be a list"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        remote.build(PACK, options)


def test_claims_outside_the_announced_tags_are_dropped(service: Service) -> None:
    assert build(service, labels=["PERZ"]).detect([Document("d", TEXT)])[0][0].label == "PER"
    assert build(service, labels=["ORGZ"]).detect([Document("d", TEXT)]) == [[]]


def test_an_instance_keeps_the_name_it_has_in_the_configuration(service: Service) -> None:
    [[claim]] = build(service, instance="remote/courts").detect([Document("d", TEXT)])
    assert claim.source == "remote/courts:press"

"""A remote detector: sends the text to an HTTP service that answers with a job."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

from nescio.core.errors import ConfigError, InputError, JobError, check_options, shown
from nescio.core.labels import LabelSet
from nescio.core.model import Document, Job, Span
from nescio.core.options import choice_option, texts_option
from nescio.core.plain_json import read_json
from nescio.fetch import LED_AWAY, NOT_REACHED, TOO_MUCH, TOO_SLOW, FetchError, fetch
from nescio.packs import Pack

OPTIONS: Final = (
    "url", "classifier", "labels", "timeout", "retries", "on_failure", "key", "redirects", "instance",
)  # fmt: skip
REFUSE, GO_ON = "refuse", "go_on"  # what becomes of a text about which the service says nothing
_MOST_RETRIES: Final = 10
_FIRST_PAUSE: Final = 0.1  # seconds before the first retry, at most; then twice as long and so on
_FAILURES: Final = 3  # in a row, after which a service is left alone
_REST: Final = 30.0  # seconds
_LONGEST: Final = 3600  # seconds; nobody waits longer for a text
# Bytes of an answer: it repeats the text, and may say something about each of its words.
_LEAST: Final = 1_000_000
_FOR_EACH: Final = 100  # byte of the question
LEFT_ALONE: Final = "left alone"
_VARIABLE: Final = "env:"
_SAID: Final = {
    LEFT_ALONE: f"failed {_FAILURES} times in a row and is left alone for {_REST:g} seconds",
    NOT_REACHED: "does not answer",
    TOO_SLOW: "does not answer in time (option 'timeout')",
    TOO_MUCH: "answers more than there can be to say",
    LED_AWAY: "leads to another address; name that one as 'url', or allow it with the option 'redirects'",
}


class RemoteDetector:
    """Claims what the service at `url` finds. The text leaves this machine: off unless configured."""

    def __init__(
        self,
        url: str,
        classifier: str,
        *,
        tags: Mapping[str, str],
        labels: LabelSet,
        timeout: float,
        redirects: Sequence[str] = (),
        retries: int = 2,
        goes_on: bool = False,
        key: str | None = None,
        name: str,
        read: Callable[[Any], Job],
    ) -> None:
        self.name = name
        self._read = read  # the answer as a job
        self.labels = frozenset(tags.values()) or frozenset(label.name for label in labels)
        self._tags = tags  # tag of the service -> label; if there are any, other claims are dropped
        self._url, self._classifier = url, classifier
        self._timeout, self._redirects = timeout, redirects
        self._retries, self._goes_on = retries, goes_on
        self._headers = {"Content-Type": "application/json"}
        if key is not None:
            self._headers["Authorization"] = f"Bearer {key}"
        self._breaker = _Breaker()
        self._missed: list[int] = []

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        self._missed = []
        return [self._ask_or_go_on(number, doc) for number, doc in enumerate(docs)]

    def missed(self) -> list[int]:
        """The texts of the last batch about which the service said nothing."""
        return self._missed

    def _ask_or_go_on(self, number: int, doc: Document) -> list[Span]:
        try:
            return self._ask(doc)
        except InputError:
            if not self._goes_on:
                raise
            self._missed.append(number)
            return []

    def _ask(self, doc: Document) -> list[Span]:
        question = {"text": doc.text, "language": doc.language, "classifier": self._classifier}
        try:
            job = self._read(read_json(self._send(json.dumps(question).encode())))
        except FetchError as error:
            host = urlsplit(self._url).hostname  # the whole address may hold a password
            raise InputError(f"The detector {self.name!r} at {host!r} {_SAID[error.kind]}.") from error
        except (ValueError, AttributeError, JobError) as error:
            raise InputError(f"The detector {self.name!r} answered something that is not a job.") from error
        if job.document.text != doc.text or (found := _found(job)) is None:
            raise InputError(f"The detector {self.name!r} answered about another text.")
        source = f"{self.name}:{self._classifier}"
        return [
            span._replace(score=0.9, source=source, label=self._tags.get(span.label, span.label))
            for span in found
            if not self._tags or span.label in self._tags
        ]

    def _send(self, question: bytes) -> bytes:
        """The answer, asked for again where the next moment may bring one; all of it within the time."""
        if self._breaker.is_open:
            raise FetchError(LEFT_ALONE)
        end, retry = time.monotonic() + self._timeout, 0
        while True:
            try:
                answer = self._fetch(question, max(end - time.monotonic(), 0.001))
            except FetchError as error:
                # Not all at the same moment: whoever was sent away together would come back together.
                pause = random.uniform(0, _FIRST_PAUSE * 2**retry)  # noqa: S311 - no secret
                if not error.passing or retry >= self._retries or time.monotonic() + pause >= end:
                    self._breaker.failed()
                    raise
                time.sleep(pause)
                retry += 1
            else:
                self._breaker.succeeded()
                return answer

    def _fetch(self, question: bytes, seconds: float) -> bytes:
        return fetch(
            self._url,
            data=question,
            headers=self._headers,
            seconds=seconds,
            limit=_LEAST + _FOR_EACH * len(question),
            redirects=self._redirects,
        )


class _Breaker:
    """After some failures in a row nobody is asked for a while; then one question tells."""

    def __init__(self) -> None:
        self._failures, self._since = 0, 0.0

    @property
    def is_open(self) -> bool:
        return self._failures >= _FAILURES and time.monotonic() - self._since < _REST

    def failed(self) -> None:
        self._failures, self._since = self._failures + 1, time.monotonic()

    def succeeded(self) -> None:
        self._failures = 0


def _found(job: Job) -> tuple[Span, ...] | None:
    return job.voted if job.spans is None else job.spans


def build_remote(pack: Pack, options: Mapping[str, Any], *, read: Callable[[Any], Job]) -> RemoteDetector:
    """The detector that the options describe; `read` understands the answers of the service."""
    check_options("The detector 'remote'", options, OPTIONS)
    url = options.get("url")
    if not isinstance(url, str) or not url.startswith(("http://", "https://")):
        raise ConfigError("The detector 'remote' needs the option 'url', an http or https address.")
    tags = _tags(texts_option("remote", options, "labels"), pack.labels)
    timeout = options.get("timeout", 30)
    if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not 0 < timeout <= _LONGEST:
        raise ConfigError(
            f"The option 'timeout' of 'remote' must be a number of seconds above 0, at most {_LONGEST}."
        )
    classifier = str(options.get("classifier", "default"))
    name = str(options.get("instance", f"remote/{classifier}"))
    redirects = texts_option("remote", options, "redirects")
    choice = choice_option("remote", options, "on_failure", default=REFUSE, possible=(REFUSE, GO_ON))
    return RemoteDetector(
        url, classifier, tags=tags, labels=pack.labels, timeout=float(timeout), redirects=redirects,
        retries=_retries(options), goes_on=choice == GO_ON, key=_key(options), name=name, read=read,
    )  # fmt: skip


def _retries(options: Mapping[str, Any]) -> int:
    value = options.get("retries", 2)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST_RETRIES:
        raise ConfigError(
            f"The option 'retries' of 'remote' must be a whole number from 0 to {_MOST_RETRIES}."
        )
    return value


def _key(options: Mapping[str, Any]) -> str | None:
    """The key of the service, out of a variable: a configuration is read by many."""
    place = options.get("key")
    if place is None:
        return None
    name = place.removeprefix(_VARIABLE) if isinstance(place, str) and place.startswith(_VARIABLE) else ""
    if not name:
        raise ConfigError("The option 'key' of 'remote' names a variable that holds the key: env:VARIABLE.")
    found = os.environ.get(name, "").strip()
    if not found or not found.isascii() or not found.isprintable():
        raise ConfigError(f"The variable {shown(name)} holds no key for the detector 'remote'.")
    return found


def _tags(given: Sequence[str], labels: LabelSet) -> dict[str, str]:
    """The tags of a service, as it writes them, and the labels that are called so.

    What no label is called is for the table of the configuration to convert.
    """
    tags = {tag: tag for tag in given}
    for tag in given:
        with suppress(ConfigError):
            tags.setdefault(label := labels.find(tag), label)
    return tags

"""A remote detector: sends the text to an HTTP service that answers with a job."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

from nescio.core.errors import ConfigError, InputError, JobError, check_options
from nescio.core.labels import LabelSet
from nescio.core.model import Document, Job, Span
from nescio.core.options import texts_option
from nescio.core.plain_json import read_json
from nescio.fetch import LED_AWAY, NOT_REACHED, TOO_MUCH, TOO_SLOW, FetchError, fetch
from nescio.packs import Pack

OPTIONS: Final = ("url", "classifier", "labels", "timeout", "redirects", "instance")
_LONGEST: Final = 3600  # seconds; nobody waits longer for a text
# Bytes of an answer: it repeats the text, and may say something about each of its words.
_LEAST: Final = 1_000_000
_FOR_EACH: Final = 100  # byte of the question
_SAID: Final = {
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
        name: str,
        read: Callable[[Any], Job],
    ) -> None:
        self.name = name
        self._read = read  # the answer as a job
        self.labels = frozenset(tags.values()) or frozenset(label.name for label in labels)
        self._tags = tags  # tag of the service -> label; if there are any, other claims are dropped
        self._url, self._classifier = url, classifier
        self._timeout, self._redirects = timeout, redirects

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        return [self._ask(doc) for doc in docs]

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
        return fetch(
            self._url,
            data=question,
            headers={"Content-Type": "application/json"},
            seconds=self._timeout,
            limit=_LEAST + _FOR_EACH * len(question),
            redirects=self._redirects,
        )


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
    return RemoteDetector(
        url, classifier, tags=tags, labels=pack.labels, timeout=float(timeout), redirects=redirects,
        name=name, read=read,
    )  # fmt: skip


def _tags(given: Sequence[str], labels: LabelSet) -> dict[str, str]:
    """The tags of a service, as it writes them, and the labels that are called so.

    What no label is called is for the table of the configuration to convert.
    """
    tags = {tag: tag for tag in given}
    for tag in given:
        with suppress(ConfigError):
            tags.setdefault(label := labels.find(tag), label)
    return tags

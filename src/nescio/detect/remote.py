"""A remote detector: sends the text to an HTTP service that answers with a job."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit

from nescio.core.errors import ConfigError, InputError, JobError, check_options
from nescio.core.labels import LabelSet
from nescio.core.model import Document, Job, Span
from nescio.packs import Pack

OPTIONS = ("url", "classifier", "labels", "timeout", "instance")


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
        name: str,
        read: Callable[[Any], Job],
    ) -> None:
        self.name = name
        self._read = read  # the answer as a job
        self.labels = frozenset(tags.values()) or frozenset(label.name for label in labels)
        self._tags = tags  # tag of the service -> label; if there are any, other claims are dropped
        self._url, self._classifier, self._timeout = url, classifier, timeout

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        return [self._ask(doc) for doc in docs]

    def _ask(self, doc: Document) -> list[Span]:
        question = {"text": doc.text, "language": doc.language, "classifier": self._classifier}
        request = urllib.request.Request(  # noqa: S310 - the scheme is checked in build
            self._url, json.dumps(question).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as response:  # noqa: S310
                job = self._read(json.load(response))
        except (urllib.error.URLError, TimeoutError, ConnectionError, HTTPException) as error:
            if isinstance(error, urllib.error.HTTPError):
                error.close()
            host = urlsplit(self._url).hostname  # the whole address may hold a password
            raise InputError(f"The detector {self.name!r} at {host!r} does not answer.") from error
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


def _found(job: Job) -> tuple[Span, ...] | None:
    return job.voted if job.spans is None else job.spans


def build_remote(pack: Pack, options: Mapping[str, Any], *, read: Callable[[Any], Job]) -> RemoteDetector:
    """The detector that the options describe; `read` understands the answers of the service."""
    check_options("The detector 'remote'", options, OPTIONS)
    url = options.get("url")
    if not isinstance(url, str) or not url.startswith(("http://", "https://")):
        raise ConfigError("The detector 'remote' needs the option 'url', an http or https address.")
    tags = _tags(options.get("labels", ()), pack.labels)
    timeout = options.get("timeout", 30)
    if isinstance(timeout, bool) or not isinstance(timeout, int | float) or timeout <= 0:
        raise ConfigError("The option 'timeout' of 'remote' must be a number of seconds above 0.")
    classifier = str(options.get("classifier", "default"))
    name = str(options.get("instance", f"remote/{classifier}"))
    return RemoteDetector(
        url, classifier, tags=tags, labels=pack.labels, timeout=float(timeout), name=name, read=read
    )


def _tags(given: Sequence[str], labels: LabelSet) -> dict[str, str]:
    """The tags of a service, as it writes them, and the labels that are called so.

    What no label is called is for the table of the configuration to convert.
    """
    tags = {tag: tag for tag in given}
    for tag in given:
        with suppress(ConfigError):
            tags.setdefault(label := labels.find(tag), label)
    return tags

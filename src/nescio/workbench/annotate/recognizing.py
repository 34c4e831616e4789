"""What a recognizer finds in the documents of a project, in the tags of the project."""

from __future__ import annotations

import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from nescio.api import AUTO, Anonymizer
from nescio.core.errors import ConfigError, JobError, known
from nescio.core.labels import LabelSet
from nescio.core.model import Document, Job
from nescio.registry import Registry
from nescio.run.opening import open_anonymizer
from nescio.run.reports import why_failed

WHOLE: Final = "nescio"  # the whole pipeline, as it ships
_GROUP: Final = "nescio.detectors"
_OTHER: Final = "MISC"


@dataclass(frozen=True)
class FoundMention:
    """A mention that was found, and the entity that it is one of."""

    start: int
    end: int
    label: str
    entity: str


class Recognizers:
    """Opened when first asked for, and kept; one thread at a time asks them."""

    def __init__(self) -> None:
        self._registry = Registry.installed()
        self._opened: dict[tuple[str, str], Anonymizer] = {}
        self._lock = threading.Lock()

    @property
    def names(self) -> list[str]:
        return [WHOLE, *self._registry.names(_GROUP)]

    def find(self, texts: Sequence[tuple[str, str]], *, recognizer: str) -> list[list[FoundMention]]:
        """The mentions in texts, each a language (or `auto`) and a text."""
        if recognizer not in self.names:
            raise ConfigError(f"There is no such recognizer. {known(recognizer, self.names)}")
        options = {} if recognizer == WHOLE else {"detect": {"detectors": [recognizer]}}
        jobs = [
            Job(Document(str(n), text, "" if code == AUTO else code)) for n, (code, text) in enumerate(texts)
        ]
        with self._lock:
            done = self._open(AUTO, recognizer, options).run(jobs, stop="coref")
        return [_found(job) for job in done]

    def labels(self, language: str) -> LabelSet:
        with self._lock:
            packs = self._open(AUTO, WHOLE, {}).packs
            return packs.load(language if language in packs.languages else "xx").labels

    def anonymize(self, jobs: Sequence[Job], *, method: str) -> list[Job]:
        """Jobs to their end, with one method for every label."""
        with self._lock:
            key = (method, "method")
            if key not in self._opened:
                self._opened[key] = open_anonymizer(AUTO, methods=[method])
            done = self._opened[key].run(jobs)
        for job in done:
            _refuse_failed(job)
        return done

    def _open(self, language: str, recognizer: str, options: dict[str, dict[str, list[str]]]) -> Anonymizer:
        key = (language, recognizer)
        if key not in self._opened:
            self._opened[key] = Anonymizer(language, options=options)
        return self._opened[key]


def in_tags(label: str, labels: LabelSet, tags: Collection[str]) -> str | None:
    """The tag of a project for a label: itself, or what stands above it, or the one for all others."""
    if label in tags:
        return label
    for name in labels.lineage(label) if label in labels else ():
        if name in tags:
            return name
    return _OTHER if _OTHER in tags else None


def _found(job: Job) -> list[FoundMention]:
    _refuse_failed(job)
    return sorted(
        (
            FoundMention(mention.start, mention.end, mention.label, str(entity.id))
            for entity in job.entities or ()
            for mention in entity.mentions
        ),
        key=lambda found: (found.start, found.end),
    )


def _refuse_failed(job: Job) -> None:
    failure = why_failed(job)
    if failure is not None:
        raise JobError(failure)

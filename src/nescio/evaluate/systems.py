"""Configurations as systems: each runs over the gold texts and answers with annotations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from nescio.api import AUTO, Anonymizer
from nescio.core.errors import ConfigError, InputError, shown
from nescio.core.model import Document, Job
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.evaluate.model import Annotation
from nescio.evaluate.read.rows import from_job
from nescio.packs import languages, load_pack, pack_folders
from nescio.packs.files import is_there
from nescio.text.language_id import identify

DEFAULT = "default"
_BATCH = 64
_SAMPLE = 500  # documents, and characters of each, from which the language of a corpus is told

Progress = Callable[[Iterable[list[Annotation]], int], Iterable[list[Annotation]]]


@dataclass(frozen=True)
class System:
    """A configuration under a name; without a file, the settings that ship."""

    name: str
    config: Path | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def start(self, language: str = AUTO) -> Anonymizer:
        return Anonymizer(language, config=self.config, options=self.options)


def parse_system(given: str) -> System:
    """`default`, a configuration file, or `NAME=FILE`."""
    name, equals, path = given.partition("=")
    if given == DEFAULT:
        return System(DEFAULT)
    if equals:
        return System(name) if path == DEFAULT else System(name, _existing(Path(path)))
    return System(Path(given).stem, _existing(Path(given)))


def parse_systems(given: Iterable[str]) -> list[System]:
    systems = [parse_system(item) for item in given]
    names = [system.name for system in systems]
    twins = sorted({name for name in names if names.count(name) > 1})
    if twins:
        raise ConfigError(f"Two systems are called {shown(twins[0])}; name them with NAME=FILE.")
    return systems


def is_system(given: str) -> bool:
    """A configuration is TOML, or JSON whose root keys are languages; `default` is what ships."""
    path = Path(given.rpartition("=")[2])
    if given == DEFAULT or path.suffix == ".toml" or "=" in given:
        return True
    if path.suffix != ".json" or not is_there(path):
        return False
    try:
        content = read_json(path.read_bytes())
    except PlainJsonError:
        return False
    return isinstance(content, dict) and bool(content) and set(content) <= set(pack_folders())


def _existing(path: Path) -> Path:
    if not is_there(path):
        raise ConfigError(f"There is no configuration file {str(path)!r}.")
    return path


def run_system(
    system: System,
    gold: Sequence[Annotation],
    *,
    language: str = AUTO,
    stop: str = "coref",
    progress: Progress | None = None,
) -> list[Annotation]:
    """What a system finds in the texts of the gold; each document once, whoever annotated it.

    The policy does not count here: every span that was found is an answer.
    """
    anonymizer = system.start(language)
    documents = _settle_languages(_distinct(gold), language)
    batches = [documents[at : at + _BATCH] for at in range(0, len(documents), _BATCH)]
    shown = progress(batches, len(batches)) if progress else batches
    return [answer for batch in shown for answer in _run_batch(anonymizer, batch, stop)]


def _distinct(gold: Sequence[Annotation]) -> list[Annotation]:
    seen: set[str] = set()
    kept = []
    for item in gold:
        if not (item.named and item.id in seen):
            kept.append(item)
        seen.add(item.id)
    return kept


def _settle_languages(documents: list[Annotation], language: str) -> list[Annotation]:
    """Each document with its language: the one asked for, its own, the one told from its text.

    A sentence alone is often too short to tell; then the corpus as a whole speaks for it.
    """
    if language != AUTO:
        return [replace(item, language=language) for item in documents]
    profiles = [pack.profile for pack in map(load_pack, languages()) if pack.profile is not None]
    together = identify("\n".join((item.text or "")[:_SAMPLE] for item in documents[:_SAMPLE]), profiles)
    settled = []
    for item in documents:
        if not item.language:
            own = identify(item.text or "", profiles)
            guess = own if own.sure else together
            item = replace(item, language=guess.language if guess.sure else "xx")
        settled.append(item)
    return settled


def _run_batch(anonymizer: Anonymizer, batch: Sequence[Annotation], stop: str) -> Iterator[Annotation]:
    jobs = [Job(Document(item.id, item.text or "", item.language)) for item in batch]
    began = time.perf_counter()
    done = anonymizer.run(jobs, stop=stop)
    seconds = (time.perf_counter() - began) / max(len(jobs), 1)
    for item, job in zip(batch, done, strict=True):
        if job.failure is not None:
            reason = job.failure.code.removeprefix("failed: ")
            raise InputError(f"{item.place}: the document could not be processed: {reason}")
        yield replace(
            from_job(job), id=item.id, named=item.named, file=item.file, line=item.line, seconds=seconds
        )

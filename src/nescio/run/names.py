"""Reads a corpus for its names, and writes a manifest that holds none of them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import regex

from nescio.api import Anonymizer
from nescio.core.edits import edited_entities
from nescio.core.errors import ConfigError
from nescio.core.keys import Key
from nescio.core.labels import ORGANIZATION, PERSON, PLACE
from nescio.core.model import Job
from nescio.files.lines import Opener, open_stdin
from nescio.files.places import PRIVATE
from nescio.files.whole import write_whole
from nescio.replace.pseudonym import PseudonymMethod
from nescio.replace.world.manifest import Manifest
from nescio.run.claims import claim
from nescio.run.configured import files_of
from nescio.run.formats import Formats
from nescio.run.lines import scan_lines
from nescio.run.reports import reason, why_failed
from nescio.run.sources import Inputs, find_sources
from nescio.text.folding import fold_word

_NAMED: Final = frozenset({PERSON, PLACE, ORGANIZATION})
_WORD: Final = regex.compile(r"[\p{L}\p{M}]{2,}")


class Scanned(NamedTuple):
    """One text that was read, or why it could not be."""

    name: str
    failure: str | None = None


class NameScan:
    """The names of all texts that were run through it, in memory alone."""

    def __init__(self, anonymizer: Anonymizer, key: Key) -> None:
        self._anonymizer, self._key = anonymizer, key
        self._names: dict[str, set[str]] = {}
        self._words: set[str] = set()

    def run(self, jobs: Iterable[Job]) -> list[Job]:
        """The jobs, done; what was asked of the world on the way is what the corpus has."""
        decided = self._anonymizer.run(jobs, stop="decide")
        for job in decided:
            for method in self._methods(job):
                method.world.asked = self._names
        done = self._anonymizer.run(decided)
        for job in done:
            self._words.update(self._words_of(job))
        return done

    def _methods(self, job: Job) -> Iterator[PseudonymMethod]:
        if job.failure is None:
            kit = self._anonymizer.kit(job.document.language, job.options)
            yield from (method for method in kit.methods.values() if isinstance(method, PseudonymMethod))

    def _words_of(self, job: Job) -> Iterator[str]:
        """The words of names, whether somebody hides them or not: none is to be a pseudonym."""
        if job.failure is not None:
            return
        labels, text = self._anonymizer.pack.labels, job.document.text
        for entity in edited_entities(job):
            if entity.label in labels and labels.root(entity.label) in _NAMED:
                for span in entity.mentions:
                    yield from map(fold_word, _WORD.findall(text[span.start : span.end]))

    def write(self, path: Path) -> int:
        """The manifest, for its owner alone; how many words it knows."""
        manifest = Manifest.made(self._key, self._names, self._words)
        write_whole(path, manifest.write().encode(), widest=PRIVATE)
        return len(manifest)


def open_scan(anonymizer: Anonymizer, key: Key | None) -> NameScan:
    if key is None:
        raise ConfigError(
            "A manifest belongs to a key: name one with --key FILE. `nescio key new FILE` makes one."
        )
    return NameScan(anonymizer, key)


def scan_texts(
    scan: NameScan, anonymizer: Anonymizer, texts: Sequence[str] | None, output: Path, *,
    encoding: str | None = None, stdin: Opener = open_stdin,
) -> tuple[Inputs, Generator[Scanned, None, None]]:  # fmt: skip
    """The files and folders of a call; what is to be written is none of them."""
    formats = Formats.of_anonymizer(anonymizer, encoding)
    found = find_sources(texts, formats, stdin=stdin)
    claims = claim({"a file of the configuration": files_of(anonymizer)}, {})
    for source in found.sources:
        source.claim(claims)
    claims.writes("--output", output, what="the manifest")

    def scanned() -> Generator[Scanned, None, None]:
        for source in found.sources:
            try:
                jobs = scan.run(source.jobs(source.read()))
            except Exception as error:  # one bad file must not hide the others
                yield Scanned(source.name, reason(error))
                continue
            yield from (Scanned(source.name, why_failed(job)) for job in jobs)

    return found, scanned()


def scan_jsonl(scan: NameScan, path: Path, *, stdin: Opener = open_stdin) -> Iterator[Scanned]:
    """The texts of a file of lines; keys that mean nothing here are left out."""
    for answer in scan_lines(path, scan.run, stdin=stdin):
        yield Scanned(f"line {answer.number}", answer.failure)

"""The desk of a workbench: its files, the anonymizer that serves them, and who reads what next."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from queue import Queue
from typing import Any, Final

from nescio.api import AUTO, Anonymizer
from nescio.core.errors import InputError, JobError, known
from nescio.core.model import Job
from nescio.files.keys import FoundKey
from nescio.packs import Pack
from nescio.run.formats import Formats
from nescio.run.opening import Terms, open_anonymizer
from nescio.run.reports import reason, why_failed
from nescio.run.sources import refuse_empty
from nescio.workbench.acts import Actor
from nescio.workbench.naming import safe_name
from nescio.workbench.papers import Paper
from nescio.workbench.retaining import MOST_DAYS, Deleted, Retention
from nescio.workbench.steps import ReviewStep, step_to_json
from nescio.workbench.store.opening import ConflictError
from nescio.workbench.store.shelf import CHANGED, KeptDeed, KeptFile, Shelf
from nescio.workbench.view import changes

WAITING, READY, FAILED = "waiting", "ready", "failed"
_DEFAULTS: Final[Mapping[str, Any]] = {"language": AUTO, "method": "", "policy": "", "retention": ""}


@dataclass
class DeskFile:
    """A file on the desk and what became of it."""

    id: int
    name: str = field(repr=False)
    data: bytes = field(repr=False)
    state: str = WAITING
    failure: str = ""
    papers: list[Paper] = field(default_factory=list)


class ReviewDesk:
    """Everything that is open; one thing at a time changes it."""

    def __init__(self, shelf: Shelf, *, by: str, key: FoundKey | None = None) -> None:
        self.shelf, self.by, self.key = shelf, by, key
        self._lock = threading.RLock()
        self._settings: dict[str, Any] = {**_DEFAULTS, **shelf.settings()}
        self._terms = shelf.terms()
        self._anonymizer: Anonymizer | None = None
        self._lists_changed = False
        self._queue: Queue[tuple[int, str] | None] = Queue()
        self._reader = threading.Thread(target=self._read_all, daemon=True)
        self.files: dict[int, DeskFile] = {}
        for kept in shelf.files():
            self._put_back(kept)
        self._reader.start()

    def _put_back(self, kept: KeptFile) -> None:
        file = DeskFile(kept.id, kept.name, kept.data)
        self.files[file.id] = file
        for id, job, deeds in kept.jobs:
            paper = Paper(id, file.id, job.document.id, job)
            paper.remember(deeds)
            file.papers.append(paper)
        if file.papers:
            file.state = READY
        else:  # the workbench was ended before it was read
            self._queue.put((file.id, ""))

    def close(self) -> None:
        self._queue.put(None)
        self._reader.join(timeout=5)
        self.shelf.close()

    @property
    def anonymizer(self) -> Anonymizer:
        """The anonymizer of the settings in force."""
        with self._lock:
            if self._anonymizer is None:
                self._anonymizer = self._open(self._settings)
            return self._anonymizer

    def _open(self, settings: Mapping[str, Any]) -> Anonymizer:
        words = {name: [t["term"] for t in self._terms if t["list"] == name] for name in ("hide", "keep")}
        return open_anonymizer(
            settings["language"],
            methods=[settings["method"]] if settings["method"] else [],
            policy=settings["policy"] or None,
            terms=Terms(hide=words["hide"], keep=words["keep"]),
            key=self.key,
        )

    def run(self, job: Job, stop: str) -> Job:
        [done] = self.anonymizer.run([job], stop=stop)
        return done

    def pack(self, paper: Paper) -> Pack:
        return self.anonymizer.packs.load(paper.base.document.language)

    # Files.

    def add_file(self, name: str, data: bytes) -> DeskFile:
        """Keeps a file and reads it when its turn comes; it is safe in the store when this returns."""
        if not data:
            raise InputError("The file is empty.")
        with self._lock:
            name = safe_name(name)
            file = DeskFile(self.shelf.add_file(name, data), name, data)
            self.files[file.id] = file
            self._queue.put((file.id, ""))
            return file

    def read_again(self, file: int, language: str) -> None:
        """Reads a file that failed once more, in a language that a person names."""
        with self._lock:
            found = self.file(file)
            if found.state != FAILED:
                raise JobError("Only a file that could not be read is read again.")
            found.state = WAITING
            self._queue.put((file, language))

    def remove_file(self, file: int) -> None:
        with self._lock:
            self.file(file)
            self.shelf.remove_file(file)
            del self.files[file]

    def delete_due(self) -> Deleted:
        """Deletes originals whose time is over, also in projects; what others deleted is let go."""
        with self._lock:
            done = Retention(self.shelf.store, remove_file=self.remove_file).delete_due()
            there = self.shelf.file_ids()
            self.files = {id: file for id, file in self.files.items() if id in there}
            return done

    def file(self, id: int) -> DeskFile:
        if id not in self.files:
            raise JobError("There is no such file on the desk any more.")
        return self.files[id]

    def paper(self, id: int) -> Paper:
        for file in list(self.files.values()):
            for paper in file.papers:
                if paper.id == id:
                    return paper
        raise JobError("There is no such document on the desk any more.")

    def _read_all(self) -> None:
        while (due := self._queue.get()) is not None:
            self._read(*due)

    def _read(self, id: int, language: str) -> None:
        """Takes a file through the pipeline up to coreference; a failure is the file's, in a sentence."""
        file = self.files.get(id)
        if file is None:
            return
        try:
            with self._lock:
                if self._lists_changed:
                    self._anonymizer, self._lists_changed = None, False
                anonymizer = self.anonymizer
            jobs = self._jobs(file, language or self._settings["language"])
            done = anonymizer.run(jobs, stop="coref")
            for job in done:
                if (failure := why_failed(job)) is not None:
                    raise JobError(failure)
            with self._lock:
                if id not in self.files:
                    return
                ids = self.shelf.add_jobs(id, done)
                file.papers = [
                    Paper(number, id, job.document.id, job) for number, job in zip(ids, done, strict=True)
                ]
                file.state, file.failure = READY, ""
        except Exception as error:
            file.state, file.failure = FAILED, reason(error)

    def _jobs(self, file: DeskFile, language: str) -> list[Job]:
        jobs = self.formats.read(PurePosixPath(file.name), file.data, name=file.name)  # type: ignore[arg-type]  # only its suffix is asked
        for job in jobs:
            refuse_empty(job.document.text)
        if language == AUTO:
            return jobs
        return [replace(job, document=replace(job.document, language=language)) for job in jobs]

    @property
    def formats(self) -> Formats:
        return Formats.of_anonymizer(self.anonymizer)

    # What people do.

    def view(self, id: int) -> dict[str, Any]:
        with self._lock:
            paper = self.paper(id)
            return paper.view(self.run, self.pack(paper))

    def act(self, id: int, act: Mapping[str, Any], version: int, by: str = "") -> dict[str, Any]:
        """Does what a person asks; answers what has changed."""
        who = by or self.by

        def do(paper: Paper) -> None:
            step = Actor(paper.job(self.run), self.pack(paper).labels, who).step(act)
            self._take(paper, step, who)

        return self._change(id, version, do)

    def _take(self, paper: Paper, step: ReviewStep, by: str) -> None:
        job = paper.after(step, self.run)
        self.shelf.add_deed(paper.id, paper.version + 1, KeptDeed("step", by, step_to_json(step)))
        paper.take(step, job)

    def move(self, id: int, kind: str, version: int, by: str = "") -> dict[str, Any]:
        """Undo or redo."""

        def do(paper: Paper) -> None:
            paper.check_move(kind)
            self.shelf.add_deed(paper.id, paper.version + 1, KeptDeed(kind, by or self.by, None))
            paper.move(kind)

        return self._change(id, version, do)

    def _change(self, id: int, version: int, do: Callable[[Paper], None]) -> dict[str, Any]:
        with self._lock:
            paper = self.paper(id)
            if version != paper.version:
                raise ConflictError(CHANGED)
            old = paper.view(self.run, self.pack(paper))
            do(paper)
            new = paper.view(self.run, self.pack(paper))
            return {**changes(old, new), **paper.about()}

    # The project.

    @property
    def settings(self) -> dict[str, Any]:
        return dict(self._settings)

    def change_settings(self, wanted: Mapping[str, Any]) -> None:
        """Other settings for all documents; those that cannot be are refused, and nothing changes."""
        for name in wanted:
            if name not in _DEFAULTS:
                raise JobError(f"There is no such setting. {known(name, _DEFAULTS)}")
        days = str(wanted.get("retention", ""))
        if days and not (days.isascii() and days.isdecimal() and int(days[:9]) <= MOST_DAYS):
            raise JobError(f"Originals are kept for 0 to {MOST_DAYS} days after a download, or for ever.")
        with self._lock:
            new = {**self._settings, **{name: str(value) for name, value in wanted.items()}}
            anonymizer = self._open(new)
            for language in anonymizer.packs.languages if new["language"] == AUTO else ():
                if any(p.base.document.language == language for f in self.files.values() for p in f.papers):
                    anonymizer.kit(language)  # a method that cannot be built is said now
            self.shelf.set_settings(new)
            self._settings, self._anonymizer = new, anonymizer
            for file in self.files.values():
                for paper in file.papers:
                    paper.forget()

    @property
    def terms(self) -> Sequence[Mapping[str, Any]]:
        return tuple(self._terms)

    def set_term(self, list: str, term: str, *, label: str, there: bool, by: str = "") -> int:
        """Puts a word on a list, or takes it off; answers how many open documents it has changed.

        What a list says holds for every document that is opened later, and at once for those that are
        open. A word that goes from a list leaves what it did to documents: there it can be undone.
        """
        words = " ".join(term.split())
        if list not in ("hide", "keep") or not any(map(str.isalnum, words)) or len(words) > 200:
            raise JobError(
                "A list is 'hide' or 'keep', and a term has a letter or a digit, and at most 200 signs."
            )
        with self._lock:
            self.shelf.set_term(
                {"list": list, "term": words, "label": label, "there": there}, by=by or self.by
            )
            self._terms, self._lists_changed = self.shelf.terms(), True
            return self._apply_term(list, words, label, by or self.by) if there else 0

    def _apply_term(self, list_: str, term: str, label: str, by: str) -> int:
        changed = 0
        for paper in [paper for file in self.files.values() for paper in file.papers]:
            actor = Actor(paper.job(self.run), self.pack(paper).labels, by)
            try:
                step = actor.step({"kind": f"{list_}_term", "term": term, "label": label})
            except JobError:
                continue  # it does not stand in this document, or is so already
            self._take(paper, step, by)
            changed += 1
        return changed

"""Originals whose time is over are deleted: of projects after an export, of files after a download."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from nescio.core.errors import NescioError
from nescio.web.database import wipe_log
from nescio.workbench.store.annotations import AnnotationBook
from nescio.workbench.store.models import now
from nescio.workbench.store.opening import BenchStore
from nescio.workbench.store.projects import ProjectBook
from nescio.workbench.store.ratings import RatingBook
from nescio.workbench.store.shelf import Shelf

EVERY: Final = 600  # seconds between two looks
MOST_DAYS: Final = 36_500  # that originals may be kept


class Deleted(NamedTuple):
    """What went."""

    projects: int
    files: int


class Retention:
    """Deletes what was taken away long enough ago, and nothing that was changed since."""

    def __init__(
        self,
        store: BenchStore,
        *,
        remove_file: Callable[[int], None] | None = None,
        clock: Callable[[], datetime] = now,
    ) -> None:
        self._store, self._clock = store, clock
        self._shelf, self._projects = Shelf(store), ProjectBook(store)
        self._annotations, self._ratings = AnnotationBook(store), RatingBook(store)
        self._remove_file = remove_file or self._shelf.remove_file

    def delete_due(self) -> Deleted:
        """All whose time is over."""
        projects = [project for project in self._projects.all() if not project.purged]
        due = [p.id for p in projects if self._is_due(p.id, p.value.get("retention"))]
        for project in due:
            self.delete_originals(project)
        files = self._due_files()
        for file in files:
            self._remove_file(file)
        if files:
            wipe_log(self._store.engine)
        return Deleted(len(due), len(files))

    def _is_due(self, project: int, days: int | None) -> bool:
        if days is None or not self._projects.is_exported(project):
            return False
        last = self._projects.last_export(project)
        return last is not None and last <= self._clock() - timedelta(days=days)

    def _due_files(self) -> list[int]:
        days = self._shelf.settings().get("retention") or ""
        return self._shelf.files_taken_before(self._clock() - timedelta(days=int(days))) if days else []

    def delete_originals(self, project: int) -> int:
        """Texts, names of files and remarks of a project, for good; answers how many documents there are."""
        self._annotations.strip(project)
        self._ratings.strip(project)
        done = self._projects.purge(project)
        wipe_log(self._store.engine)
        return done


class RetentionTimer:
    """Looks at once, and again and again until it is ended."""

    def __init__(self, look: Callable[[], object], *, every: float = EVERY) -> None:
        self._look, self._every, self._ended = look, every, threading.Event()
        self._thread = threading.Thread(target=self._go_on, daemon=True)

    def start(self) -> None:
        self._look()
        self._thread.start()

    def _go_on(self) -> None:
        while not self._ended.wait(self._every):
            try:
                self._look()
            except NescioError:  # the store cannot be reached now; the next look comes
                continue

    def end(self) -> None:
        self._ended.set()

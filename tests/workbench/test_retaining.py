"""Originals go when their time is over, and not before; nothing that was changed since goes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from nescio.core.errors import JobError
from nescio.workbench.desk import WAITING, ReviewDesk
from nescio.workbench.retaining import Deleted, Retention, RetentionTimer
from nescio.workbench.store.annotations import DONE, AnnotationBook
from nescio.workbench.store.models import Deed, FileRow
from nescio.workbench.store.opening import BenchStore
from nescio.workbench.store.projects import ProjectBook
from nescio.workbench.store.ratings import RatingBook
from nescio.workbench.store.shelf import KeptDeed, Shelf
from nescio.workbench.store.team_models import ProjectDocumentRow
from nescio.workbench.store.users import UserBook
from tests.workbench.running import running
from tests.workbench.waiting import wait_for

TEXT = "Wilma Ostertag came from Whitby with Ottokar Brandt, who knew nobody there. " * 20
LATER = timedelta(days=31)


def said(note: str = "") -> dict[str, Any]:
    return {"marks": [], "answers": {}, "note": note}


class Kept:
    """A store with a project of one document, annotated and rated."""

    def __init__(self, store: BenchStore, days: int | None) -> None:
        self.store, self.ada = store, UserBook(store).local("Ada").id
        self.vera = UserBook(store).add("Vera", "annotator", None)["id"]
        self.projects, self.annotations, self.ratings = (
            ProjectBook(store),
            AnnotationBook(store),
            RatingBook(store),
        )
        value = {"name": "Letters", "hidden": False, "retention": days}
        self.project = self.projects.add("entities", value, by=self.ada)
        content: dict[str, Any] = {"sides": [TEXT], "pairs": [], "items": []}
        [self.document] = self.projects.add_documents(self.project, [("wilma.txt", content, {})])
        self.save(1)
        rating = {"rating": 4, "note": "Wilma is missing", "version": 1}
        self.ratings.add(self.document, self.vera, 1, by=self.ada, value=rating)

    def save(self, number: int) -> None:
        note = said("as Wilma says")
        self.annotations.add(
            self.document, self.vera, number, by=self.vera, kind="done", state=DONE, value=note
        )

    def export(self) -> None:
        self.projects.note_export(self.project, "jsonl", "gold", by=self.ada)

    def has_text(self) -> bool:
        return self.projects.document(self.project, self.document)[1] is not None


def after(store: BenchStore, time: timedelta) -> Deleted:
    return Retention(store, clock=lambda: datetime.now(UTC) + time).delete_due()


def test_originals_go_so_many_days_after_the_export(store: BenchStore) -> None:
    kept = Kept(store, 30)
    assert after(store, LATER) == Deleted(0, 0)  # nothing was taken away yet
    kept.export()
    assert after(store, timedelta(days=29)) == Deleted(0, 0)
    assert kept.has_text()
    assert after(store, LATER) == Deleted(1, 0)
    assert not kept.has_text()
    assert after(store, LATER) == Deleted(0, 0)
    [rating] = kept.ratings.newest(kept.project).values()
    assert (rating.value["rating"], rating.value["note"]) == (4, "")
    newest = kept.annotations.newest(kept.document, kept.vera)
    assert newest is not None
    assert newest.value["note"] == ""


def test_what_was_annotated_since_the_export_stays(store: BenchStore) -> None:
    kept = Kept(store, 30)
    kept.export()
    kept.save(2)
    assert after(store, LATER) == Deleted(0, 0)
    assert kept.has_text()


@pytest.mark.parametrize(("days", "gone"), [(None, 0), (0, 1)])
def test_nobody_or_everything_waits(store: BenchStore, days: int | None, gone: int) -> None:
    Kept(store, days).export()
    assert after(store, timedelta()).projects == gone


def test_deleted_bytes_are_not_in_the_files_of_sqlite(tmp_path: Path) -> None:
    from nescio.web.database import file_url
    from nescio.workbench.store.opening import open_store

    store = open_store(file_url(tmp_path / "team.sqlite"))
    kept = Kept(store, 0)
    with store.reading() as session:
        sealed = bytes(session.scalars(select(ProjectDocumentRow.value)).one())
    shelf = Shelf(store)
    shelf.set_settings({"retention": "0"})
    shelf.note_download([shelf.add_file("wilma.txt", TEXT.encode())])
    with store.reading() as session:
        data = bytes(session.scalars(select(FileRow.data)).one())

    def on_disk() -> list[bool]:
        found = b"".join(place.read_bytes() for place in sorted(tmp_path.iterdir()))
        return [piece[-40:] in found for piece in (sealed, data)]

    assert on_disk() == [True, True]
    kept.export()
    assert after(store, timedelta(seconds=1)) == Deleted(1, 1)
    assert on_disk() == [False, False]
    store.close()


def test_files_of_the_review_go_after_a_download_unless_they_were_changed(store: BenchStore) -> None:
    shelf = Shelf(store)
    shelf.set_settings({"retention": "30"})
    first, second, third = (shelf.add_file(f"{n}.txt", b"Wilma") for n in range(3))
    shelf.note_download([first, second])
    [job] = shelf.add_jobs(second, [_job()])
    shelf.add_deed(job, 1, KeptDeed("step", "Ada", None))
    with store.writing() as session:  # what was done after the download
        session.execute(update(Deed).values(at=datetime.now(UTC) + timedelta(minutes=1)))
    assert after(store, timedelta(days=29)) == Deleted(0, 0)
    assert after(store, LATER) == Deleted(0, 1)
    assert shelf.file_ids() == {second, third}


def _job() -> Any:
    from nescio.core.model import Document, Job

    return Job(Document("1.txt", "Wilma", "en"))


def test_the_desk_lets_go_of_what_is_gone(make_desk: Callable[[], ReviewDesk]) -> None:
    desk = make_desk()
    gone, taken, stays = (desk.add_file(f"{n}.txt", b"Dear Ms Wilma Ostertag, hello.") for n in range(3))
    wait_for(lambda: all(file.state != WAITING for file in (gone, taken, stays)))
    desk.change_settings({"retention": "0"})
    desk.shelf.remove_file(gone.id)  # by another program
    desk.shelf.note_download([taken.id])
    assert desk.delete_due() == Deleted(0, 1)
    assert list(desk.files) == [stays.id]
    with pytest.raises(JobError, match="days"):
        desk.change_settings({"retention": "soon"})


def test_a_workbench_that_starts_deletes_what_is_due(make_desk: Callable[[], ReviewDesk]) -> None:
    desk = make_desk()
    due = desk.add_file("due.txt", b"Dear Ms Wilma Ostertag, hello.")
    wait_for(lambda: due.state != WAITING)
    desk.change_settings({"retention": "0"})
    desk.shelf.note_download([due.id])
    with running(desk):
        wait_for(lambda: not desk.files)
    assert desk.shelf.file_ids() == set()


def test_the_timer_looks_at_once_and_again() -> None:
    looks: list[int] = []
    enough = threading.Event()

    def look() -> None:
        looks.append(1)
        if len(looks) == 2:
            raise JobError("The store cannot be reached.")
        if len(looks) == 3:
            enough.set()

    timer = RetentionTimer(look, every=0.001)
    timer.start()
    assert looks
    assert enough.wait(30)
    timer.end()

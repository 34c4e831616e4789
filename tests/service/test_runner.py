"""Tasks in the book: one server has each, one result comes of it, and none is forgotten."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from nescio.service import tasks
from nescio.service.solved import SolvedTexts
from nescio.service.store import Store
from nescio.service.tasks import DONE, FAILED, QUEUED, RUNNING, TaskBook, TaskWish
from nescio.service.work import Done
from nescio.web.answers import Refusal

WISH = TaskWish("document", {"suffix": "txt", "solution": "sol_1"}, b"a letter", "owner")


def _books(store: Store) -> tuple[TaskBook, TaskBook]:
    one, two = (TaskBook(store, SolvedTexts(store), server=name) for name in ("one", "two"))
    return one, two


def test_a_task_is_claimed_by_one_server(store: Store) -> None:
    books = _books(store)
    ids = {books[0].add(WISH, None) for _ in range(20)}
    with ThreadPoolExecutor(4) as threads:
        claims = list(threads.map(lambda number: books[number % 2].claim(), range(30)))
    found = [claim.id for claim in claims if claim is not None]
    assert (len(found), set(found)) == (20, ids)
    assert claims[0] is None or claims[0].wish == WISH


def test_what_a_silent_server_had_begun_is_another_s_and_its_late_answer_is_not_taken(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = _books(store)
    monkeypatch.setattr(tasks, "_LEASE", -1.0)  # over at once
    id = one.add(WISH, None)
    first = one.claim()
    second = two.claim()
    assert first is not None
    assert second is not None
    assert first.id == second.id == id
    one.finish(first, Done(b"late"))
    assert one.find(id, "owner").status == RUNNING
    two.finish(second, Done(b"answer"))
    assert two.answer(two.find(id, "owner")).content == b"answer"
    one.fail(first, Refusal(500, "x", "y"))
    assert one.find(id, "owner").status == DONE


def test_work_over_which_servers_end_again_and_again_fails_clearly(store: Store) -> None:
    book, _ = _books(store)
    id = book.add(WISH, None)
    for _ in range(3):
        assert book.claim() is not None
        book.release(everything=True)  # as after a sudden end
    assert book.claim() is None
    row = book.find(id, "owner")
    assert (row.status, row.question) == (FAILED, None)
    with pytest.raises(Refusal, match="again and again"):
        book.answer(row)


def test_a_server_that_ends_in_order_gives_its_work_back(store: Store) -> None:
    book, _ = _books(store)
    id = book.add(WISH, None)
    for _ in range(5):
        assert book.claim() is not None
        book.release()
    assert book.find(id, "owner").status == QUEUED


def test_one_word_is_one_task_and_one_request(store: Store) -> None:
    book, _ = _books(store)
    with ThreadPoolExecutor(4) as threads:
        ids = set(threads.map(lambda _: book.add(WISH, "word"), range(8)))
    assert len(ids) == 1
    assert book.add(WISH._replace(wish={**WISH.wish, "solution": "sol_2"}), "word") in ids
    assert book.add(WISH._replace(owner="other"), "word") not in ids
    with pytest.raises(Refusal, match="another request"):
        book.add(WISH._replace(data=b"another letter"), "word")


def test_what_is_over_is_forgotten_and_what_is_not_is_kept(store: Store) -> None:
    book, _ = _books(store)
    done = book.add(WISH, None)
    claim = book.claim()
    assert claim is not None
    book.finish(claim, Done(b"answer"))
    waiting = book.add(WISH, None)
    book.sweep(time.time() + 1)
    assert book.find(waiting, "owner").status == QUEUED
    with pytest.raises(Refusal, match="no such task"):
        book.find(done, "owner")
    with pytest.raises(Refusal, match="no such task"):
        book.drop(waiting, "other")
    book.drop(waiting, "owner")


def test_nothing_of_a_task_is_readable_in_the_database(store: Store) -> None:
    book, _ = _books(store)
    book.add(WISH, "word of the caller")
    claim = book.claim()
    assert claim is not None
    book.finish(claim, Done(b"an answer"))
    with store.engine.begin() as connection:
        rows = str([dict(row._mapping) for row in connection.execute(tasks.tasks.select())])
    assert not [word for word in ("letter", "word of the caller", "an answer") if word in rows]

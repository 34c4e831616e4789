"""Processes beside each other: the same results in the same order, whatever becomes of one of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from nescio.core.errors import InputError, JobError
from nescio.core.model import Document, Job
from nescio.run.anonymize import FileRun
from nescio.run.lines import LineRun
from nescio.run.opening import open_anonymizer
from nescio.run.wish import Wish
from nescio.run.workers import LOST, Workers, can_share
from tests.cli.program import CONFIG, TEXT, tree
from tests.run.test_lines import LINES, STDIN

pytestmark = pytest.mark.skipif(not can_share(), reason="new processes share nothing on this system")


def work(jobs: Iterable[Job], *, stop: str = "replace") -> list[Job]:
    """Says who worked on a text, and does what the text asks for."""
    done = []
    for job in jobs:
        if job.document.text == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if job.document.text == "refuse":
            raise InputError("Refused.")
        if job.document.text == "break":
            raise ValueError("Somebody's name.")
        done.append(replace(job, document=replace(job.document, language=stop, meta={"by": os.getpid()})))
    return done


def jobs_of(*texts: str) -> list[Job]:
    return [Job(Document(str(number), text)) for number, text in enumerate(texts)]


def test_texts_come_back_in_their_order_from_several_processes() -> None:
    texts = [f"text {number} " * (1 + number % 7) for number in range(50)]
    with Workers(work, 3) as workers:
        first, second = workers.run(jobs_of(*texts)), workers.run(jobs_of(*texts), stop="coref")
    assert [job.document.text for job in first] == [job.document.text for job in second] == texts
    makers = {job.document.meta["by"] for job in first}
    assert len(makers) > 1
    assert os.getpid() not in makers
    assert {job.document.language for job in second} == {"coref"}


def test_nothing_to_do_is_done() -> None:
    with Workers(work, 2) as workers:
        assert workers.run([]) == []


def test_a_text_that_loses_its_process_has_failed_and_the_others_go_on() -> None:
    texts = ["a", "b", "die", "c", "die", *"defghijklmnop"]
    with Workers(work, 2) as workers:
        done = workers.run(jobs_of(*texts))
        again = workers.run(jobs_of("x", "y"))
    failed = {job.document.text: job.failure.reason for job in done if job.failure is not None}
    assert failed == {"die": LOST}
    assert [job.document.text for job in done] == texts
    assert all(job.failure is None for job in again)


def test_a_process_that_is_killed_while_it_waits_is_replaced() -> None:
    with Workers(work, 1) as workers:
        [job] = workers.run(jobs_of("a"))
        os.kill(job.document.meta["by"], signal.SIGKILL)
        assert [job.failure for job in workers.run(jobs_of("a", "b"))] == [None, None]


@pytest.mark.parametrize(
    ("text", "kind", "said"), [("refuse", InputError, "Refused"), ("break", JobError, "bug")]
)
def test_an_error_is_raised_where_it_was_asked_for(text: str, kind: type[Exception], said: str) -> None:
    with Workers(work, 2) as workers:
        with pytest.raises(kind, match=said) as caught:
            workers.run(jobs_of("a", text, *"bcdefgh"))
        assert [job.document.text for job in workers.run(jobs_of("a", "b"))] == ["a", "b"]
    assert "name" not in str(caught.value)


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_no_process_outlives_the_block_that_is_broken_off() -> None:
    workers = Workers(work, 2)
    with workers:
        makers = {job.document.meta["by"] for job in workers.run(jobs_of(*"abcdefgh"))}
        for maker in makers:  # Ctrl-C reaches every process; only the one that writes obeys
            os.kill(maker, signal.SIGINT)
        assert {job.document.meta["by"] for job in workers.run(jobs_of(*"abcdefgh"))} <= makers
        workers.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert not any(map(is_there, makers))


_PARENT = """
import os, time
from tests.run.test_workers import jobs_of, work
from nescio.run.workers import Workers
with Workers(work, 2) as workers:
    print(*{job.document.meta["by"] for job in workers.run(jobs_of(*"abcdefgh"))}, flush=True)
    time.sleep(60)
"""


def test_no_process_outlives_the_one_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", _PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        makers = [int(word) for word in parent.stdout.readline().split()]
        parent.kill()
    limit = time.monotonic() + 20
    while any(map(is_there, makers)) and time.monotonic() < limit:
        time.sleep(0.05)
    assert makers
    assert not any(map(is_there, makers))


def test_files_tables_and_ledger_are_the_same_with_workers(tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    for number in range(7):
        (texts / f"{number}.txt").write_text(TEXT.replace("dusk", f"dusk {number}"), encoding="utf-8")
    (texts / "empty.txt").write_bytes(b"")
    anonymizer = open_anonymizer("en", config=Path(CONFIG))
    found = []
    for name in ("one", "two"):
        place = tmp_path / name
        workers = Workers(anonymizer.run, 2) if name == "two" else None
        wish = Wish(output=str(place / "out"), solutions=place / "keys.jsonl", ledger=place / "who.json")
        run = FileRun(anonymizer, wish, paths=[str(texts)], show=lambda data: None, workers=workers)
        if workers is None:
            outcomes = list(run.outcomes())
        else:
            with workers:
                outcomes = list(run.outcomes())
        found.append((outcomes, tree(place), run.tally))
    assert found[0] == found[1]
    assert found[0][2].bad == 1


def test_lines_are_the_same_with_workers() -> None:
    anonymizer = open_anonymizer("en", config=Path(CONFIG))
    alone = LineRun(anonymizer, Wish(), path=STDIN, stdin=lambda: BytesIO(LINES))
    with Workers(anonymizer.run, 2) as workers:
        beside = LineRun(anonymizer, Wish(), path=STDIN, stdin=lambda: BytesIO(LINES), workers=workers)
        assert list(beside.answers()) == list(alone.answers())

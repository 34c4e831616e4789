"""What files may rely on: one writer, narrow rights, runs that end well, nothing passed over silently."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import FAST, HIDDEN, TEXT, call, plain_env, refused, tree

PROGRAM = [sys.executable, "-m", "nescio"]
LINE = {"id": "1", "text": TEXT, "spans": [[0, 6, "PER"]]}


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@contextmanager
def waiting(folder: Path, *before: str) -> Iterator[subprocess.Popen[bytes]]:
    """A run that has answered one line and waits for the next."""
    side = ("-s", str(folder / "keys.jsonl"), "--ledger", str(folder / "who.json"))
    with subprocess.Popen(
        [*before, *PROGRAM, "anonymize", "--jsonl", "-", *side, *FAST],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=plain_env(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(LINE).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["text"].startswith("[PERSON1]")
        yield process
        process.stdin.close()


def identities(folder: Path) -> list[Any]:
    found: list[Any] = json.loads((folder / "who.json").read_bytes())["identities"]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_a_run_that_is_ended_leaves_everything_in_order(tmp_path: Path, ending: signal.Signals) -> None:
    with waiting(tmp_path) as process:
        process.send_signal(ending)
        assert process.wait() == 128 + ending
    assert set(tree(tmp_path)) == {"keys.jsonl", "who.json"}
    assert len(identities(tmp_path)) == 1


@pytest.mark.slow
def test_a_run_that_is_to_outlive_its_terminal_does(tmp_path: Path) -> None:
    with waiting(tmp_path, "nohup") as process:
        process.send_signal(signal.SIGHUP)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({**LINE, "id": "2"}).encode() + b"\n")
        process.stdin.close()
        assert json.loads(process.stdout.readline())["id"] == "2"
        assert process.wait() == 0


@pytest.mark.slow
def test_a_run_that_was_killed_is_recovered_by_the_next(tmp_path: Path) -> None:
    with waiting(tmp_path) as process:
        process.kill()
    assert set(tree(tmp_path)) == {"keys.jsonl", "who.json.journal"}
    (tmp_path / "lines").write_text(json.dumps({**LINE, "id": "2"}) + "\n")
    side = ("-s", tmp_path / "keys.jsonl", "--ledger", tmp_path / "who.json")
    outcome = call("anonymize", "--jsonl", tmp_path / "lines", *side, *FAST)
    assert outcome.code == 0
    assert "An earlier run was broken off" in outcome.err
    # A given name alone is nobody beyond its text: the second one is somebody else.
    assert [item["id"] for item in identities(tmp_path)] == ["PER-1", "PER-2"]
    assert (tmp_path / "keys.jsonl").read_bytes().count(b"\n") == 2


@pytest.mark.slow
def test_a_ledger_has_one_writer(tmp_path: Path, letter: Path) -> None:
    who, keys = tmp_path / "who.json", tmp_path / "keys.jsonl"
    with waiting(tmp_path):
        before = tree(tmp_path)
        busy = f"Another run of nescio is using the ledger {str(who)!r}; wait for its end."
        refused("anonymize", letter, "-o", tmp_path / "out", "--ledger", who, *FAST, code=1, saying=busy)
        refused("ledger", "add", who, letter, *FAST, code=1, saying=busy)
        refused("ledger", "merge", who, "PER-1", "PER-2", code=1, saying=busy)
        refused("ledger", "split", who, "PER-1", "x", code=1, saying=busy)
        refused(
            "anonymize", letter, "-o", tmp_path / "out", "-s", keys, *FAST,
            code=1, saying="Another run of nescio is writing",
        )  # fmt: skip
        assert tree(tmp_path) == before
        assert call("ledger", "show", who).code == 0
    assert len(identities(tmp_path)) == 1


def test_a_ledger_that_cannot_be_written_is_noticed_before_any_text_is(tmp_path: Path, letter: Path) -> None:
    before = tree(tmp_path)
    for place in (letter / "who.json", tmp_path, tmp_path / ("x" * 300)):
        outcome = call("anonymize", letter, "--in-place", "--ledger", place, *FAST)
        assert outcome.code in (1, 2)
        assert tree(tmp_path) == before


def test_a_damaged_ledger_is_left_alone(tmp_path: Path, letter: Path) -> None:
    who = tmp_path / "who.json"
    who.write_text("{")
    before = tree(tmp_path)
    assert call("anonymize", letter, "--in-place", "--ledger", who, *FAST).code == 1
    assert call("ledger", "merge", who, "PER-1", "PER-2").code == 1
    assert tree(tmp_path) == before


# Rights


def test_what_holds_originals_is_never_wider_than_its_source(tmp_path: Path, letter: Path) -> None:
    letter.chmod(0o600)
    out, keys, who = tmp_path / "out.txt", tmp_path / "keys.jsonl", tmp_path / "who.json"
    old_mask = os.umask(0o000)
    try:
        assert call("anonymize", letter, "-o", out, "-s", keys, "--ledger", who, *FAST).code == 0
        assert call("anonymize", letter, "-o", tmp_path / "job", "--json", *FAST).code == 0
        assert call("reidentify", out, "-s", keys, "-o", tmp_path / "back").code == 0
        assert call("anonymize", "-o", tmp_path / "pipe", "--json", *FAST, stdin=TEXT.encode()).code == 0
        piped = call("reidentify", "-", "-s", keys, "-o", tmp_path / "back2", stdin=HIDDEN.encode())
        assert piped.code == 0
    finally:
        os.umask(old_mask)
    names = ("keys.jsonl", "job", "back", "pipe", "back2")
    assert {name: mode_of(tmp_path / name) for name in names} == dict.fromkeys(names, 0o600)


def test_an_anonymized_text_is_no_wider_than_its_source(tmp_path: Path, letter: Path) -> None:
    letter.chmod(0o640)
    out = tmp_path / "out.txt"
    out.write_text("before")
    out.chmod(0o666)
    old_mask = os.umask(0o000)
    try:
        assert call("anonymize", letter, "-o", out, *FAST).code == 0
        assert call("anonymize", "-o", tmp_path / "pipe", *FAST, stdin=TEXT.encode()).code == 0
    finally:
        os.umask(old_mask)
    assert mode_of(out) == 0o640
    assert mode_of(tmp_path / "pipe") == 0o666  # a pipe has no rights of its own


def test_a_job_that_is_written_in_place_keeps_its_rights(tmp_path: Path, letter: Path) -> None:
    letter.chmod(0o640)
    job = tmp_path / "job.json"
    assert call("anonymize", letter, "-o", job, "--json", *FAST).code == 0
    assert mode_of(job) & ~0o640 == 0
    job.chmod(0o600)
    assert call("anonymize", job, "-o", tmp_path / "again.json", *FAST).code == 0
    assert mode_of(tmp_path / "again.json") == 0o600


def test_a_ledger_and_a_table_that_were_wider_are_narrowed(tmp_path: Path, letter: Path) -> None:
    keys, who = tmp_path / "keys.jsonl", tmp_path / "who.json"
    args = ("anonymize", "--jsonl", tmp_path / "lines", "-s", keys, "--ledger", who, *FAST)
    (tmp_path / "lines").write_text(json.dumps(LINE) + "\n")
    assert call(*args).code == 0
    keys.chmod(0o644)
    who.chmod(0o644)
    assert call(*args).code == 0
    assert (mode_of(keys), mode_of(who)) == (0o600, 0o600)


# Nothing is passed over silently


@pytest.fixture
def tangle(letters: Path) -> Path:
    """Links of all kinds, and a second name, among texts."""
    far = letters.parent / "far"
    far.mkdir()
    (far / "c.txt").write_text(TEXT, encoding="utf-8")
    (letters / "far").symlink_to(far)
    (letters / "gone.txt").symlink_to("nowhere")
    os.link(letters / "a.txt", letters / "twin.txt")
    return letters


def test_what_is_passed_over_is_said_and_no_success(tangle: Path, tmp_path: Path) -> None:
    out, keys = tmp_path / "out", tmp_path / "keys.jsonl"
    for args in (
        ("anonymize", tangle, "-o", out, "-s", keys, *FAST),
        ("detect", tangle, *FAST),
        ("ledger", "add", tmp_path / "who.json", tangle, *FAST),
    ):
        outcome = call(*args)
        assert outcome.code == 1
        for said in (
            "far was passed over: it is a link to a folder",
            "gone.txt was passed over",
            "second name",
        ):
            assert said in outcome.err
    assert set(tree(out)) == {"a.txt", "old/b.md"}
    (out / "more").symlink_to(tmp_path / "far")
    outcome = call("reidentify", out, "-s", keys, "-o", tmp_path / "back")
    assert outcome.code == 1
    assert "more was passed over" in outcome.err


def test_in_place_stays_in_the_folder(tangle: Path, tmp_path: Path) -> None:
    (tangle / "out.txt").symlink_to(tmp_path / "far" / "c.txt")
    outcome = call("anonymize", tangle, "--in-place", "-s", tmp_path / "keys.jsonl", *FAST)
    assert outcome.code == 1
    assert "out.txt was passed over: it is a link that leads out of the folder" in outcome.err
    assert (tmp_path / "far" / "c.txt").read_text() == TEXT
    assert (tangle / "a.txt").read_text() == HIDDEN


def test_in_place_says_where_a_hard_link_keeps_the_original(letters: Path, tmp_path: Path) -> None:
    """Names among the inputs are said as second names; of all others only their number is known."""
    os.link(letters / "a.txt", tmp_path / "copy.txt")
    os.link(letters / "a.txt", letters / ".copy.txt")
    os.link(letters / "old" / "b.md", letters / "twin.md")
    args = ("anonymize", letters, "--in-place", "-s", tmp_path / "keys.jsonl", *FAST)
    outcome = call(*args)
    assert outcome.code == 1
    assert "a.txt has 2 other names, which keep the original" in outcome.err
    assert "b.md has" not in outcome.err
    assert "twin.md has" not in outcome.err
    assert (letters / "a.txt").read_text() == HIDDEN
    assert (tmp_path / "copy.txt").read_text() == TEXT


def test_one_name_elsewhere_is_said_also_of_a_file_that_is_named_itself(tmp_path: Path) -> None:
    text, other = tmp_path / "a.txt", tmp_path / "b.txt"
    text.write_text(TEXT, encoding="utf-8")
    os.link(text, other)
    outcome = call("anonymize", text, "--in-place", "-s", tmp_path / "keys.jsonl", *FAST)
    assert outcome.code == 1
    assert "a.txt has another name, which keeps the original" in outcome.err
    assert call("anonymize", other, "-o", tmp_path / "out.txt", *FAST).code == 0  # nothing is overwritten


def test_a_folder_of_nothing_but_links_is_no_success(tmp_path: Path, letters: Path) -> None:
    folder = tmp_path / "links"
    folder.mkdir()
    (folder / "letters").symlink_to(letters)
    outcome = call("anonymize", folder, "-o", tmp_path / "out", *FAST)
    assert outcome.code == 1
    assert "letters was passed over" in outcome.err

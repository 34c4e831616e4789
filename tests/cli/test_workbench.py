"""`nescio workbench` from a terminal: it says where it is, serves, ends well, and refuses in a sentence."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import httpx

TEXT = "Dear Ms Zoraida Quist, your doctor, Mr Ottokar Brandt, wrote to us on 3 March 2025."


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "nescio", "workbench", "--no-browser", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_it_prints_its_address_serves_what_it_was_given_and_ends_at_ctrl_c(tmp_path: Path) -> None:
    store, letter = tmp_path / "project.sqlite", tmp_path / "letter.txt"
    letter.write_text(TEXT, encoding="utf-8")
    process = start("--store", str(store), str(letter))
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    with httpx.Client(follow_redirects=True, timeout=30) as client:
        assert "nescio workbench" in client.get(address).text
        base = address.partition("/enter")[0]
        while (files := client.get(f"{base}/api/files").json())[0]["state"] == "waiting":
            time.sleep(0.05)
    assert [file["name"] for file in files] == ["letter.txt"]
    assert files[0]["state"] == "ready"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert (process.returncode, "Traceback" in said, "Quist" in said) == (0, False, False)
    assert stat.S_IMODE(store.stat().st_mode) == 0o600


def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = start("--store", str(tmp_path / "s.sqlite"), "--port", str(port))
        _, said = process.communicate(timeout=60)
    assert process.returncode != 0
    assert f"Port {port}" in said
    assert "Traceback" not in said


def test_a_file_that_is_not_there_is_said_in_a_sentence(tmp_path: Path) -> None:
    process = start("--store", str(tmp_path / "s.sqlite"), str(tmp_path / "none.txt"))
    _, said = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "There is no file or folder" in said


def test_a_store_that_is_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("these are my notes, and no store", encoding="utf-8")
    process = start("--store", str(other))
    _, said = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "is no store of a workbench" in said
    assert other.read_text(encoding="utf-8") == "these are my notes, and no store"


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "nescio", "workbench", *arguments]
    environment = {**os.environ, "NESCIO_PASSWORD": typed}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, check=False)


def test_users_are_added_listed_and_changed_and_nothing_is_asked_on_the_command_line(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "team.sqlite"))
    added = run("user", "add", "Ada", "--role", "administrator", *store, typed="a long enough word")
    assert (added.returncode, added.stderr) == (0, "nescio: Ada may sign in as administrator.\n")
    secret = tmp_path / "vera.txt"
    secret.write_text("another long word\n", encoding="utf-8")
    named = ("user", "add", "Vera", "--role", "annotator", "--password-file", str(secret), *store)
    assert run(*named).returncode == 0
    assert "taken" in run(*named).stderr
    assert run("user", "change", "vera", "--role", "revisor", *store).returncode == 0
    listed = [json.loads(line) for line in run("user", "list", *store).stdout.splitlines()]
    assert [(user["name"], user["role"]) for user in listed] == [
        ("Ada", "administrator"),
        ("Vera", "revisor"),
    ]
    short = run("user", "add", "Wim", "--role", "annotator", *store, typed="short")
    assert (short.returncode, "at least 12" in short.stderr) == (2, True)
    last = run("user", "change", "Ada", "--inactive", *store)
    assert last.returncode != 0
    assert "administrator" in last.stderr


def test_a_team_without_users_or_an_open_address_is_refused_in_a_sentence(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "team.sqlite"), "--no-browser")
    nobody = run("--sign-in", *store)
    assert nobody.returncode == 2
    assert "nescio workbench user add" in nobody.stderr
    assert "--sign-in" in run("--host", "0.0.0.0", *store).stderr  # noqa: S104
    both = run("--database", "sqlite:///x.sqlite", *store)
    assert "not both" in both.stderr
    assert "holds no URL" in run("user", "list", "--database", "env:NESCIO_NO_SUCH").stderr


def test_a_backup_goes_into_an_empty_store_alone(tmp_path: Path) -> None:
    store, place = str(tmp_path / "team.sqlite"), str(tmp_path / "a.backup")
    run("user", "add", "Ada", "--role", "administrator", "--store", store, typed="a long enough word")
    assert run("backup", place, "--store", store).returncode == 0
    assert run("restore", place, "--store", str(tmp_path / "new.sqlite")).returncode == 0
    again = run("restore", place, "--store", store)
    assert again.returncode != 0
    assert "empty store" in again.stderr


def test_what_is_due_is_deleted_by_a_command(tmp_path: Path) -> None:
    from nescio.workbench.store.shelf import open_shelf

    store = tmp_path / "review.sqlite"
    shelf = open_shelf(store)
    shelf.set_settings({"retention": "0"})
    taken, kept = (shelf.add_file(name, b"Dear Wilma,") for name in ("taken.txt", "kept.txt"))
    shelf.note_download([taken])
    done = run("purge", "--store", str(store))
    assert (done.returncode, done.stderr) == (
        0, "nescio: The originals of 0 projects and 1 file were deleted.\n",
    )  # fmt: skip
    assert shelf.file_ids() == {kept}
    shelf.close()

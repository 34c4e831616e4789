"""`nescio workbench` from a terminal: it says where it is, serves, ends well, and refuses in a sentence."""

from __future__ import annotations

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

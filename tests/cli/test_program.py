"""The real program: streams, exit codes, terminals and readers that go away."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import nescio
from tests.cli.program import EXAMPLES, FAST, HIDDEN, MARKER, TEXT, call, plain_env, spawn, tree

pytestmark = pytest.mark.slow  # each test starts programs

PROGRAM = [sys.executable, "-m", "nescio"]


def test_version_and_help() -> None:
    outcome = spawn("--version")
    assert (outcome.code, outcome.text, outcome.err) == (0, f"nescio {nescio.__version__}\n", "")
    assert call("--help").code == 0


def test_every_help_page_has_examples() -> None:
    for command in (
        (),
        ("anonymize",),
        ("detect",),
        ("reidentify",),
        ("config", "show"),
        ("config", "check"),
    ):
        outcome = call(*command, "-h")
        assert outcome.code == 0
        assert "Examples" in outcome.text
        assert " ".join(("nescio", *command)) in outcome.text


PAGES = tomllib.loads(Path(__file__).with_name("help.toml").read_text(encoding="utf-8"))["page"]


@pytest.mark.parametrize(
    ("command", "words"),
    [(page["command"], word) for page in PAGES for word in page["says"]],
)
def test_a_help_page_names_what_the_command_has(command: str, words: str) -> None:
    assert words in call(*command.split(), "--help").text


def test_without_arguments_help_is_shown() -> None:
    assert "Usage: nescio" in call().text + call().err


def test_pipe_keeps_bytes_apart_from_messages() -> None:
    data = TEXT.replace("\n", "\r\n").encode("utf-16")
    outcome = spawn("anonymize", *FAST, stdin=data)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == HIDDEN.replace("\n", "\r\n").encode("utf-16")


def test_bytes_on_standard_input_that_are_no_utf8() -> None:
    outcome = spawn("anonymize", *FAST, stdin=TEXT.replace("dusk", "Märztag").encode("latin-1"))
    assert outcome.code == 0
    assert "Märztag".encode("latin-1") in outcome.out
    assert outcome.err == "nescio: 1 text was read as cp1252; if that is wrong, use --encoding.\n"


def test_refusal_is_one_line_and_an_exit_code(letter: Path) -> None:
    outcome = spawn("anonymize", letter, "-m", "qqq")
    assert (outcome.code, outcome.out) == (2, b"")
    assert re.fullmatch(r"nescio: There is no 'qqq' among the methods\. Known: .*\.\n", outcome.err)


def test_reader_that_has_gone_away_is_no_drama(letter: Path) -> None:
    for args in (["anonymize", letter, *FAST], ["config", "show", "en"]):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            [*PROGRAM, *map(str, args)], stdout=writing, stderr=subprocess.PIPE, env=plain_env(), check=False
        )
        os.close(writing)
        assert (done.returncode, done.stderr) == (1, b"")


def test_full_disk_behind_standard_output(letter: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "anonymize", str(letter), *FAST], stdout=full, stderr=subprocess.PIPE, env=plain_env(),
            check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert b"Standard output cannot be written: No space left on device." in done.stderr
    assert b"Traceback" not in done.stderr
    assert MARKER.encode() not in done.stderr


def test_line_protocol_answers_each_line_at_once() -> None:
    """A program that waits for an answer before it sends the next line is not kept waiting."""
    with subprocess.Popen(
        [*PROGRAM, "detect", "--jsonl", "-", *FAST],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=plain_env(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for id in range(3):
            process.stdin.write(json.dumps({"id": id, "text": TEXT}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == id
        process.stdin.close()
    assert process.returncode == 0


def test_run_that_is_ended_keeps_the_tables_of_what_it_did(tmp_path: Path) -> None:
    """No temporary file stays behind; what was already answered has its way back."""
    keys = tmp_path / "keys.jsonl"
    with subprocess.Popen(
        [*PROGRAM, "anonymize", "--jsonl", "-", "-s", str(keys), *FAST],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=plain_env(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"id": 1, "text": TEXT}).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["text"] == HIDDEN
        process.terminate()
    assert process.returncode == 143
    assert set(tree(tmp_path)) == {"keys.jsonl"}
    assert len(keys.read_text().splitlines()) == 1


def test_closed_streams_are_said(letter: Path) -> None:
    for shell, said in (
        ('exec "$@" <&-', "Standard input is closed; name a file or a folder."),
        (
            f'exec "$@" {shlex.quote(str(letter))} >&-',
            "Standard output is closed; name a file with --output.",
        ),
    ):
        done = subprocess.run(
            ["sh", "-c", shell, "sh", *PROGRAM, "anonymize", *FAST],
            capture_output=True,
            env=plain_env(),
            check=False,
        )
        assert done.returncode == 1
        assert said in done.stderr.decode()
        assert b"Traceback" not in done.stderr


def test_detect_draws_a_table_on_a_terminal(letter: Path) -> None:
    screen = _on_terminal("detect", letter, *FAST)
    assert "letter.txt (en)" in screen
    assert "anna@example.org" in screen
    assert "patterns:email" in screen
    assert "\t" not in screen


def test_colour_that_is_forced_does_not_change_the_format(letter: Path) -> None:
    done = subprocess.run(
        [*PROGRAM, "detect", str(letter), *FAST], capture_output=True, env={**os.environ, "FORCE_COLOR": "1"},
        check=True,
    )  # fmt: skip
    assert done.stdout.startswith(b"letter.txt\t")


def _on_terminal(*args: object) -> str:
    """What a person sees: the program with a terminal of 120 columns as its output."""
    screen, terminal = pty.openpty()
    env = {**plain_env(), "COLUMNS": "120", "TERM": "dumb"}
    with subprocess.Popen(
        [*PROGRAM, *map(str, args)], stdout=terminal, stderr=terminal, stdin=subprocess.DEVNULL, env=env
    ):
        os.close(terminal)
        seen = b""
        try:
            while chunk := os.read(screen, 65536):
                seen += chunk
        except OSError:  # the way Linux says that the other end is closed
            pass
    os.close(screen)
    return seen.decode()


def test_examples_in_four_languages_go_there_and_back(tmp_path: Path) -> None:
    keys, out, back = tmp_path / "keys.jsonl", tmp_path / "out", tmp_path / "back"
    outcome = spawn("anonymize", EXAMPLES, "-o", out, "-s", keys)
    assert outcome.code == 0, outcome.err
    texts = {name: data for name, data in tree(EXAMPLES).items() if name.endswith((".txt", ".md"))}
    hidden = tree(out)
    assert set(hidden) == set(texts)
    assert all(hidden[name] != texts[name] for name in texts if name.endswith(".txt"))
    assert spawn("reidentify", out, "-s", keys, "-o", back).code == 0
    assert tree(back) == texts

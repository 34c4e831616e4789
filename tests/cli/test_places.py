"""No output is an input, a configuration, a list, a ledger or another output, by path, link or number."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from nescio.decide.learnt import SHIPPED
from nescio.files.keys import write_new_key
from tests.cli.program import TEXT, call, spawn, tree
from tests.formats.planted_docx import small_docx

RULE: Final = """
[[rule]]
name = "files"
label = "ID"
regex = 'ZZ-[0-9]{4}'
score = 0.9
source = "invented"
"""
CONFIG: Final = """
[xx.detect]
detectors = ["patterns", "lists"]
[xx.detect.options.patterns]
files = ["rules.toml"]
[xx.detect.options.lists]
include = ["people.txt"]
[xx.decide]
policy = "own"
[xx.decide.options.own]
file = "policy.toml"
"""
POLICY: Final = 'about = "all"\nsource = "invented"\n[labels]\ndefault = "hide"\n'
GOLD: Final = '{"text": "Ada left", "spans": [[0, 3, "PER"]]}\n'


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one file of each kind, and further names of some of them."""
    files = {
        "in/a.txt": TEXT,
        "in/b.txt": TEXT,
        "lines.jsonl": '{"id": "1", "text": "Ada left"}\n',
        "own.toml": CONFIG,
        "rules.toml": RULE,
        "people.txt": "Ada Quirk\n",
        "policy.toml": POLICY,
        "gold.jsonl": GOLD,
        "mine.jsonl": GOLD,
        "dump.json": "[\n]\n",
        "words.jsonl": "{}\n",
        "list.csv": "check,term,replacement\nx,Ada Quirk,A. Q.\n",
        "page=1.html": "<p>Ada left</p>\n",
        "in/page.html": "<p>Ada left</p>\n",
        "model.json": SHIPPED.read_text(),
        "chosen.json": "{}\n",
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    write_new_key(tmp_path / "my.key")
    (tmp_path / "letter.docx").write_bytes(small_docx("Ada left"))
    for name in (*LINKED, "letter.docx"):
        link = tmp_path / f"link-{Path(name).name}"
        link.symlink_to(tmp_path / name)
        os.link(tmp_path / name, tmp_path / f"twin-{Path(name).name}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


LINKED: Final = ("in/a.txt", "own.toml", "people.txt", "gold.jsonl", "dump.json", "lines.jsonl", "list.csv")
ANONYMIZE: Final = "anonymize in -o out -l en -c own.toml"
CLASHES: Final = [
    f"{ANONYMIZE} -s in/a.txt",
    "anonymize in/a.txt in/b.txt -o out -l en -s in/a.txt",
    f"{ANONYMIZE} -s link-a.txt",
    f"{ANONYMIZE} -s twin-a.txt",
    f"{ANONYMIZE} -s own.toml",
    f"{ANONYMIZE} -s link-own.toml",
    f"{ANONYMIZE} -s twin-own.toml",
    f"{ANONYMIZE} -s rules.toml",
    f"{ANONYMIZE} -s twin-people.txt",
    f"{ANONYMIZE} -s policy.toml",
    f"{ANONYMIZE} -s who.json --ledger who.json",
    f"{ANONYMIZE} -s who.json.journal --ledger who.json",
    f"{ANONYMIZE} --ledger link-a.txt",
    f"{ANONYMIZE} --ledger own.toml",
    f"{ANONYMIZE} -s out/a.txt",
    f"{ANONYMIZE} --ledger out/b.txt",
    "anonymize in/a.txt -o own.toml -l en -c own.toml",
    "anonymize in/a.txt -o twin-people.txt -l en -c own.toml",
    "anonymize in/a.txt -o policy.toml -l en --policy policy.toml",
    "anonymize people.txt --in-place -l en -c own.toml",
    "anonymize in/a.txt -o people.txt -l en --hide-list people.txt",
    "anonymize in/a.txt -o twin-people.txt -l en --keep-list people.txt",
    "anonymize --jsonl lines.jsonl -s people.txt -l en --keep-list link-people.txt",
    "anonymize --jsonl lines.jsonl -l en -s lines.jsonl",
    "anonymize --jsonl lines.jsonl -l en -s twin-lines.jsonl",
    "anonymize --jsonl lines.jsonl -l en --ledger link-lines.jsonl",
    "anonymize --jsonl lines.jsonl -l en -c own.toml -s rules.toml",
    "ledger add in/a.txt in -l en",
    "ledger add twin-a.txt in -l en",
    "ledger add own.toml in -l en -c own.toml",
    "evaluate gold.jsonl -p mine.jsonl -o gold.jsonl",
    "evaluate gold.jsonl -p mine.jsonl -o link-gold.jsonl",
    "evaluate gold.jsonl -p mine.jsonl --html twin-gold.jsonl",
    "evaluate gold.jsonl -p mine.jsonl --html mine.jsonl",
    "evaluate gold.jsonl -p mine.jsonl -o x --html x",
    "evaluate gold.jsonl -s own.toml -o own.toml",
    "evaluate gold.jsonl -s mine=own.toml -o rules.toml",
    "compare mine.jsonl mine.jsonl --gold gold.jsonl --html gold.jsonl",
    "kb import dump.json --to dump.json",
    "kb import dump.json --to twin-dump.json",
    "dictionary import words.jsonl -l en --to words.jsonl",
    # what was read must not be reported, proposed, sealed, listed or learnt over
    "anonymize in -o out -l en --report in/page.html",
    "anonymize page=1.html -o out -l en --report page=1.html",
    "anonymize in -o out -l en -s keys.json --report keys.json",
    "anonymize in -o out -l en --ledger who.json --report who.json",
    "anonymize in -o out -l en --report out/page.html",
    "anonymize in -o out -l en --policy learnt:model.json --report model.json",
    "anonymize in/a.txt -o list.csv -l en --terms list.csv",
    "anonymize in/a.txt -o out.txt -l en --terms list.csv -s twin-list.csv",
    "anonymize in/a.txt -o my.key -l en -s keys.vault --key my.key",
    "propose letter.docx -o letter.docx",
    "propose letter.docx -o link-letter.docx",
    "propose letter.docx -o twin-letter.docx",
    "propose letter.docx -o own.toml -c own.toml",
    "propose letter.docx -o people.txt -c own.toml",
    "propose letter.docx -o policy.toml --policy policy.toml",
    "propose letter.docx -o model.json --policy learnt:model.json",
    "seal letter.docx -o letter.docx",
    "seal letter.docx -o link-letter.docx",
    "seal letter.docx -o twin-letter.docx",
    "terms in/a.txt -o in/a.txt",
    "terms in -o twin-a.txt",
    "terms list.csv -o link-list.csv",
    "terms in -o own.toml -c own.toml",
    "terms in -o rules.toml -c own.toml",
    "terms in -o people.txt --hide-list people.txt",
    "terms in -o twin-people.txt --keep-list people.txt",
    "terms in -o people.txt --title-list people.txt --rule nome",
    "terms in -o policy.toml --policy policy.toml",
    "terms in -o model.json --policy learnt:model.json",
    "terms page=1.html -o page=1.html",
    "learn-profile in in -o in/a.txt",
    "learn-profile in/a.txt in/b.txt -o twin-a.txt",
    "train maxent gold.jsonl -o gold.jsonl",
    "train maxent gold.jsonl -o twin-gold.jsonl",
    "train maxent in -o in/a.txt",
    "train maxent letter.docx --from-reviews -o link-letter.docx",
    "select-features gold.jsonl -o link-gold.jsonl",
    "select-features gold.jsonl -o x --curve twin-gold.jsonl",
    "select-features gold.jsonl -o x --curve x",
    "evaluate gold.jsonl --task decision -o gold.jsonl",
    "evaluate gold.jsonl --task decision -o twin-gold.jsonl",
    "evaluate gold.jsonl --task decision --policy policy.toml -o policy.toml",
    "evaluate gold.jsonl --task decision --policy learnt:model.json -o model.json",
    "workbench in --no-browser --store in/a.txt",
    "workbench in --no-browser --store twin-a.txt",
    "workbench --no-browser --store my.key --key my.key",
]


@pytest.mark.parametrize("command", CLASHES)
def test_a_place_that_is_used_is_refused(desk: Path, command: str) -> None:
    before = tree(desk)
    outcome = call(*command.split())
    assert outcome.code in (1, 2), outcome
    assert outcome.out == b""
    said = (
        "give it a place of its own", "is no table of solutions", "cannot be read as a ledger",
        "is no store of a workbench",
    )  # fmt: skip
    assert any(part in outcome.err for part in said), outcome.err
    assert tree(desk) == before


def test_what_the_way_back_needs_is_not_overwritten_by_it(desk: Path) -> None:
    assert call("anonymize", "in/a.txt", "-o", "out.txt", "-l", "en", "-s", "keys.jsonl").code == 0
    os.link("keys.jsonl", "twin.jsonl")
    before = tree(desk)
    for place in ("keys.jsonl", "twin.jsonl", "out.txt"):
        assert call("reidentify", "out.txt", "-s", "keys.jsonl", "-o", place).code == 2
        assert tree(desk) == before


def test_a_model_is_not_written_over_its_texts(desk: Path) -> None:
    pytest.importorskip("pycrfsuite")
    before = tree(desk)
    for place in ("gold.jsonl", "link-gold.jsonl", "mine.jsonl"):
        assert call("train", "crf", "gold.jsonl", "--dev", "mine.jsonl", "-o", place).code == 2
    assert tree(desk) == before


def test_the_words_that_a_remote_was_asked_about_are_not_put_into_a_dictionary(desk: Path) -> None:
    assert call("dictionary", "import", "words.jsonl", "-l", "en", "--to", "own.dict").code == 0
    before = tree(desk)
    find = ("dictionary", "find", "qwzx", "-l", "en", "-d", "own.dict", "--remote", "http://127.0.0.1:9")
    assert call(*find, "--cache", "own.dict").code == 2
    assert tree(desk) == before


@pytest.mark.slow
@pytest.mark.parametrize("place", ["in/a.txt", "twin-a.txt", "keys.jsonl"])
def test_standard_output_is_not_led_into_a_file_of_the_call(desk: Path, place: str) -> None:
    """With `>>` the shell leaves what is there, so that nescio can still see it."""
    (desk / "keys.jsonl").touch()
    before = tree(desk)
    with (desk / place).open("ab") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "nescio", "anonymize", "in/a.txt", "-l", "en", "-s", "keys.jsonl"],
            stdout=stream, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert tree(desk) == before


@pytest.mark.slow
def test_the_way_back_is_not_led_into_its_table(desk: Path) -> None:
    assert call("anonymize", "in/a.txt", "-o", "out.txt", "-l", "en", "-s", "keys.jsonl").code == 0
    (desk / "out.jsonl").write_text('{"id": "1", "text": "x"}\n')
    before = tree(desk)
    for given in (["out.txt"], ["--jsonl", "out.jsonl"]):
        with (desk / "keys.jsonl").open("ab") as stream:
            done = subprocess.run(
                [sys.executable, "-m", "nescio", "reidentify", *given, "-s", "keys.jsonl"],
                stdout=stream, stderr=subprocess.PIPE, check=False,
            )  # fmt: skip
        assert done.returncode == 2, done.stderr
        assert tree(desk) == before


def test_devices_belong_to_nobody(desk: Path) -> None:
    null = Path("/dev/null")
    assert call("anonymize", "in/a.txt", "-o", null, "-l", "en", "-s", null).code == 0
    assert null.is_char_device()


def test_a_ledger_is_no_device(desk: Path) -> None:
    outcome = call("anonymize", "in/a.txt", "-o", "out.txt", "-l", "en", "--ledger", "/dev/null")
    assert outcome.code == 1
    assert not Path("/dev/null.journal").exists()
    assert not (desk / "out.txt").exists()


@pytest.mark.slow
def test_the_program_says_so_too(desk: Path) -> None:
    outcome = spawn("anonymize", "in", "-o", "out", "-s", "twin-a.txt", "-l", "en", cwd=desk)
    assert outcome.code == 2
    assert "names a file that is an input" in outcome.err

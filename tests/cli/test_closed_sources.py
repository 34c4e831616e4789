"""What is made of files that their owner alone may read is its owner's alone; bad ones are not quoted."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.cli.program import CONFIG, MARKER, TEXT, call
from tests.formats.planted_docx import small_docx
from tests.learn.decisions.texts import as_marked, make_text, texts

PLAIN: Final = f"-l en -c {CONFIG}"
WRITING: Final = [
    (f"propose letter.docx -o made.docx {PLAIN} --policy blanket -m tag", ["made.docx"]),
    ("seal review.docx -o made.docx", ["made.docx"]),
    (f"terms in -o made.csv {PLAIN} --policy blanket -m tag", ["made.csv"]),
    (f"terms in -o made.xlsx {PLAIN} --policy blanket -m tag", ["made.xlsx"]),
    (f"anonymize in -o out/ {PLAIN} --rename -s keys.jsonl --report made.html", ["made.html", "keys.jsonl"]),
    (f"anonymize in -o out/ {PLAIN} --report made.json", ["made.json"]),
    ("learn-profile was is -l en -o made.toml", ["made.toml"]),
    ("train maxent decisions -o made.json --folds 2", ["made.json"]),
]
GARBLED: Final = f'\0\x01{MARKER}\xff\n{MARKER};"{MARKER}'
BAD: Final = {
    "no document": f"{MARKER} <w:p>",
    "an archive of nothing": f"PK\x03\x04{MARKER}",
    "garbled": GARBLED,
    "a list without a head": f"{MARKER},{MARKER}\nx,{MARKER}\n",
    "a wrong check": f"check,term\n{MARKER},{MARKER}\n",
    "JSON of something else": f'{{"{MARKER}": "{MARKER}", "nescio_decisions": 1, "kind": "{MARKER}"}}',
    "half a model": f'{{"nescio_decisions": 1, "kind": "entities", "weights": {{"{MARKER}": "{MARKER}"}}}}',
    "half a line": f'{{"text": "{MARKER}", "spans": [[0, 999, "{MARKER}"]]}}\n{{"{MARKER}',
    "half a marking": f"<{MARKER}>{MARKER}</",
}  # fmt: skip
READING: Final = [
    "propose bad.docx -o made -l en",
    "seal bad.docx -o made",
    "train maxent bad.docx --from-reviews -o made",
    "train maxent bad.jsonl -o made",
    "train maxent bad.txt -o made",
    "train maxent bad.txt -o made --per word",
    "select-features bad.jsonl -o made --curve made.svg",
    "select-features decisions -o bad.json --resume",
    "evaluate bad.jsonl --task decision -o made",
    "evaluate bad.txt --task decision",
    f"anonymize in/a.txt -o made --terms bad.csv {PLAIN}",
    f"anonymize in/a.txt -o made --terms bad.xlsx {PLAIN}",
    f"anonymize in/a.txt -o made --policy learnt:bad.json {PLAIN}",
    f"terms bad.docx -o made.csv {PLAIN} --policy blanket -m tag",
]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    before = os.umask(0o022)
    for folder in ("in", "was", "is", "decisions"):
        Path(folder).mkdir()
    Path("letter.docx").write_bytes(small_docx(TEXT.strip()))
    Path("in/a.txt").write_text(TEXT)
    Path("decisions/all.txt").write_text("".join(map(as_marked, texts())))
    for number in range(2):
        text = make_text(number).text
        Path(f"was/{number}.txt").write_text(text)
        Path(f"is/{number}.txt").write_text(text.replace(text.split()[3], "[...]"))
    assert call(*f"propose letter.docx -o review.docx {PLAIN} --policy blanket -m tag".split()).code == 0
    for path in tmp_path.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
    yield tmp_path
    os.umask(before)


@pytest.mark.parametrize(("command", "made"), WRITING)
def test_what_is_made_of_them_is_no_wider(desk: Path, command: str, made: list[str]) -> None:
    outcome = call(*command.split())
    assert outcome.code == 0, outcome.err
    assert [stat.S_IMODE(Path(name).stat().st_mode) for name in made] == [0o600] * len(made)


@pytest.mark.parametrize("what", BAD)
def test_bad_ones_are_refused_in_a_sentence_and_leave_nothing(desk: Path, what: str) -> None:
    for suffix in ("docx", "jsonl", "txt", "json", "csv", "xlsx"):
        Path(f"bad.{suffix}").write_bytes(BAD[what].encode("latin-1"))
    before = sorted(desk.rglob("*"))
    for command in READING:
        outcome = call(*command.split())
        assert outcome.code in (1, 2), (command, outcome)
        assert outcome.err.startswith("nescio: "), (command, outcome.err)
        assert sorted(desk.rglob("*")) == before, command


@pytest.mark.parametrize("command", READING)
def test_one_that_is_not_there_is_said(desk: Path, command: str) -> None:
    if "--resume" in command:  # then a search begins
        return
    outcome = call(*command.split())
    assert outcome.code in (1, 2), outcome
    assert len(outcome.err.splitlines()) == 1, outcome.err

"""What was read is kept beside its files, as long as they are as they were."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from nescio.packs.kept import keep


class Reader:
    """Counts how often somebody reads."""

    def __init__(self, path: Path) -> None:
        self.path, self.times = path, 0

    def __call__(self) -> dict[str, frozenset[str]]:
        self.times += 1
        return {"words": frozenset(self.path.read_text(encoding="utf-8").split())}


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    (tmp_path / "words.txt").write_text("zorro zenno", encoding="utf-8")
    return Reader(tmp_path / "words.txt")


def ask(reader: Reader) -> dict[str, frozenset[str]]:
    return keep("words", reader.path.parent, [reader.path, reader.path.parent / "missing.txt"], reader)


def kept_file(reader: Reader) -> Path:
    [path] = (reader.path.parent / "__pycache__").glob("words.*.bin")
    return path


def test_the_second_start_reads_nothing(reader: Reader) -> None:
    assert ask(reader) == ask(reader) == {"words": frozenset({"zorro", "zenno"})}
    assert reader.times == 1


def test_a_changed_file_is_read_again(reader: Reader) -> None:
    ask(reader)
    reader.path.write_text("zorro", encoding="utf-8")
    assert ask(reader) == {"words": frozenset({"zorro"})}


def test_a_new_file_among_the_sources_is_seen(reader: Reader) -> None:
    ask(reader)
    (reader.path.parent / "missing.txt").write_text("x", encoding="utf-8")
    ask(reader)
    assert reader.times == 2


@pytest.mark.parametrize("damage", [b"", b"\0" * 40, b"half"])
def test_a_damaged_file_counts_for_nothing(reader: Reader, damage: bytes) -> None:
    ask(reader)
    kept_file(reader).write_bytes(damage)
    assert ask(reader) == {"words": frozenset({"zorro", "zenno"})}
    assert reader.times == 2


def test_half_a_file_counts_for_nothing(reader: Reader) -> None:
    ask(reader)
    path = kept_file(reader)
    path.write_bytes(path.read_bytes()[:-3])
    ask(reader)
    assert reader.times == 2


def test_nothing_is_kept_where_python_keeps_nothing(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    ask(reader)
    assert not (reader.path.parent / "__pycache__").exists()


def test_a_folder_that_cannot_be_written_is_no_fault(reader: Reader) -> None:
    (reader.path.parent / "__pycache__").write_text("in the way", encoding="utf-8")
    assert ask(reader) == ask(reader)
    assert reader.times == 2

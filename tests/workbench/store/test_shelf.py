"""The store: private, sealed when there is a key, and never overwritten."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.core.keys import Key
from nescio.core.model import Document, Job
from nescio.workbench.store.opening import ConflictError
from nescio.workbench.store.shelf import KeptDeed, open_shelf

HIDDEN = "Zoraida Quist of Nowhere"


def fill(path: Path, key: Key | None) -> int:
    shelf = open_shelf(path, key)
    file = shelf.add_file(f"{HIDDEN}.txt", HIDDEN.encode())
    [job] = shelf.add_jobs(file, [Job(Document("d", HIDDEN, "en"))])
    shelf.add_deed(job, 1, KeptDeed("step", "me", {"text": HIDDEN}))
    shelf.set_term({"list": "hide", "term": HIDDEN, "label": "PER", "there": True}, by="me")
    shelf.close()
    return job


def everything(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


def test_only_its_owner_reads_a_store(tmp_path: Path) -> None:
    fill(tmp_path / "s.sqlite", None)
    assert stat.S_IMODE((tmp_path / "s.sqlite").stat().st_mode) == 0o600


def test_with_a_key_no_word_of_a_text_lies_on_the_disk(tmp_path: Path) -> None:
    key = Key(bytes(range(32)))
    fill(tmp_path / "s.sqlite", key)
    for word in (HIDDEN, "Zoraida", HIDDEN.encode("utf-16-le").decode("latin-1")):
        assert word.encode() not in everything(tmp_path / "s.sqlite")
    [file] = open_shelf(tmp_path / "s.sqlite", key).files()
    assert (file.name, file.data, file.jobs[0][1].document.text) == (f"{HIDDEN}.txt", HIDDEN.encode(), HIDDEN)


@pytest.mark.parametrize(
    ("made_with", "opened_with", "sentence"),
    [
        (Key(bytes(32)), None, "is encrypted"),
        (Key(bytes(32)), Key(bytes([1] * 32)), "does not open"),
        (None, Key(bytes(32)), "made without a key"),
    ],
)
def test_a_store_opens_with_its_own_key_alone(
    tmp_path: Path, made_with: Key | None, opened_with: Key | None, sentence: str
) -> None:
    fill(tmp_path / "s.sqlite", made_with)
    with pytest.raises(ConfigError, match=sentence):
        open_shelf(tmp_path / "s.sqlite", opened_with)


def test_a_number_in_a_history_is_given_once(tmp_path: Path) -> None:
    job = fill(tmp_path / "s.sqlite", None)
    shelf = open_shelf(tmp_path / "s.sqlite")
    with pytest.raises(ConflictError):
        shelf.add_deed(job, 1, KeptDeed("undo", "you", None))
    with pytest.raises(ConflictError):
        shelf.add_deed(job, 3, KeptDeed("undo", "you", None))
    shelf.add_deed(job, 2, KeptDeed("undo", "you", None))
    assert [deed.kind for deed in shelf.files()[0].jobs[0][2]] == ["step", "undo"]


def test_what_was_removed_is_not_on_the_disk_any_more(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    shelf = open_shelf(path)
    file = shelf.add_file("a.txt", b"")
    kept = shelf.files()[0]
    shelf.remove_file(file)
    assert kept.id == file
    assert shelf.files() == []

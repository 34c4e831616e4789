"""Each act on the disk does one thing, and refuses what would touch a file of somebody else."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from nescio.files import system


@pytest.fixture
def handle(tmp_path: Path) -> int:
    return system.create(tmp_path / "new")


def test_a_new_file_is_its_owner_s_and_never_one_that_is_there(tmp_path: Path, handle: int) -> None:
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o600
    with pytest.raises(FileExistsError):
        system.create(tmp_path / "new")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        system.create(tmp_path / "link")
    assert not (tmp_path / "elsewhere").exists()


def test_an_old_file_is_not_opened_behind_a_link(tmp_path: Path, handle: int) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "new")
    with pytest.raises(OSError, match="symbolic"):
        system.open_old(tmp_path / "link")


def test_everything_is_written_also_where_the_system_takes_it_in_pieces(
    tmp_path: Path, handle: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = os.write
    monkeypatch.setattr(system.os, "write", lambda to, data: whole(to, data[:3]))
    system.write(handle, b"0123456789")
    assert (tmp_path / "new").read_bytes() == b"0123456789"


def test_after_a_cut_writing_goes_on_there(tmp_path: Path, handle: int) -> None:
    system.write(handle, b"whole\nhal")
    system.cut(handle, 6)
    system.write(handle, b"next\n")
    assert (tmp_path / "new").read_bytes() == b"whole\nnext\n"
    assert system.seek_end(handle) == 11
    assert system.read(handle, 4, at=6) == b"next"


def failing(number: int) -> Callable[..., None]:
    def act(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    return act


def test_a_folder_that_cannot_be_synced_is_no_failure_but_a_broken_disk_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system.os, "fsync", failing(errno.EINVAL))
    system.sync_folder(tmp_path)
    monkeypatch.setattr(system.os, "fsync", failing(errno.EIO))
    with pytest.raises(OSError, match="Input/output"):
        system.sync_folder(tmp_path)


def test_a_file_has_one_holder_at_a_time(tmp_path: Path, handle: int) -> None:
    assert system.lock(handle)
    other = system.open_old(tmp_path / "new")
    assert not system.lock(other)
    system.close(handle)
    assert system.lock(other)


def test_a_lock_that_fails_for_another_reason_is_not_taken_for_a_holder(
    handle: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system.fcntl, "flock", failing(errno.ENOLCK))
    with pytest.raises(OSError, match="locks"):
        system.lock(handle)


def test_what_is_gone_already_may_be_removed_and_closed_again(tmp_path: Path, handle: int) -> None:
    system.remove(tmp_path / "new")
    system.remove(tmp_path / "new")
    system.close(handle)
    system.close(handle)
    assert not (tmp_path / "new").exists()


def test_a_folder_may_be_there_but_no_file_in_its_place(tmp_path: Path, handle: int) -> None:
    system.make_folder(tmp_path / "folder")
    system.make_folder(tmp_path / "folder")
    with pytest.raises(FileExistsError):
        system.make_folder(tmp_path / "new")

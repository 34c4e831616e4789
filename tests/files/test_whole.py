"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from nescio.core.errors import InputError
from nescio.files.whole import keep_private, open_whole, write_whole


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_broken_off_file_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("before")

    def break_off() -> None:
        with open_whole(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert [(item.name, item.read_text()) for item in tmp_path.iterdir()] == [("out.txt", "before")]


def test_a_file_is_never_wider_than_it_may_be(tmp_path: Path) -> None:
    old_mask = os.umask(0o022)
    try:
        write_whole(tmp_path / "usual", b"x")
        write_whole(tmp_path / "narrow", b"x", widest=0o600)
        (tmp_path / "old").touch(mode=0o640)
        write_whole(tmp_path / "old", b"x", widest=0o600)
    finally:
        os.umask(old_mask)
    assert [mode_of(tmp_path / name) for name in ("usual", "narrow", "old")] == [0o644, 0o600, 0o600]


def test_rights_stay_when_a_file_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.touch()
    path.chmod(0o640)
    write_whole(path, b"x")
    assert mode_of(path) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("before")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", b"after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "after"


def test_folders_are_made(tmp_path: Path) -> None:
    write_whole(tmp_path / "a" / "b" / "file", b"x")
    assert (tmp_path / "a" / "b" / "file").read_bytes() == b"x"


def test_a_place_that_cannot_be_written_is_said_by_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="cannot be"):
        write_whole(tmp_path / "file" / "below", b"x")
    with pytest.raises(InputError, match="is a folder"):
        write_whole(tmp_path, b"x")


def test_a_device_is_written_to_and_stays(tmp_path: Path) -> None:
    write_whole(Path("/dev/null"), b"x" * 3_000_000)
    assert Path("/dev/null").is_char_device()
    with pytest.raises(InputError, match="No space left"):
        write_whole(Path("/dev/full"), b"x")


def test_what_others_fill_is_private_before_they_do(tmp_path: Path) -> None:
    (tmp_path / "old").touch(mode=0o644)
    for name in ("old", "new"):
        keep_private(tmp_path / name)
        assert mode_of(tmp_path / name) == 0o600

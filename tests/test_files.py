"""Files written whole or not at all, and lines as they arrive."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from nescio.core.errors import InputError, JobError
from nescio.files import open_whole, parse_line, read_lines, write_whole


def test_a_broken_off_file_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("before")

    def break_off() -> None:
        with open_whole(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert path.read_text() == "before"


def test_a_private_file_is_for_its_owner_and_appears_only_with_content(tmp_path: Path) -> None:
    write_whole(tmp_path / "empty", b"", private=True)
    write_whole(tmp_path / "full", b"x", private=True)
    assert [path.name for path in tmp_path.iterdir()] == ["full"]
    assert stat.S_IMODE((tmp_path / "full").stat().st_mode) == 0o600


def test_a_place_that_cannot_be_written_is_said_by_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="cannot be written"):
        write_whole(tmp_path / "file" / "below", b"x")


def test_lines_keep_their_numbers_and_blank_ones_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"a\n\n b\r\nlast")
    assert [line for batch in read_lines(path) for line in batch] == [(1, b"a"), (3, b" b\r"), (4, b"last")]


@pytest.mark.parametrize("line", [b"{", b"[]", b"\xff", b"7"])
def test_a_line_that_is_no_object_is_refused_without_its_text(line: bytes) -> None:
    with pytest.raises(JobError) as caught:
        parse_line(line)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None

"""Files that only grow, by whole lines."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from nescio.core.errors import InputError
from nescio.files import system
from nescio.files.growing import growing

BUSY = "somebody has it"


def is_whole(line: bytes) -> bool:
    return line.endswith(b"}")


def test_lines_are_there_as_soon_as_they_are_appended(tmp_path: Path) -> None:
    path = tmp_path / "new" / "lines"
    with growing(path, busy=BUSY) as file:
        file.append(b"{1}\n")
        assert path.read_bytes() == b"{1}\n"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert file.has_grown
    assert path.read_bytes() == b"{1}\n"


def test_a_file_without_a_line_does_not_stay(tmp_path: Path) -> None:
    with growing(tmp_path / "lines", busy=BUSY) as file:
        assert not file.has_grown
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("before", "after", "torn"),
    [
        (b"{1}\n", b"{1}\n", False),
        (b"{1}\n{2}", b"{1}\n{2}\n", False),
        (b"{1}\n{2", b"{1}\n", True),
        (b"{1", b"", True),
        (b"{1}\n\0\0\0", b"{1}\n", True),
        (b"{" + b"x" * 200_000, b"", True),
        (b"{1}\n{" + b"x" * 200_000 + b"}", b"{1}\n{" + b"x" * 200_000 + b"}\n", False),
    ],
)
def test_a_last_line_without_its_end_is_repaired(
    tmp_path: Path, before: bytes, after: bytes, torn: bool
) -> None:
    path = tmp_path / "lines"
    path.write_bytes(before)
    with growing(path, busy=BUSY) as file:
        file.repair(is_whole)
        assert file.torn == torn
        assert path.read_bytes() == after
        file.append(b"{3}\n")
    assert path.read_bytes() == after + b"{3}\n"


def test_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with growing(path, busy=BUSY) as first:
        first.append(b"{1}\n")
        with pytest.raises(InputError, match=BUSY), growing(path, busy=BUSY):
            raise AssertionError
    with growing(path, busy=BUSY) as second:
        second.append(b"{2}\n")
    assert path.read_bytes() == b"{1}\n{2}\n"


class _Full:
    """`os` on a disk on which half of what is written still finds room."""

    def __init__(self, *, stuck: bool) -> None:
        self._stuck = stuck

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)

    def write(self, handle: int, data: bytes) -> int:
        os.write(handle, bytes(data)[: len(data) // 2])
        raise OSError(28, "No space left on device")

    def ftruncate(self, handle: int, size: int) -> None:
        if self._stuck:
            raise OSError(5, "Input/output error")
        os.ftruncate(handle, size)


def test_a_record_that_did_not_fit_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lines"
    with growing(path, busy=BUSY) as file:
        file.append(b"{1}\n")
        with monkeypatch.context() as patch:
            patch.setattr(system, "os", _Full(stuck=False))
            with pytest.raises(InputError, match="No space left"):
                file.append(b"{2222}\n")
        assert path.read_bytes() == b"{1}\n"
        file.append(b"{3}\n")
    assert path.read_bytes() == b"{1}\n{3}\n"


def test_nothing_follows_half_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lines"
    with growing(path, busy=BUSY) as file:
        file.append(b"{1}\n")
        with monkeypatch.context() as patch:
            patch.setattr(system, "os", _Full(stuck=True))
            with pytest.raises(InputError, match="No space left"):
                file.append(b"{2222}\n")
        with pytest.raises(InputError, match="could not be repaired"):
            file.append(b"{3}\n")
    with growing(path, busy=BUSY) as file:
        file.repair(is_whole)
        assert file.torn
    assert path.read_bytes() == b"{1}\n"

"""Temporary files of killed runs."""

from __future__ import annotations

from pathlib import Path

from nescio.files.leftovers import Leftover, clear_leftovers
from nescio.files.whole import open_whole

OWN, FORMER = ".nescio-0123456789ab", ".nescio-abcd_123"


def is_precious(data: bytes) -> bool:
    return data == b"records"


def test_a_killed_run_is_cleared_up_and_nothing_else_is_touched(tmp_path: Path) -> None:
    others = (".nescio-mine", ".nescio-settings", "nescio-0123456789ab", ".nescio-0123456789abc", "a.txt")
    for name in (OWN, *others):
        (tmp_path / name).write_text("half")
    (tmp_path / ".nescio-ba9876543210").symlink_to(tmp_path / "a.txt")
    (tmp_path / ".nescio-aaaaaaaaaaaa").mkdir()
    found = clear_leftovers([tmp_path, tmp_path, tmp_path / "none"], is_precious=is_precious)
    assert found == [Leftover(tmp_path / OWN, None)]
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {*others, ".nescio-ba9876543210", ".nescio-aaaaaaaaaaaa"}


def test_what_a_living_run_writes_is_left_alone(tmp_path: Path) -> None:
    with open_whole(tmp_path / "out") as file:
        file.write(b"x")
        assert clear_leftovers([tmp_path], is_precious=is_precious) == []
    assert (tmp_path / "out").read_bytes() == b"x"


def test_the_only_way_back_that_an_earlier_version_left_is_saved(tmp_path: Path) -> None:
    (tmp_path / FORMER).write_bytes(b"records")
    [(path, saved)] = clear_leftovers([tmp_path], is_precious=is_precious)
    assert path == tmp_path / FORMER
    assert saved is not None
    assert saved.read_bytes() == b"records"
    assert list(tmp_path.iterdir()) == [saved]

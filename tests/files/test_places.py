"""Places: whether two names mean one file, and who may read it."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from nescio.core.errors import InputError
from nescio.files.places import keys_of, keys_of_stream, mode_of_stream, shown, status_of


def test_links_and_second_names_share_a_key(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    (tmp_path / "link").symlink_to(file)
    os.link(file, tmp_path / "twin")
    (tmp_path / "folder").symlink_to(tmp_path)
    (tmp_path / "other").touch()
    for name in ("link", "twin", "folder/file", "folder/link"):
        assert keys_of(file) & keys_of(tmp_path / name)
    assert not keys_of(file) & keys_of(tmp_path / "other")


def test_a_file_that_is_not_there_yet_is_told_by_its_place(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "new")
    (tmp_path / "folder").symlink_to(tmp_path)
    assert keys_of(tmp_path / "new") & keys_of(tmp_path / "link") & keys_of(tmp_path / "folder" / "new")


def test_devices_and_pipes_are_nobodys(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as pipe:
        os.close(writing)
        assert keys_of_stream(pipe) == set()
        assert mode_of_stream(pipe) == 0o600
    assert keys_of(Path("/dev/null")) == set()
    assert keys_of_stream(io.BytesIO()) == keys_of_stream(None) == set()


def test_a_stream_is_the_file_behind_it(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    file.chmod(0o640)
    with file.open("rb") as stream:
        assert keys_of_stream(stream) <= keys_of(file)
        assert mode_of_stream(stream) == 0o640


@pytest.mark.parametrize("name", ["\0", "x" * 300, "y" * 5000])
def test_what_cannot_be_a_name_is_refused_with_a_short_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as caught:
        status_of(tmp_path / name)
    assert len(str(caught.value)) < 300


def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(InputError):
        status_of(tmp_path / "loop")


def test_a_long_path_is_shown_by_its_end() -> None:
    assert shown("a" * 500 + "end").endswith("aend'")
    assert len(shown("a" * 500)) < 210


def test_a_very_long_path_is_not_shown_whole() -> None:
    name = "Zwiebelfisch" * 10
    assert shown(name) != repr(name)
    assert name[-60:] in shown(name)

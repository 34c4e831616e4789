"""Claims: a file that is written is nobody else's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.run.claims import Claims, claim, claim_files


def test_two_outputs_need_two_places(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"--b names a file that is written by --a"):
        claim({}, {"--a": tmp_path / "x", "--b": tmp_path / "y" / ".." / "x"})


def test_what_is_read_may_be_read_twice(tmp_path: Path) -> None:
    claims = claim({"an input": [tmp_path / "x", tmp_path / "x", None]}, {"--a": tmp_path / "y", "--b": None})
    assert claims.user_of(tmp_path / "x") == "an input"
    assert claims.user_of(tmp_path / "y") == "written by --a"
    assert claims.user_of(tmp_path / "z") is None


def test_a_stream_is_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.touch()
    os.link(file, tmp_path / "twin")
    with file.open("ab") as stream:
        claims = Claims()
        claims.reads("an input", tmp_path / "twin")
        with pytest.raises(ConfigError, match="Standard output goes to a file that is an input"):
            claims.shows(stream)
        other = Claims()
        other.shows(stream)
        with pytest.raises(ConfigError, match="is standard output"):
            other.writes("--a", tmp_path / "twin", what="x")


def test_leftovers_are_cleared_where_something_is_written(tmp_path: Path) -> None:
    for folder in ("read", "write"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / ".nescio-0123456789ab").touch()
    found = claim_files([tmp_path / "read" / "x"], {"--a": tmp_path / "write" / "x"})
    assert [item.path.parent.name for item in found] == ["write"]
    assert (tmp_path / "read" / ".nescio-0123456789ab").exists()

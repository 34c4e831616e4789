"""Folders: what is found, and what is passed over and why."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nescio.run.walking import walk


def is_text(path: Path) -> bool:
    return path.suffix == ".txt"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "far").mkdir()
    for name in ("in/a.txt", "in/sub/b.txt", "in/.hidden.txt", "in/x.png", "far/c.txt"):
        (tmp_path / name).write_text("x")
    return folder


def names(folder: Path, *, in_place: bool = False) -> tuple[list[str], dict[str, str]]:
    files, over = walk(folder, in_place=in_place, is_text=is_text)
    said = {Path(item.name).relative_to(folder).as_posix(): item.why for item in over}
    return [path.relative_to(folder).as_posix() for path in files], said


def test_all_files_but_hidden_ones_in_order(folder: Path) -> None:
    assert names(folder) == (["a.txt", "sub/b.txt", "x.png"], {})


def test_links_are_followed_to_texts_and_never_to_folders(folder: Path) -> None:
    (folder / "c.txt").symlink_to("../far/c.txt")
    (folder / "far").symlink_to("../far")
    (folder / "gone.txt").symlink_to("nowhere")
    (folder / "gone.png").symlink_to("nowhere")
    (folder / "loop.txt").symlink_to("loop.txt")
    os.mkfifo(folder / "pipe.txt")
    files, over = names(folder)
    assert files == ["a.txt", "c.txt", "gone.png", "sub/b.txt", "x.png"]
    assert set(over) == {"far", "gone.txt", "loop.txt", "pipe.txt"}
    assert "link to a folder" in over["far"]
    assert "neither a file nor a folder" in over["pipe.txt"]


def test_in_place_no_link_leads_out_of_the_folder(folder: Path) -> None:
    (folder / "out.txt").symlink_to("../far/c.txt")
    (folder / "inside.txt").symlink_to("sub/b.txt")
    files, over = names(folder, in_place=True)
    assert files == ["a.txt", "inside.txt", "sub/b.txt", "x.png"]
    assert "leads out of the folder" in over["out.txt"]


def test_a_folder_that_cannot_be_read_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def scan(path: Path) -> object:
        if path.name == "sub":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scan)  # root may read everything
    assert names(folder) == (["a.txt", "x.png"], {"sub": "the folder cannot be read: Permission denied"})

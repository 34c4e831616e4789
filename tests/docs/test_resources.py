"""What `make resources` needs, and the notice that goes with what it compiles."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_says_in_one_sentence_what_to_install(tmp_path: Path) -> None:
    target = f"{tmp_path}/data.noun"
    command = ["make", "--no-print-directory", "-C", str(ROOT), f"NESCIO_WORDNET={tmp_path}", target]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert (
        "make resources needs WordNet: install Debian's wordnet-base, or set NESCIO_WORDNET to a folder "
        "with its files.\n"
    ) in done.stderr
    Path(target).touch()
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_the_notice_of_wordnet_stands_in_the_data_sources_and_goes_into_the_wheel() -> None:
    text = " ".join((ROOT / "DATA_SOURCES.md").read_text(encoding="utf-8").replace("\n>", "\n").split())
    assert "WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved." in text
    assert 'THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS"' in text
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "DATA_SOURCES.md" in project["license-files"]

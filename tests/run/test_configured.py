"""The files that arguments and configurations name."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.api import Anonymizer
from nescio.config import policy_option
from nescio.run.configured import files_of, named_files

CONFIG = """
[xx.detect]
detectors = ["lists"]
[xx.detect.options.lists]
include = ["mine.txt"]
[de.detect.options.crf]
model = "mine.crf"
[en.detect.options.tagger]
model = "tagger"
[pt.replace.options.generalize]
knowledge = ["store.kb", "postgresql://example.org/kb"]
cache = "answers.kb"
[es.replace.options.generalize]
seed = "no file"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_text(CONFIG)
    (tmp_path / "tagger").mkdir()
    for name in ("mine.txt", "mine.crf", "mine.crf.json", "tagger/weights", "store.kb", "policy.toml"):
        (tmp_path / name).touch()
    return tmp_path


def test_every_section_counts_and_a_cache_that_is_still_to_come(folder: Path) -> None:
    found = files_of(Anonymizer(config=folder / "own.toml", options=policy_option("policy.toml")))
    assert {str(path.resolve().relative_to(folder)) for path in found} == {
        "own.toml", "mine.txt", "mine.crf", "mine.crf.json", "tagger/weights", "store.kb", "answers.kb",
        "policy.toml",
    }  # fmt: skip


def test_arguments_lead_to_files_folders_and_configurations(folder: Path) -> None:
    found = named_files("default", None, "", "mine=own.toml", folder / "tagger", Path("gone"), "PER=NOUN")
    names = {path.name for path in found}
    assert {"own.toml", "weights", "mine.txt"} <= names
    assert "policy.toml" not in names


def test_what_no_file_can_be_called_names_none(folder: Path) -> None:
    assert named_files("x" * 5000, "\0") == []

"""What is taken away: the format is kept, the way back fits, the report tells no name."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.files.keys import read_key, write_new_key
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import table_from_json
from nescio.solutions.vault import read_vault
from nescio.workbench import downloads
from nescio.workbench.desk import READY, DeskFile, ReviewDesk
from nescio.workbench.store.shelf import open_shelf
from tests.workbench.conftest import TEXT
from tests.workbench.waiting import wait_for


def test_the_table_leads_the_document_back(desk: ReviewDesk, letter: DeskFile) -> None:
    made = downloads.anonymized(desk, letter)
    table = table_from_json(json.loads(downloads.table(desk, letter).data))
    assert made.name == "letter.anonymized.txt"
    assert "Quist" not in made.data.decode()
    assert reidentify(made.data.decode(), table).text == TEXT


def test_a_report_holds_no_word_of_the_text(desk: ReviewDesk, letter: DeskFile) -> None:
    page = downloads.report(desk, letter).data.decode()
    assert "hidden mentions" in page
    for word in ("Zoraida", "Quist", "Ottokar", "example.org", "letter"):
        assert word not in page


def test_two_files_of_one_name_are_both_in_the_archive(desk: ReviewDesk, letter: DeskFile) -> None:
    other = desk.add_file("letter.txt", b"Yours sincerely, Mr Ottokar Brandt, in the name of all of us.")
    wait_for(lambda: other.state == READY)
    archive = zipfile.ZipFile(io.BytesIO(downloads.everything(desk).data))
    assert archive.namelist() == ["letter.txt", "letter (2).txt"]
    assert b"Brandt" not in b"".join(archive.read(name) for name in archive.namelist())


def test_a_vault_needs_a_key_and_opens_with_it(desk: ReviewDesk, letter: DeskFile, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--key"):
        downloads.vault(desk, letter)
    write_new_key(tmp_path / "my.key")
    key = read_key(str(tmp_path / "my.key"))
    secret = ReviewDesk(open_shelf(tmp_path / "sealed.sqlite", key.key), by="tester", key=key)
    file = secret.add_file("letter.txt", TEXT.encode())
    wait_for(lambda: file.state == READY)
    content, _ = read_vault(downloads.vault(secret, file).data, key.key, name="v")
    assert len(content.tables) == 1
    secret.close()

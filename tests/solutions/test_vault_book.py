"""A vault on the disk: grows by whole records, one writer, history kept."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError, InputError, JobError
from nescio.core.keys import Key
from nescio.solutions.store import keep_tables
from nescio.solutions.tables import Tables
from nescio.solutions.vault_book import load_vault, opened_vault, rekey
from tests.solutions.test_store import make_job

KEY, OTHER = Key(bytes(range(32))), Key(bytes(32))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with keep_tables(tmp_path / "v", KEY) as keeper:
        keeper.keep([make_job("a"), make_job("b", "Ida stays")])
    return tmp_path / "v"


def test_a_vault_is_its_owners_alone_and_found_by_text_and_name(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    tables = Tables.read(path, key=KEY)
    assert tables.find("anything", "b", alone=False).id == "b"
    assert tables.find("[PER1] left", "renamed", alone=False).id == "a"


def test_what_was_written_anew_counts_by_its_text_alone(path: Path) -> None:
    with keep_tables(path, KEY) as keeper:
        keeper.keep([make_job("a", "Ida came")])
        keeper.written([make_job("a", "Ida came")])
    content = load_vault(path, KEY)
    assert (len(content.tables), content.outdated) == (3, frozenset({0}))
    tables = Tables.read(path, key=KEY)
    assert tables.find("edited", "a", alone=False).output_sha256 == content.tables[2].output_sha256
    assert tables.find("[PER1] left", "a", alone=False).output_sha256 == content.tables[0].output_sha256


def test_a_run_that_broke_off_leaves_its_whole_records_and_no_end(path: Path) -> None:
    def break_off() -> None:
        with keep_tables(path, KEY) as keeper:
            keeper.keep([make_job("c")])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    content = load_vault(path, KEY)
    assert (len(content.tables), content.ended) == (3, False)
    with keep_tables(path, KEY):
        pass
    assert load_vault(path, KEY).ended


@pytest.mark.parametrize("kept", [0, 5, 60, 3000])
def test_half_a_record_is_passed_over_and_then_taken_away(path: Path, kept: int) -> None:
    whole = path.read_bytes()
    with keep_tables(path, KEY) as keeper:
        keeper.keep([make_job("c")])
    path.write_bytes(path.read_bytes()[: len(whole) + kept])
    assert load_vault(path, KEY).torn == bool(kept)
    with keep_tables(path, KEY) as keeper:
        assert keeper.torn == bool(kept)
        keeper.keep([make_job("d")])
    content = load_vault(path, KEY)
    assert [table.id for table in content.tables] == ["a", "b", "d"]
    assert (content.torn, content.ended) == (False, True)


def test_half_a_first_line_is_nothing(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:30])
    with keep_tables(path, KEY) as keeper:
        keeper.keep([make_job("d")])
    assert len(load_vault(path, KEY).tables) == 1


def test_one_writer_at_a_time_and_readers_go_on(path: Path) -> None:
    with keep_tables(path, KEY) as keeper:
        keeper.keep([make_job("c")])
        assert len(Tables.read(path, key=KEY).encodings) == 0
        with pytest.raises(InputError, match="Another run"), keep_tables(path, KEY):
            pass
        with pytest.raises(InputError, match="Another run"), opened_vault(path, KEY):
            pass


def test_two_keys_for_one_vault_are_refused_and_nothing_is_lost(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(ConfigError, match="another one"), keep_tables(path, OTHER):
        pass
    with pytest.raises(ConfigError, match="another one"):
        Tables.read(path, key=OTHER)
    assert path.read_bytes() == before


def test_a_vault_and_a_table_in_clear_are_not_mixed(path: Path, tmp_path: Path) -> None:
    clear = tmp_path / "clear.jsonl"
    with keep_tables(clear) as keeper:
        keeper.keep([make_job("a")])
    before = path.read_bytes(), clear.read_bytes()
    with pytest.raises(ConfigError, match="is a vault"), keep_tables(path):
        pass
    with pytest.raises(ConfigError, match="is a vault"):
        Tables.read(path)
    with pytest.raises(ConfigError, match="no vault"), keep_tables(clear, KEY):
        pass
    with pytest.raises(ConfigError, match="no vault"):
        Tables.read(clear, key=KEY)
    assert (path.read_bytes(), clear.read_bytes()) == before


def test_another_key_opens_the_same(path: Path) -> None:
    with keep_tables(path, KEY) as keeper:
        keeper.keep([make_job("a", "Ida came")])
        keeper.written([make_job("a", "Ida came")])
    with opened_vault(path, KEY) as book:
        book.mark_checked([(1, 0)])
    before = load_vault(path, KEY)
    assert rekey(path, KEY, OTHER) == 3
    after = load_vault(path, OTHER)
    assert (after.tables, after.outdated, after.checked) == (before.tables, before.outdated, before.checked)
    assert after.state != before.state
    with pytest.raises(ConfigError):
        load_vault(path, KEY)


def test_a_damaged_vault_is_not_added_to(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[200] ^= 1
    path.write_bytes(data)
    with pytest.raises(JobError, match="damaged at record 1"), keep_tables(path, KEY):
        pass
    assert path.read_bytes() == data


def test_a_vault_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no vault"):
        load_vault(tmp_path / "none", KEY)
    with pytest.raises(ConfigError, match="no vault"), opened_vault(tmp_path / "none", KEY):
        pass
    assert list(tmp_path.iterdir()) == []

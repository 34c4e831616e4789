"""Tables of solutions as files."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError, JobError
from nescio.core.model import Document, Job, Replacement, Solution
from nescio.solutions.store import holds_records, keep_tables
from nescio.solutions.table import fingerprint
from nescio.solutions.tables import Tables


def make_job(id: str, text: str = "Ida left") -> Job:
    row = Replacement(0, 3, "[PER1]", 0, "PER", "tag", 0)
    return Job(Document(id, text, "en"), solution=Solution(f"[PER1]{text[3:]}", (row,)))


def test_tables_are_kept_for_their_owner_and_found_by_name(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    with keep_tables(path) as keeper:
        keeper.keep([make_job("a")])
        keeper.keep([make_job("b", "Ida stays")])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    tables = Tables.read(path)
    assert tables.find("anything", "b", alone=False).id == "b"
    assert tables.find("[PER1] left", "renamed", alone=False).id == "a"
    with pytest.raises(JobError, match="none is called so"):
        tables.find("edited", "renamed", alone=True)


def test_records_are_precious_also_where_they_are_altered_or_torn(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    with keep_tables(path) as keeper:
        keeper.keep([make_job("a"), make_job("b")])
    data = path.read_bytes()
    first, second, _ = data.split(b"\n")
    altered = first.replace(b"Ida", b"Eda")
    assert altered != first
    for precious in (data, altered + b"\n", b"x\n" + second, first[:30], b" " + first, b"\n\n" + altered):
        assert holds_records(precious)
    for other in (b"", b"Ida left", b'{"name": "Ida"}\n', b"[PER1] left\n"):
        assert not holds_records(other)


def test_what_was_done_before_a_run_broke_off_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"

    def break_off() -> None:
        with keep_tables(path) as keeper:
            keeper.keep([make_job("a")])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert Tables.read(path).named("a") is not None


def test_what_is_kept_again_stands_there_once(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    for _ in range(2):
        with keep_tables(path) as keeper:
            keeper.keep([make_job("a"), make_job("b")])
    assert path.read_bytes().count(b"\n") == 2


def test_an_earlier_table_goes_only_when_its_text_was_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    with keep_tables(path) as keeper:
        keeper.keep([make_job("a"), make_job("b")])
    with keep_tables(path) as keeper:
        new = [make_job("a", "Ida sings"), make_job("b", "Ida walks")]
        keeper.keep(new)
        keeper.written(new[:1])  # the other could not be written
    originals = [json.loads(line)["output_sha256"] for line in path.read_text().splitlines()]
    texts = ("[PER1] left", "[PER1] sings", "[PER1] walks")
    assert originals == [fingerprint(text) for text in texts]


def test_what_is_no_table_is_not_added_to(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    for content in ("Dear Ida\n", "Dear Ida", "{}\n", '{"a": 1'):
        path.write_text(content)
        with pytest.raises(ConfigError, match="is no table"), keep_tables(path):
            raise AssertionError
        assert path.read_text() == content


def test_half_a_table_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    with keep_tables(path) as keeper:
        keeper.keep([make_job("a")])
    whole = path.read_bytes()
    for torn in (whole[:20], whole + whole[:40], whole + b"{", whole + b"\0" * 9):
        path.write_bytes(torn)
        with keep_tables(path) as keeper:
            assert keeper.torn
        assert (path.read_bytes() if path.exists() else b"") in (b"", whole)


def test_without_a_place_nothing_is_kept(tmp_path: Path) -> None:
    with keep_tables(None) as keeper:
        keeper.keep([make_job("a")])
    assert not list(tmp_path.iterdir())


def test_a_line_that_is_no_table_is_named_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    path.write_text("\n{}\n")
    with pytest.raises(JobError, match="line 2: This is not a table"):
        Tables.read(path)

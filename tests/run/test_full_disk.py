"""A disk that is really full."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import fingerprint, table_from_json
from tests.cli.program import FAST, TEXT, call, tree

PAGES = 45  # of the disk, 4096 bytes each
TEXTS = 40


def mount(*args: object) -> bool:
    done = subprocess.run(["mount", *map(str, args)], capture_output=True, check=False)
    return done.returncode == 0


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system in memory with room for the texts and for a part of what is made of them."""
    place = tmp_path / "disk"
    place.mkdir()
    try:
        mounted = mount("-t", "tmpfs", "-o", f"size={PAGES * 4096},mode=700", "nescio-test", place)
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("only root can mount a small disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def records(keys: Path) -> dict[str, dict[str, object]]:
    lines = keys.read_bytes().split(b"\n")[:-1]
    return {record["output_sha256"]: record for record in map(json.loads, lines)}


def original_of(text: str, keys: Path) -> str:
    table = table_from_json(records(keys)[fingerprint(text)])
    return reidentify(text, table, by="position").text


def test_texts_in_place_never_lose_their_table(disk: Path) -> None:
    texts, keys = disk / "texts", disk / "keys.jsonl"
    texts.mkdir()
    originals = {f"{number:02}.txt": f"Number {number}. {TEXT}" for number in range(TEXTS)}
    for name, text in originals.items():
        (texts / name).write_text(text, encoding="utf-8")
    args = ("anonymize", texts, "--in-place", "-s", keys, *FAST)
    full = call(*args)
    assert full.code == 1
    assert "No space left on device" in full.err
    now = {name: data.decode() for name, data in tree(texts).items()}
    assert set(now) == set(originals)
    written = {name for name, text in now.items() if text != originals[name]}
    assert 0 < len(written) < TEXTS
    assert all(original_of(now[name], keys) == originals[name] for name in written)
    assert mount("-o", "remount,size=4m", disk)
    again = call(*args)
    assert again.code == 0, again.err
    assert f"{len(written)} texts had been overwritten by an earlier run" in again.err
    assert all(original_of(data.decode(), keys) == originals[name] for name, data in tree(texts).items())
    assert call("reidentify", texts, "-s", keys, "-o", disk / "back").code == 0
    assert {name: data.decode() for name, data in tree(disk / "back").items()} == originals

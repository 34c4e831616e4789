"""Reading a corpus for its names."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.core.keys import Key
from nescio.files.keys import FoundKey
from nescio.replace.world.manifest import Manifest
from nescio.run.names import open_scan, scan_jsonl, scan_texts
from nescio.run.opening import open_anonymizer

KEY = Key(bytes(range(32)))
TEXTS = {
    "a.txt": "Mr. Robert Hale met Anna Quillon in Leeds. Hale left.",
    "b.txt": "Anna Quillon wrote to Mrs. Hale-Bell of Harrow Foods Ltd.",
}


def _folder(path: Path) -> Path:
    path.mkdir()
    for name, text in TEXTS.items():
        (path / name).write_text(text)
    return path


def test_the_manifest_knows_the_names_of_all_texts_and_holds_none(tmp_path: Path) -> None:
    folder, output = _folder(tmp_path / "in"), tmp_path / "names"
    anonymizer = open_anonymizer("en", methods=["pseudonym"], key=FoundKey(KEY))
    scan = open_scan(anonymizer, KEY)
    found, scanned = scan_texts(scan, anonymizer, [str(folder)], output)
    assert [text.failure for text in scanned] == [None, None]
    assert len(found.sources) == 2
    assert scan.write(output) > 5
    text = output.read_text()
    manifest = Manifest.read(text, KEY, where="names")
    assert all(map(manifest.has, ("Hale", "Quillon", "Leeds", "Harrow", "Bell")))
    assert manifest.rank("family", "hale") is not None
    assert not any(name in text.lower() for name in ("hale", "quillon", "leeds"))
    assert output.stat().st_mode & 0o077 == 0


def test_lines_and_files_in_any_order_give_one_manifest(tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_text(
        "".join(f'{{"id": "{name}", "text": "{text}", "more": 1}}\n' for name, text in TEXTS.items())
    )
    turned = tmp_path / "turned.jsonl"
    turned.write_text("".join(reversed(lines.read_text().splitlines(keepends=True))))
    written = []
    for file in (lines, turned):
        anonymizer = open_anonymizer("en", methods=["pseudonym"], key=FoundKey(KEY))
        scan = open_scan(anonymizer, KEY)
        assert [text.failure for text in scan_jsonl(scan, file)] == [None, None]
        scan.write(tmp_path / "names")
        written.append((tmp_path / "names").read_bytes())
    assert written[0] == written[1]


def test_a_text_that_is_read_is_not_written_over(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "in")
    anonymizer = open_anonymizer("en", methods=["pseudonym"], key=FoundKey(KEY))
    with pytest.raises(ConfigError, match="is an input"):
        scan_texts(open_scan(anonymizer, KEY), anonymizer, [str(folder)], folder / "a.txt")


def test_without_a_key_the_command_that_makes_one_is_said() -> None:
    with pytest.raises(ConfigError, match="`nescio key new FILE` makes one"):
        open_scan(open_anonymizer("en"), None)

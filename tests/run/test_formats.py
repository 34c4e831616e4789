"""Formats by suffix, built when a file needs them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from nescio.core.errors import InputError, PluginError
from nescio.formats.job import JobFormat
from nescio.formats.markdown import MarkdownFormat
from nescio.formats.plain import PlainFormat
from nescio.packs import load_pack
from nescio.registry import Registry
from nescio.run.formats import Formats
from nescio.run.sources import find_sources
from tests.test_plugin import install


@pytest.fixture
def formats() -> Formats:
    return Formats(Registry.installed(), load_pack("xx"))


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.txt", PlainFormat), ("a.MD", MarkdownFormat), ("a.json", JobFormat), ("a.xyz", PlainFormat)],
)
def test_a_format_is_found_by_suffix_and_plain_text_serves_the_rest(
    formats: Formats, name: str, kind: type
) -> None:
    assert isinstance(formats.find(Path(name)), kind)
    assert formats.find(Path(name)) is formats.find(Path(name))


def test_standard_input_is_plain_text(formats: Formats) -> None:
    assert isinstance(formats.find(None), PlainFormat)


def test_a_foreign_format_is_imported_only_when_a_file_needs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, texts = tmp_path / "site", tmp_path / "texts"
    texts.mkdir()
    (texts / "a.txt").write_text("one")
    (texts / "b.waves").write_text("two")
    install(site, "waves", {"nescio.formats": {"waves": "nescio_no_waves:build"}})
    monkeypatch.syspath_prepend(str(site))
    found = find_sources([str(texts)], Formats(Registry.installed(), load_pack("xx")))
    assert [source.name for source in found.sources] == ["a.txt", "b.waves"]
    assert found.sources[0].jobs(b"one")[0].document.text == "one"
    assert "nescio_no_waves" not in sys.modules
    with pytest.raises(PluginError, match="'waves' cannot be loaded"):
        found.sources[1].jobs(b"two")


@pytest.mark.parametrize("data", [b"", b"  \r\n", b"\xef\xbb\xbf"])
def test_an_empty_text_is_refused(formats: Formats, data: bytes) -> None:
    [source] = find_sources(None, formats).sources
    with pytest.raises(InputError, match="The text is empty"):
        source.jobs(data)


def test_files_of_other_formats_are_counted(formats: Formats, tmp_path: Path) -> None:
    for name in ("a.txt", "b.xyz", "c.zzz", ".hidden.txt"):
        (tmp_path / name).write_text("text")
    found = find_sources([str(tmp_path)], formats)
    assert ([source.name for source in found.sources], found.left_out) == (["a.txt"], 2)
    assert {".docx", ".json", ".md", ".txt"} <= set(found.suffixes)
    assert found.suffixes == sorted(found.suffixes)

"""The loader of language folders."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.packs import Pack, languages, load_pack, pack_folders

Write = Callable[[str, str], Path]
RULE = '[[rule]]\nname = "{name}"\nlabel = "CODE"\nregex = "x[0-9]"\nsource = "invented"\n'


def test_four_languages_are_built_in() -> None:
    assert {"de", "en", "es", "pt"} <= set(languages())
    assert "xx" not in languages()
    assert "xx" in pack_folders()


@pytest.mark.parametrize("code", languages())
def test_a_language_stands_on_the_universal_folder(code: str) -> None:
    pack, universal = load_pack(code), load_pack("xx")
    shared = [rule.name for rule in universal.rules]  # a language may fill in a part of them
    assert [rule.name for rule in pack.rules[: len(shared)]] == shared
    assert len(pack.rules) > len(universal.rules)
    assert {label.name for label in pack.labels} == {label.name for label in universal.labels}
    assert pack.profile is not None
    assert pack.abbreviations


def test_an_unknown_language_is_refused_with_those_that_exist() -> None:
    with pytest.raises(ConfigError, match=r"no language 'ger'. .*Known: auto, de, en, es, pt"):
        load_pack("ger")


def test_a_repr_of_a_pack_is_short() -> None:
    assert repr(load_pack("de")) == "Pack(language='de')"


def pack_of(folder: Path) -> Pack:
    return Pack("qq", (load_pack("xx").folders[0], folder))


def test_two_rules_of_one_name_are_refused(write: Write, tmp_path: Path) -> None:
    write("patterns/a.toml", RULE.format(name="twin"))
    write("patterns/b.toml", RULE.format(name="twin"))
    with pytest.raises(ConfigError, match="Two rules have the name 'twin'"):
        _ = pack_of(tmp_path).rules


def test_a_folder_with_nothing_in_it_is_the_universal_language(tmp_path: Path) -> None:
    pack = pack_of(tmp_path)
    assert pack.rules == load_pack("xx").rules
    assert pack.profile is None
    assert pack.labels["PER"].display == "PERSON"


@pytest.mark.parametrize("name", ["settings.toml", "labels.toml"])
def test_a_broken_file_is_named(write: Write, tmp_path: Path, name: str) -> None:
    write(name, "= 5")
    pack = pack_of(tmp_path)
    with pytest.raises(ConfigError, match=f"{name} is not TOML in UTF-8"):
        _ = (pack.settings, pack.labels)


def test_rules_and_lists_load_without_the_modules_that_few_texts_need() -> None:
    program = """
import sys
from nescio.detect.gazetteer import GazetteerDetector
from nescio.detect.patterns import PatternDetector
from nescio.packs import load_pack
for language in ("en", "de", "pt", "es"):
    pack = load_pack(language)
    PatternDetector.build(pack, {}), GazetteerDetector.build(pack, {})
print([name for name in ("regex", "stdnum", "phonenumbers", "numpy.ma", "sqlite3") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

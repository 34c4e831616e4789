"""`docs/how-to/add-a-language.md`, followed literally, adds a fifth language; and it names every file."""

from __future__ import annotations

import re
import sys
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner

import nescio
from nescio.cli.app import app
from nescio.packs.dates import DateTable
from nescio.packs.grammar import GrammarTable
from nescio.packs.heads import NounRules
from nescio.packs.linking import _OWN
from nescio.packs.naming import _KEYS
from nescio.packs.pack import Pack
from nescio.packs.shape import KEY
from nescio.text.headwords import HeadRules
from tests.docs.blocks import ROOT
from tests.test_plugin import install

PAGE: Final = (ROOT / "docs" / "how-to" / "add-a-language.md").read_text(encoding="utf-8")
FILE: Final = re.compile(
    r"^`(?P<name>[\w./]+)`[^\n]*\n\n(?:<!--[^\n]*-->\n)?```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
FILES: Final = {match["name"]: match["text"] for match in FILE.finditer(PAGE)}
SENTENCE: Final = re.search(r"^> (.+)$", PAGE, re.MULTILINE)
RESULTS: Final = re.findall(r"^\| `(tag|substitute|generalize)` \| (.+?) \|$", PAGE, re.MULTILINE)


@pytest.fixture
def italian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package of the page, installed."""
    for name, text in FILES.items():
        path = tmp_path / (f"nescio_it/{name}" if name.startswith("it/") else name.removeprefix("src/"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    project = tomllib.loads(FILES["pyproject.toml"])["project"]
    install(tmp_path, project["name"].replace("-", "_"), project["entry-points"])
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "nescio_it", raising=False)
    return tmp_path / "nescio_it" / "it"


@pytest.mark.usefixtures("italian")
@pytest.mark.parametrize(("method", "expected"), RESULTS)
def test_the_language_of_the_page_anonymizes_its_sentence(method: str, expected: str) -> None:
    assert SENTENCE is not None
    assert nescio.load("it", method=method).anonymize(SENTENCE[1]).text == expected


def test_the_page_shows_every_method() -> None:
    assert [method for method, _ in RESULTS] == ["tag", "substitute", "generalize"]


@pytest.mark.usefixtures("italian")
def test_the_language_is_listed_and_its_settings_are_shown() -> None:
    listed = CliRunner().invoke(app, ["doctor"])
    assert listed.exit_code == 0, listed.stderr
    assert "ok it " in listed.stdout
    shown = CliRunner().invoke(app, ["config", "show", "it"])
    assert shown.exit_code == 0
    assert "it/settings.toml" in shown.stdout


def test_every_value_of_the_new_pack_can_be_read(italian: Path) -> None:
    from nescio.packs import load_pack

    pack = load_pack("it")
    names = [
        name
        for name in vars(Pack)
        if not name.startswith("_") and name not in ("find_other", "other", "keep")
    ]
    values = {name: getattr(pack, name) for name in names}
    assert values["grammar"].contractions[0].forms["sf"] == "alla"
    assert values["lent"]
    assert pack.folders[-1] == italian


def test_every_file_of_the_shipped_languages_is_on_the_page() -> None:
    languages = Path(nescio.__file__).parent / "languages"
    paths = [
        path for path in languages.glob("*/**/*.*") if path.is_file() and "__pycache__" not in path.parts
    ]
    files = {path.relative_to(languages).parts[1:] for path in paths}
    groups = {parts for parts in files if parts[0] in ("patterns", "cases", "lists", "policies")}
    missing = [parts for parts in sorted(files - groups) if parts[-1] not in PAGE]
    assert missing == []
    assert {parts[0] for parts in groups if f"`{parts[0]}/*." not in PAGE} == set()


def test_every_key_of_the_typed_files_is_on_the_page() -> None:
    kinds = (GrammarTable, HeadRules, NounRules, DateTable)
    keys = {item.metadata.get(KEY, item.name) for kind in kinds for item in fields(kind)} - {"splitter"}
    keys |= {*_OWN, *(f"{table}.{key}".lstrip(".") for table, names in _KEYS.items() for key in names)}
    assert sorted(key for key in keys if f"`{key}`" not in PAGE) == []

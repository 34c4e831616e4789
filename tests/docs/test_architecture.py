"""Every path that docs/architecture.md names is there, and every folder of the source is described."""

from __future__ import annotations

import re
import tomllib
from typing import Final

import pytest

from tests.docs.blocks import ROOT

PAGE: Final = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SOURCE: Final = ROOT / "src" / "nescio"
TOP: Final = ("docs", "tests", "bench", "tools", "corpus")
PATH: Final = re.compile(r"`([\w<>*.-]*(?:/[\w<>*.-]+)*/?)`")
ENDS: Final = (".py", ".toml", ".txt", ".tsv", ".jsonl", ".md", "/", "Makefile")
LANGUAGES: Final = ("de", "en", "es", "pt")


def paths() -> list[str]:
    found = [name for name in PATH.findall(PAGE) if name.endswith(ENDS) and name not in ("stage.py",)]
    return sorted(set(found))


def is_there(name: str) -> bool:
    """Whether the place exists; `<code>` stands for a language, and one that has it is enough."""
    base = ROOT if name.split("/")[0] in TOP or (ROOT / name).is_file() else SOURCE
    names = [name.replace("<code>", code) for code in LANGUAGES] if "<code>" in name else [name]
    return any(any(base.glob(item.rstrip("/"))) for item in names)


def test_the_page_names_paths() -> None:
    assert len(paths()) > 60


@pytest.mark.parametrize("name", paths())
def test_every_path_is_there(name: str) -> None:
    assert is_there(name)


def test_every_folder_is_described() -> None:
    folders = {path.parent for path in SOURCE.rglob("*.py")} | {SOURCE / "languages", SOURCE / "models"}
    folders |= {SOURCE / "learn" / "recipes"}
    names = {folder.relative_to(SOURCE).as_posix() for folder in folders if folder != SOURCE}
    assert {name for name in names if f"`{name}/`" not in PAGE} == set()


def test_every_file_beside_the_folders_is_described() -> None:
    files = {path.name for path in SOURCE.glob("*.py") if not path.name.startswith("__")}
    assert {name for name in files if f"`{name}`" not in PAGE} == set()


def test_the_layers_are_those_of_the_contract() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    layers = tools["importlinter"]["contracts"][0]["layers"]
    shown = PAGE.partition("## Who may import whom")[2].partition("```text\n")[2].partition("```")[0]
    assert [line.partition("   ")[0] for line in shown.splitlines()] == layers


def test_there_are_twenty_changes_and_more() -> None:
    assert len(re.findall(r"^\| \d+ \| ", PAGE, re.MULTILINE)) >= 20

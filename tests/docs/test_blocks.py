"""Every block of code in the documentation is run; what cannot be run says why.

A block is left out by a line `<!-- not run: reason -->` right before it.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import shutil
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

import nescio
from nescio.cli.app import app
from nescio.config import read_user_file
from nescio.packs import Packs
from nescio.registry import Registry
from tests.docs.blocks import ROOT, Block, all_blocks, blocks_of, pages

# Kinds that nobody runs; code has the kind python or console, so that none slips through.
PASSIVE: Final = {"", "text", "csv", "toml", "json", "markdown", "mermaid", "js", "java"}
# A comment behind a print that shows a placeholder says what is printed.
SHOWN: Final = re.compile(r"print\(.*\)\s+# (.*\[[A-ZÀ-Ý_-]+\d+\].*)$", re.MULTILINE)
ROW: Final = re.compile(r"^\| (\w\w) \| (.+?) \| (.+?) \|$", re.MULTILINE)

PYTHON: Final = all_blocks("python")
CONSOLE: Final = all_blocks("console")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like the project to a reader, in which output does no harm."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_block_has_a_kind_that_is_known_here() -> None:
    blocks = [block for path in pages() for block in blocks_of(path)]
    strange = [f"{b.place}: {b.kind}" for b in blocks if b.kind not in PASSIVE | {"python", "console"}]
    assert not strange, "write ```python or ```console, or one of the kinds that are not run"


def test_readme_has_code_to_run() -> None:
    assert "README.md" in PYTHON
    assert "README.md" in CONSOLE


@pytest.mark.parametrize("page", PYTHON)
def test_python_blocks_run_in_their_order(page: str, desk: Path) -> None:
    names: dict[str, Any] = {"__name__": "docs"}
    for block in PYTHON[page]:
        printed = io.StringIO()
        code = compile("\n" * block.line + block.content, page, "exec")
        with contextlib.redirect_stdout(printed):
            exec(code, names)  # noqa: S102 - that is the test
        for shown in SHOWN.findall(block.content):
            assert shown in printed.getvalue().splitlines(), f"{block.place} prints something else"


@pytest.mark.slow
@pytest.mark.parametrize("page", CONSOLE)
def test_console_commands_run_in_their_order(page: str, desk: Path) -> None:
    for block in CONSOLE[page]:
        commands = [line.removeprefix("$ ") for line in block.content.splitlines() if line.startswith("$ ")]
        assert commands, f"{block.place}: a console block has lines that begin with `$ `"
        for command in commands:
            _run(command, block)


def _run(command: str, block: Block) -> None:
    """One `nescio` command, also behind `cat FILE |`, `echo TEXT |` or with `> FILE`."""
    words = shlex.split(command, comments=True)
    given = b""
    if "|" in words:
        words, given = _feed(words, block)
    if ">" in words:
        words = words[: words.index(">")]
    assert words[0] == "nescio", (
        f"{block.place}: {words[0]!r} is not run here; mark the block <!-- not run: … -->"
    )
    result = CliRunner().invoke(app, words[1:], input=given)
    assert result.exit_code == 0, f"{block.place}: {command!r} ended with {result.exit_code}: {result.stderr}"


def _feed(words: list[str], block: Block) -> tuple[list[str], bytes]:
    bar = words.index("|")
    source, rest = words[:bar], words[bar + 1 :]
    if source[0] == "cat":
        return rest, b"".join(Path(name).read_bytes() for name in source[1:])
    assert source[0] == "echo", f"{block.place}: only `cat` and `echo` are known before `| nescio`"
    return rest, " ".join(source[1:]).encode() + b"\n"


def test_configurations_can_be_read(tmp_path: Path) -> None:
    packs = Packs.installed()
    for page, blocks in all_blocks("toml").items():
        for block in blocks:
            content = tomllib.loads(block.content)
            if not set(content) <= set(packs):
                continue  # a rule file or a piece of somebody's pyproject.toml
            path = tmp_path / f"{page.replace('/', '-')}-{block.line}.toml"
            path.write_text(block.content, encoding="utf-8")
            read_user_file(path, packs, dialects=Registry.installed().dialects)


def test_json_blocks_are_json() -> None:
    for blocks in all_blocks("json").values():
        for block in blocks:
            try:
                json.loads(block.content)
            except json.JSONDecodeError:  # one object per line
                for line in block.content.splitlines():
                    json.loads(line)


@pytest.mark.slow
def test_readme_table_shows_what_nescio_does() -> None:
    rows = ROW.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert {language for language, _, _ in rows} == {"en", "de", "pt", "es"}
    made = [(code, before, nescio.anonymize(before, language=code).text) for code, before, _ in rows]
    assert made == rows

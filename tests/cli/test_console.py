"""What a terminal cannot write is marked: no help page and no table ends in an error because of a letter."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator

import pytest
import typer

from nescio.cli.app import app

PROGRAM = typer.main.get_command(app)


def paths(command: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command, and the commands of groups."""
    yield path
    for name, inner in getattr(command, "commands", {}).items():
        yield from paths(inner, (*path, name))


def shown(monkeypatch: pytest.MonkeyPatch, *args: str) -> str:
    """What a command writes where the system knows ASCII alone: PYTHONIOENCODING=ascii."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    with pytest.raises(SystemExit) as ended:
        PROGRAM.main(list(args), prog_name="nescio")
    stream.flush()
    assert ended.value.code == 0
    return stream.buffer.getvalue().decode("ascii")  # type: ignore[attr-defined]  # bytes in the memory


@pytest.mark.parametrize("path", list(paths(PROGRAM)), ids=" ".join)
def test_help_is_shown_where_only_ascii_is(path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Usage: nescio" in shown(monkeypatch, *path, "--help")


def test_a_table_is_shown_where_only_ascii_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "replace.default" in shown(monkeypatch, "config", "show", "de")

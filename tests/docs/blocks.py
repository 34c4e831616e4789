"""The fenced blocks of the documentation."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
_FENCE: Final = re.compile(r"^(?P<indent> *)```(?P<kind>[\w+-]*)[^`]*$")
_NOT_RUN: Final = re.compile(r"^ *<!-- not run: \S.* -->\s*$")


class Block(NamedTuple):
    """A fenced block: what it is, what is in it, and where; `not_run` was said with a reason."""

    page: str
    line: int
    kind: str
    content: str
    not_run: bool

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    """Everything that a reader may copy code from."""
    return [path for where in ("*.md", "docs/**/*.md", "examples/*.md") for path in sorted(ROOT.glob(where))]


def blocks_of(path: Path) -> Iterator[Block]:
    """The blocks of a page in their order; one that is not closed is an error."""
    page = path.relative_to(ROOT).as_posix()
    lines = path.read_text(encoding="utf-8").splitlines()
    opened: tuple[int, str] | None = None
    for number, line in enumerate(lines, 1):
        match = _FENCE.match(line)
        if match is None:
            continue
        if opened is None:
            opened = number, match["kind"]
            continue
        first, kind = opened
        content = textwrap.dedent("\n".join(lines[first : number - 1])) + "\n"
        marked = first > 1 and _NOT_RUN.match(lines[first - 2]) is not None
        yield Block(page, first, kind, content, marked)
        opened = None
    assert opened is None, f"{page}:{opened} is not closed"


def all_blocks(kind: str) -> dict[str, list[Block]]:
    """The blocks of one kind by page, those left out that say why they are not run."""
    found: dict[str, list[Block]] = {}
    for path in pages():
        for block in blocks_of(path):
            if block.kind == kind and not block.not_run:
                found.setdefault(block.page, []).append(block)
    return found

"""What the benches share: where the corpora lie, and a table on the screen and, if asked, in a file."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path


def arguments(about: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--out", type=Path, help="also write the table to this file")
    return parser


def corpora() -> Path:
    """The folder NESCIO_DATA; without it there is nothing to measure."""
    if "NESCIO_DATA" not in os.environ:
        sys.exit("Set NESCIO_DATA to the folder of the corpora.")
    return Path(os.environ["NESCIO_DATA"])


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def publish(text: str, out: Path | None) -> None:
    print(text, end="")
    if out is not None:
        out.write_text(text, encoding="utf-8")

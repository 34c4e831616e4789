"""What all benches share: their options, where the corpora lie, tables, and where results are written."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
RESULTS = ROOT / "bench" / "results"
LANGUAGES = ("en", "de", "pt", "es")


def make_parser(about: str | None) -> argparse.ArgumentParser:
    """The options that every bench has; a bench adds its own."""
    first, _, rest = (about or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=first, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, help="write here instead of below bench/results")
    return parser


def corpora() -> Path:
    """The folder NESCIO_DATA; without it there is nothing to measure."""
    folder = Path(os.environ.get("NESCIO_DATA") or "/nowhere")
    if not folder.is_dir():
        sys.exit("Set NESCIO_DATA to the folder of the corpora.")
    return folder


def settings_of(script: str) -> dict[str, Any]:
    """The TOML file that stands beside a script under the same name."""
    import tomllib  # not on top: a bench of start-up time imports this module too

    return tomllib.loads(Path(script).with_suffix(".toml").read_text(encoding="utf-8"))


def example(language: str) -> list[str]:
    """The example texts of a language."""
    return [path.read_bytes().decode() for path in sorted((EXAMPLES / language).glob("*.txt"))]


def sample(language: str, size: int) -> str:
    """The example texts of a language, again and again, up to so many characters."""
    text = "\n\n".join(example(language))
    return (text * (size // len(text) + 1))[:size]


def row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table."""
    return [row(head), "|---" * len(head) + "|", *map(row, rows)]


def say(line: str) -> None:
    """Tell how far a long run is, apart from its results."""
    print(line, file=sys.stderr, flush=True)


def publish(script: str, lines: Iterable[str], *, output: Path | None, figures: Any = None) -> None:
    """Write `bench/results/<purpose>/<script>.md`, and the figures beside it as JSON; say where."""
    path = output or RESULTS / Path(script).parent.name / f"{Path(script).stem}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")
    if figures is not None:
        path.with_suffix(".json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    inside = path.resolve().is_relative_to(ROOT)
    print(f"wrote {path.resolve().relative_to(ROOT) if inside else path}")

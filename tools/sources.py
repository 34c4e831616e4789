"""Where all tools find their sources, and where they say what they wrote."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKS = ROOT / "src" / "nescio" / "languages"
LANGUAGES = ("en", "de", "pt", "es")
WORDNET = Path(os.environ.get("NESCIO_WORDNET", "/usr/share/wordnet"))  # Debian's wordnet-base


def target() -> Path:
    """The folder of packs to write to: this repository's, or NESCIO_TARGET to try something out."""
    return Path(os.environ.get("NESCIO_TARGET", PACKS))


def lexical_files() -> Path:
    """The folder NESCIO_LEX."""
    lex = Path(os.environ.get("NESCIO_LEX", ""))
    if not (lex / "pt_nouns.morphobr.tsv").is_file():
        sys.exit("Set NESCIO_LEX to the folder with the lexical files.")
    return lex


def corpora() -> Path:
    """The folder NESCIO_DATA."""
    folder = Path(os.environ.get("NESCIO_DATA") or "/nowhere")
    if not folder.is_dir():
        sys.exit("Set NESCIO_DATA to the folder of the corpora.")
    return folder


def need_wordnet() -> None:
    if not (WORDNET / "data.noun").is_file():
        sys.exit("Install Debian's wordnet-base, or set NESCIO_WORDNET to a folder with its files.")


def wrote(path: Path, what: str = "") -> None:
    """One line for each file that was written."""
    inside = path.resolve().is_relative_to(ROOT)
    shown = path.resolve().relative_to(ROOT) if inside else path
    print(f"wrote {shown}" + (f": {what}" if what else ""))

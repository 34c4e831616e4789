"""Judges nescio as it ships on documents of daily life: what it hides, leaks, mixes up, how the rest reads.

The folder is `corpus/dev`, or the one that is given, or the one that NESCIO_WRITING names. No text is shown
or written unless `--read` says that these documents may be read. docs/reference/corpus.md says what each
figure means.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.quality.writing.coverage import coverage
from bench.quality.writing.documents import JudgedText, fingerprint, read, run
from bench.quality.writing.figures import Portion, read_before, to_json
from bench.quality.writing.identities import identities
from bench.quality.writing.leaks import leaks
from bench.quality.writing.page import page
from bench.quality.writing.people import people
from bench.quality.writing.prose import prose
from bench.quality.writing.readme import README, with_figures
from bench.quality.writing.sheet import lines, main_rows
from bench.reporting import RESULTS, ROOT, make_parser, publish, say, table
from tools.corpus import CORPUS

DEV = CORPUS / "dev"
SEALED = (CORPUS / "sealed", CORPUS / "sealed2")
OWN = RESULTS / "quality" / "writing.md"
BEFORE = RESULTS / "quality" / "writing.before.json"


def judge(items: Sequence[JudgedText]) -> dict[str, Portion]:
    """Every figure by its name."""
    parts = (coverage, leaks, identities, people, prose)
    return {name: share for part in parts for name, share in part(items).items()}


def _wish() -> Any:
    parser = make_parser(__doc__)
    named = os.environ.get("NESCIO_WRITING")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(named) if named else DEV)
    parser.add_argument("--before", type=Path, default=BEFORE, help="figures of an earlier run, as JSON")
    parser.add_argument(
        "--read", action="store_true", help="show faults in context on the page: it holds text then"
    )
    return parser.parse_args()


def _holds_sealed(folder: Path) -> bool:
    return any(folder.is_relative_to(sealed) or sealed.is_relative_to(folder) for sealed in SEALED)


def main() -> None:
    wish = _wish()
    folder: Path = wish.folder
    if wish.read and _holds_sealed(folder.resolve()):
        sys.exit(f"{folder} is sealed: it is scored, and read by nobody. Leave --read away.")
    is_own = folder.resolve() == DEV and not wish.read
    output = wish.output or (OWN if is_own else ROOT / "out" / "quality" / f"writing-{folder.name}.md")
    docs = read(folder)
    say(f"{len(docs)} documents")
    items = run(docs)
    figures = judge(items)
    mark = fingerprint(docs)
    before = read_before(wish.before, mark)
    title = f"nescio on {len(docs):,} documents of daily life ({folder.name})"
    words = "now" if not before else "before (an earlier run over the same documents) and now"
    about = [
        f"`python -m bench.quality.writing`; shares {words}. How to read them: docs/reference/corpus.md."
    ]
    kept = {"folder": folder.name, "documents": len(docs), "fingerprint": mark, "figures": to_json(figures)}
    publish(__file__, lines(title, about, figures, before), output=output, figures=kept)
    html = output.with_suffix(".html")
    html.write_text(page(title, about, figures, before, items if wish.read else []), encoding="utf-8")
    if is_own and output == OWN:
        README.write_text(with_figures(README.read_text(encoding="utf-8"), figures), encoding="utf-8")
    print("\n".join(table(("", "before", "now", "counts"), main_rows(figures, before))))


if __name__ == "__main__":
    main()

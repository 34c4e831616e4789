"""nescio's main figures in the README, written from a run so that they cannot disagree with it."""

from __future__ import annotations

import re

from bench.quality.writing.figures import Figures
from bench.quality.writing.sheet import MAIN
from bench.reporting import ROOT, table

README = ROOT / "README.md"
_PLACE = re.compile(r"(<!-- writing -->\n).*(?=<!-- end of writing -->)", re.DOTALL)
_SHOWN = 11  # of the main figures


def with_figures(content: str, figures: Figures) -> str:
    """The README with the figures of a run."""
    return _PLACE.sub(lambda match: match[1] + "\n".join(shown(figures)) + "\n", content)


def shown(figures: Figures) -> list[str]:
    rows = ([words, str(figures[name]), f"{figures[name].whole:,}"] for words, name in MAIN[:_SHOWN])
    return table(("`corpus/dev`, default settings", "share", "of"), rows)

"""Is it true what the workbench says is left to check? Promised and true recall on marked documents.

The promise is made for each document from the probabilities of the detectors. True is what people marked.
Then the likeliest misses are read in the order of the workbench, and what that finds is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.reporting import ROOT, make_parser, publish, table
from nescio import Document, Job, load
from nescio.core.stretches import Stretches
from nescio.evaluate.model import Annotation
from nescio.evaluate.read.files import read_annotations
from nescio.workbench.reading import left_to_check, suspects

ABOUT = (
    "Share of the marked mentions that are hidden, all labels. A mention counts as hidden or found if it is "
    "touched. Of `dev` thresholds know; `hard5` and `daily5` trained no detector, the width of the range was "
    "chosen on them."
)
FOLDERS = ("dev", "train/hard5", "train/daily5")
READ = (5, 10, 20)  # how many of the likeliest misses of a document are read


class Checked(NamedTuple):
    """One document: what was promised, and what is true."""

    promised: float
    low: float
    high: float
    marked: int
    hidden: int
    found_by_reading: tuple[int, ...]  # marked mentions among the first so many likeliest misses


def main() -> None:
    wish = make_parser(__doc__).parse_args()
    rows = [line for folder in FOLDERS for line in _rows(folder)]
    head = ["documents", "number", "promised", "true", "true lies in the range", "the same, below it",
            *(f"true after reading {number}" for number in READ)]  # fmt: skip
    lines = ["# What the workbench says is left to check", "", ABOUT, "", *table(head, rows)]
    publish(__file__, lines, output=wish.output)


def _rows(folder: str) -> Iterator[list[str]]:
    annotations = list(read_annotations(ROOT / "corpus" / Path(folder)))
    checked = [item for language in sorted({a.language or "" for a in annotations})
               for item in _check(language, [a for a in annotations if a.language == language])]  # fmt: skip
    marked = sum(item.marked for item in checked)
    hidden = sum(item.hidden for item in checked)
    promised = sum(item.promised * item.marked for item in checked) / marked
    true = [(item, item.hidden / item.marked) for item in checked if item.marked]
    inside = sum(item.low <= share <= item.high for item, share in true) / len(true)
    below = sum(share < item.low for item, share in true) / len(true)
    after = (sum(item.found_by_reading[place] for item in checked) for place in range(len(READ)))
    shares = [promised, hidden / marked, inside, below, *((hidden + found) / marked for found in after)]
    yield [f"`corpus/{folder}`", str(len(checked)), *(f"{share:.3f}" for share in shares)]


def _check(language: str, annotations: Sequence[Annotation]) -> Iterator[Checked]:
    jobs = load(language).run([Job(Document(a.id, a.text or "", language)) for a in annotations])
    for annotation, job in zip(annotations, jobs, strict=True):
        spans = list(job.spans or ())
        missed = suspects(job, spans)
        promise = left_to_check([(entity, False) for entity in job.entities or ()], (), missed)
        hidden = Stretches(spans)
        open_ = [m for m in annotation.mentions if not any(True for _ in hidden.touching(m.start, m.end))]
        likeliest = sorted(missed, key=lambda item: (-item.chance, item.start))
        found = tuple(
            sum(any(m.start < item.end and item.start < m.end for item in likeliest[:number]) for m in open_)
            for number in READ
        )
        marked = len(annotation.mentions)
        low, high = promise["range"]
        yield Checked(promise["recall"], low, high, marked, marked - len(open_), found)


if __name__ == "__main__":
    main()

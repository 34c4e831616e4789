"""Real PDFs: a run that hides nothing, and one that hides a word of each.

Reads the folder NESCIO_DOCUMENTS. The word is one that PDFium reads; it is hidden wherever it stands. A file
is not written if the second reader still finds the word; other text has changed if PDFium reads anything else
differently. What differs on the pictures of its pages is counted in pixels.
"""

from __future__ import annotations

import os
import random
import re
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import pypdfium2 as pdfium

from bench.reporting import make_parser, publish, table
from nescio.core.contents import REFUSED
from nescio.core.errors import NescioError
from nescio.formats.document import Wishes
from nescio.formats.pdf.checking import page_text
from nescio.formats.pdf.format import PdfFormat, open_pdf_file

_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_NEW: Final = "[PERSON1]"
_BLANK: Final = re.compile("[\\s\ufffe\x02\xad\ufffd-]")
_MOST_PIXELS: Final = 0.01


class Tried(NamedTuple):
    """What became of one file."""

    name: str
    outcome: str  # written, or why not
    words: bool
    same_text: bool = True
    pixels: float = 0.0
    left: bool = False
    whole: bool = True
    seconds: float = 0.0


def _pages(data: bytes) -> list[str] | None:
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError:
        return None
    try:
        return [page_text(document, number) for number in range(len(document))]
    finally:
        document.close()


def _difference(before: bytes, after: bytes) -> float:
    """The largest share of a page's pixels that differ."""
    one, two = pdfium.PdfDocument(before), pdfium.PdfDocument(after)
    worst = 0.0
    for number in range(min(len(one), 20)):
        try:
            first, second = (document[number].render(scale=1).to_numpy() for document in (one, two))
        except (pdfium.PdfiumError, ValueError):  # a page that PDFium cannot draw
            continue
        worst = max(worst, 1.0 if first.shape != second.shape else float(np.mean(first != second)))
    return worst


def try_file(path: Path) -> Tried:
    data = path.read_bytes()
    seen = _pages(data)
    words = sorted(set(_WORD.findall(" ".join(seen or ()))))
    start = time.perf_counter()
    try:
        opened = open_pdf_file(data, Wishes())
        if reasons := [part.why for part in opened.parts if part.outcome == REFUSED]:
            return Tried(path.name, reasons[0], bool(words))
        texts = [piece.text for piece in opened.pieces]
        same = opened.write(texts)
        tried = Tried(path.name, "written", bool(words))
        if seen is not None:
            tried = tried._replace(same_text=_pages(same) == seen, pixels=_difference(data, same))
        if not words:
            return tried
        word = random.Random(path.name).choice(words)  # noqa: S311
        out = opened.write([re.sub(re.escape(word), _NEW, text, flags=re.IGNORECASE) for text in texts])
        if any(PdfFormat(Wishes()).residues(out, [word])):
            return tried._replace(outcome="the second reader still found the word")
    except NescioError as error:
        return Tried(path.name, str(error), bool(words))
    left = _squeezed(_pages(out)).replace(_NEW, "")
    return tried._replace(
        left=word in left,
        whole=left == re.sub(re.escape(word), "", _squeezed(seen), flags=re.IGNORECASE),
        seconds=time.perf_counter() - start,
    )


def _squeezed(pages: list[str] | None) -> str:
    return _BLANK.sub("", "".join(pages or ()))


def _rows(found: list[Tried]) -> list[list[str]]:
    written = [tried for tried in found if tried.outcome == "written"]
    worded = [tried for tried in found if tried.words]
    hidden = [tried for tried in written if tried.words]
    return [
        ["files", str(len(found))],
        ["with a word to hide", str(len(worded))],
        ["of these written", f"{len(hidden)} ({len(hidden) / max(len(worded), 1):.1%})"],
        ["of all written", f"{len(written)} ({len(written) / max(len(found), 1):.1%})"],
        ["nothing hidden: text differs", str(sum(not tried.same_text for tried in written))],
        [
            "nothing hidden: more than 1 % of pixels differ",
            str(sum(t.pixels > _MOST_PIXELS for t in written)),
        ],
        ["a word hidden: still read in a file written", str(sum(tried.left for tried in hidden))],
        ["a word hidden: other text changed", str(sum(not tried.whole for tried in hidden))],
    ]


def main() -> None:
    parser = make_parser(__doc__)
    options = parser.parse_args()
    folder = Path(os.environ.get("NESCIO_DOCUMENTS") or "/nowhere")
    if not folder.is_dir():
        sys.exit("Set NESCIO_DOCUMENTS to a folder of documents.")
    found = [try_file(path) for path in sorted(folder.glob("*.pdf"))]
    reasons = Counter(re.sub(r"\d+", "n", tried.outcome) for tried in found if tried.outcome != "written")
    lines = ["# Real PDFs", "", *table(["", ""], _rows(found)), "", "Why files are not written:", ""]
    lines += table(["reason", "files"], [[reason, str(count)] for reason, count in reasons.most_common()])
    publish(__file__, lines, output=options.output)


if __name__ == "__main__":
    main()

"""What becomes of real documents: unchanged where nothing is hidden, without a trace of a word that is.

Reads the folder NESCIO_DOCUMENTS, files of any format that is installed. Of each file: is it as it was if
nothing is hidden; one word of its text is hidden, and then it is looked for by a reader of its own; and is
the text the same again after the way back. Nothing of the documents is kept but figures; `--show` names
files that are refused. The table goes into docs/documents.md.
"""

from __future__ import annotations

import os
import random
import re
import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.reporting import ROOT, make_parser, row, say, table
from nescio.core.errors import NescioError
from nescio.core.model import Job, Solution
from nescio.formats.document import DocumentFormat
from nescio.formats.mail.words import known_headers
from nescio.formats.second_reader import find_residues
from nescio.run.formats import Formats
from nescio.run.opening import Terms, open_anonymizer
from nescio.run.restore import solved
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table

PAGE = ROOT / "docs" / "documents.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
README = "README.md"  # of the folder
_IMAGE = "is only an image"  # a scan, which holds no text for anybody but the eye
_MARKS = "".join(char for char in map(chr, range(0x300, 0x2000)) if unicodedata.category(char)[0] == "M")
# In some scripts a word has marks within it: what stands between two of them is none.
_WORD = re.compile(rf"(?<![\w{_MARKS}])[^\W\d_]{{5,14}}(?![\w{_MARKS}])")
_WISHES = {"allow_unknown_parts": True, "drop_macros": True}
HEAD = (
    "format",
    "files",
    "unreadable",
    "same if nothing is hidden",
    "written",
    "more if parts may go",
    "left",
    "back",
    "crashes",
)


@dataclass
class FormatFigures:
    """What became of the files of one format."""

    files: int = 0
    unreadable: int = 0  # damaged, encrypted, of another kind
    read: int = 0
    same: int = 0
    written: int = 0
    refused: int = 0
    wished: int = 0  # of those refused: written if the user lets macros and unknown parts go
    without_words: int = 0
    left: int = 0  # files written in which the word still is
    back: int = 0
    crashes: int = 0
    seconds: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)

    def row(self, name: str) -> list[str]:
        tried = self.written + self.refused
        share = f"{self.written} of {tried} ({self.written / max(1, tried):.0%})"
        same = f"{self.same} of {self.read}"
        return [name, str(self.files), str(self.unreadable), same, share, str(self.wished), str(self.left),
                f"{self.back} of {self.written}", str(self.crashes)]  # fmt: skip


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("formats", nargs="*", help="suffixes; without one all that are installed")
    parser.add_argument(
        "--show", action="store_true", help="name the files that are refused, with the reason"
    )
    args = parser.parse_args()
    folder = Path(os.environ.get("NESCIO_DOCUMENTS") or "/nowhere")
    if not folder.is_dir():
        sys.exit("Set NESCIO_DOCUMENTS to a folder with documents.")
    plain = open_anonymizer("en", policy="listed")
    known = Formats.of_anonymizer(plain)
    lenient = Formats.of_anonymizer(plain, documents=_WISHES)
    figures: dict[str, FormatFigures] = {}
    for path in sorted(folder.iterdir()):
        suffix = path.suffix.lower().removeprefix(".")
        if path not in known or path.name == README or (args.formats and suffix not in args.formats):
            continue
        began = time.perf_counter()
        of = figures.setdefault(suffix, FormatFigures())
        refused = of.refused
        _try(path, known, of, show=args.show)
        if of.refused > refused:
            again = FormatFigures()
            _try(path, lenient, again, show=False)
            of.wished += again.written
            of.left += again.left
        of.seconds += time.perf_counter() - began
    rows, reasons = _report(figures)
    _write_page(rows, reasons)
    print("\n".join([*rows.values(), *reasons]))


def _try(path: Path, formats: Formats, of: FormatFigures, *, show: bool) -> None:
    of.files += 1
    data = path.read_bytes()
    try:
        jobs = formats.read(path, data, name=path.name)
    except NescioError as error:
        # What nobody could read is no fault of the format; a part that it does not know is.
        why = str(error)
        is_unknown = (
            why.startswith("It cannot be made safe")
            and "XML part is damaged" not in why
            and _IMAGE not in why
        )
        of.unreadable += not is_unknown
        of.refused += is_unknown
        _refused(of, path, str(error), show=show)
        return
    of.read += 1
    try:
        _hide_nothing(path, data, jobs, formats, of)
        _hide_a_word(path, data, jobs, formats, of)
    except NescioError as error:
        of.refused += 1
        _refused(of, path, str(error), show=show)
    except Exception as error:
        of.crashes += 1
        say(f"{path.name}: {type(error).__name__}: {error}")


def _refused(of: FormatFigures, path: Path, why: str, *, show: bool) -> None:
    of.reasons[why] += 1
    if show:
        say(f"{path.name}: {why}")


def _hide_nothing(path: Path, data: bytes, jobs: Sequence[Job], formats: Formats, of: FormatFigures) -> None:
    done = open_anonymizer("en", policy="listed").run(jobs) if not of.same else _untouched(jobs)
    written = formats.write(path, formats.settled(path, done, data=data), data=data)
    of.same += written == data


def _untouched(jobs: Sequence[Job]) -> list[Job]:
    """What a run that hides nothing makes of jobs; one of each format is really run."""
    return [replace(job, solution=Solution(job.document.text)) for job in jobs]


def _hide_a_word(path: Path, data: bytes, jobs: Sequence[Job], formats: Formats, of: FormatFigures) -> None:
    word = _chosen(jobs, path.name)
    if word is None:
        of.without_words += 1
        return
    done = open_anonymizer("en", policy="listed", terms=Terms(hide=[word])).run(jobs)
    settled = formats.settled(path, done, data=data)
    written = formats.write(path, settled, data=data)
    of.written += 1
    made = formats.find(path, data)
    look = made.residues if isinstance(made, DocumentFormat) else find_residues
    is_left = any(look(written, [word]))
    of.left += is_left
    if is_left:
        say(f"{path.name}: something is left")
    try:
        of.back += _leads_back(path, jobs, settled, written, formats)
    except NescioError as error:
        say(f"{path.name}: no way back: {error}")


def _leads_back(
    path: Path, jobs: Sequence[Job], settled: Sequence[Job], written: bytes, formats: Formats
) -> bool:
    restored = []
    for again, job in zip(formats.read(path, written, name=path.name), settled, strict=True):
        restored.append(solved(again, reidentify(again.document.text, make_table(job))))
    back = formats.read(path, formats.write(path, restored, data=written), name=path.name)
    # Where the words of a PDF end is told from gaps, which a new text changes.
    texts, again = ([job.document.text for job in found] for found in (jobs, back))
    if path.suffix != ".pdf":
        return again == texts
    # What another reader makes of letters is no text of the document; a new font has none of that.
    shown = [[job.document.text[: _end(job)] for job in found] for found in (jobs, back)]
    return _letters(shown[0]) == _letters(shown[1])


def _letters(texts: Sequence[str]) -> str:
    return "".join("".join(texts).split())


def _chosen(jobs: Sequence[Job], name: str) -> str | None:
    """A word of the text, the same at every run; one that the format itself uses would prove nothing."""
    found = {word for job in jobs for word in _WORD.findall(job.document.text[: _end(job)])}
    words = sorted(word for word in found if word.lower() not in known_headers())
    return random.Random(name).choice(words) if words else None  # noqa: S311


def _end(job: Job) -> int:
    return int(job.document.meta.get("prose", len(job.document.text)))


def _report(figures: dict[str, FormatFigures]) -> tuple[dict[str, str], list[str]]:
    """A row for each format, and why files of it were refused."""
    rows = {name: row(of.row(name)) for name, of in sorted(figures.items())}
    reasons = [f"- {name}, {n}: {why}" for name in rows for why, n in figures[name].reasons.most_common()]
    return rows, reasons


def _write_page(rows: Mapping[str, str], reasons: Sequence[str]) -> None:
    """The figures into the page, between their marks; those of formats that were not tried stay."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    old, _, after = rest.partition(END)
    lines = old.strip().splitlines()
    kept = {line.split("|")[1].strip(): line for line in lines[2:] if line.startswith("| ")}
    told = [line for line in lines if line.startswith("- ") and line[2:].partition(",")[0] not in rows]
    every = {**kept, **rows}
    head = table(HEAD, [])
    found = [*head, *(every[name] for name in sorted(every)), "", *sorted([*told, *reasons])]
    PAGE.write_text("\n".join([f"{before}{BEGIN}", *found, f"{END}{after}"]), encoding="utf-8")


if __name__ == "__main__":
    main()

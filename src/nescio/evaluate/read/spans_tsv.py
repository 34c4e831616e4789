"""TSV of spans, as `nescio detect` prints it: document, start, end, label, score, source, text."""

from __future__ import annotations

from collections.abc import Iterable

from nescio.evaluate.model import Annotation, Mark, wrong


def is_span_row(line: str) -> bool:
    fields = line.rstrip("\r\n").split("\t")
    return len(fields) >= 4 and fields[1].isdecimal() and fields[2].isdecimal()


def read_span_rows(lines: Iterable[str], file: str) -> list[Annotation]:
    """The rows of each document together; the file holds no text, so the other side must."""
    found: dict[str, list[Mark]] = {}
    first: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or (number == 1 and not is_span_row(line)):
            continue  # a heading
        if not is_span_row(line):
            raise wrong(
                file, number, "a row needs the columns document, start, end, label, with tabs between."
            )
        fields = line.rstrip("\r\n").split("\t")
        mention = Mark(int(fields[1]), int(fields[2]), fields[3], _score(fields), line=number)
        if mention.end < mention.start:
            raise wrong(file, number, f"the end {mention.end} is before the start {mention.start}.")
        found.setdefault(fields[0], []).append(mention)
        first.setdefault(fields[0], number)
    return [
        Annotation(name, None, tuple(mentions), file=file, line=first[name])
        for name, mentions in found.items()
    ]


def _score(fields: list[str]) -> float:
    try:
        return float(fields[4])
    except (IndexError, ValueError):
        return 1.0

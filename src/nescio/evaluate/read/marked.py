"""Marked text: documents whose references are marked in place, `⟦PER#p1|Ann Hale⟧`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from nescio.evaluate.model import Annotation, Mark, wrong

HEADING: Final = "### "
_FORM: Final = "'### id | language | genre'"
_MARK: Final = re.compile(r"⟦([A-Z_]+)#([\w-]+)\|([^⟦⟧]+)⟧|[⟦⟧]")
_OPENING: Final = "⟦".encode()


class _Part(NamedTuple):
    """A document as it is written: its heading, and its lines with the number of the first."""

    heading: str
    line: int
    lines: Sequence[str]


def is_marked(content: bytes) -> bool:
    """Whether a file is in this form: it begins with a heading, or something in it is marked."""
    return content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(HEADING.encode()) or _OPENING in content


def read_marked(lines: Sequence[str], file: str) -> list[Annotation]:
    """One annotation per heading; mentions with the same name in one document are one entity."""
    return [_read_document(part, file) for part in _parts(lines, file)]


def _parts(lines: Sequence[str], file: str) -> Iterator[_Part]:
    starts = [number for number, line in enumerate(lines) if line.startswith(HEADING)]
    before = starts[0] if starts else len(lines)
    stray = next((number for number in range(before) if lines[number].strip()), None)
    if stray is not None:
        raise wrong(file, stray + 1, f"a document of marked text begins with a line {_FORM}.")
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield _Part(lines[start], start + 1, lines[start + 1 : end])


def _read_document(part: _Part, file: str) -> Annotation:
    fields = [field.strip() for field in part.heading.removeprefix(HEADING).split("|")]
    if len(fields) != 3 or not all(fields):
        raise wrong(file, part.line, f"the heading of a document is {_FORM}, with all three.")
    name, language, genre = fields
    marked = "\n".join(line.removesuffix("\r") for line in part.lines)
    blank = len(marked) - len(marked.lstrip("\n"))
    text, mentions = _read_marks(marked.strip("\n"), file, part.line + 1 + blank)
    return Annotation(name, text, tuple(mentions), language=language, genre=genre, file=file, line=part.line)


def _read_marks(marked: str, file: str, line: int) -> tuple[str, list[Mark]]:
    """The text without its marks, and the mentions; `line` is where the text begins."""
    pieces: list[str] = []
    mentions: list[Mark] = []
    read = written = 0
    for match in _MARK.finditer(marked):
        line += marked.count("\n", read, match.start())
        label, entity, surface = match.groups()
        if surface is None:
            raise wrong(file, line, "a mark is ⟦LABEL#entity|surface⟧, without another one in it.")
        pieces += (marked[read : match.start()], surface)
        written += match.start() - read + len(surface)
        mentions.append(Mark(written - len(surface), written, label, entity=entity, line=line))
        line += surface.count("\n")
        read = match.end()
    pieces.append(marked[read:])
    return "".join(pieces), mentions

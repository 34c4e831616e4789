"""BIO and CoNLL columns, and TSV of token and class."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from nescio.evaluate.detokenize import join_sentences
from nescio.evaluate.model import Annotation, Mark, wrong

_TAG: Final = re.compile(r"([BIOESLU])-(\S+)")
_START: Final = frozenset("BSU")
_COMMENT: Final = re.compile(
    r"#\s*(newdoc\s+id|newdoc|id|doc_id|sent_id|text|global\.columns)\b\s*(?:=\s*(.*))?$"
)
_DOCSTART: Final = "-DOCSTART-"


class _TokenRow(NamedTuple):
    line: int
    token: str
    tag: str


@dataclass
class _TaggedPiece:
    """What stands between two marks of a document."""

    line: int
    id: str = ""
    sentences: list[list[_TokenRow]] = field(default_factory=list)


@dataclass(frozen=True)
class BioOptions:
    """How a column file without marks of documents is cut, and whether stray I- tags are accepted."""

    sentences: int = 1  # so many make one document
    repair: bool = False
    plain: bool = False  # tags without B- and I-: neighbours of one class are one mention


def read_bio(lines: Iterable[str], file: str, options: BioOptions) -> list[Annotation]:
    """Token in the first column, tag in the last; a blank line ends a sentence.

    Documents begin at `-DOCSTART-` or `# newdoc id = …`; a file without such marks is cut after
    every sentence, or after as many as the options say.
    """
    pieces, marked = _pieces(lines, file, options)
    if not marked:
        size = options.sentences
        sentences = [sentence for piece in pieces for sentence in piece.sentences]
        groups = [sentences[at : at + size] for at in range(0, len(sentences), size)]
        pieces = [_TaggedPiece(group[0][0].line, "", group) for group in groups]
    kept = [piece for piece in pieces if piece.sentences]
    return [_annotation(piece, number, file, options) for number, piece in enumerate(kept, 1)]


def _pieces(lines: Iterable[str], file: str, options: BioOptions) -> tuple[list[_TaggedPiece], bool]:
    pieces = [_TaggedPiece(1)]
    marked = False
    rows: list[_TokenRow] = []
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip("\r\n")
        comment = _COMMENT.match(line)
        starts = line.startswith(_DOCSTART) or (comment is not None and comment[1] not in ("text", "sent_id"))
        if (not line.strip() or comment or starts) and rows:
            pieces[-1].sentences.append(rows)
            rows = []
        if starts:
            marked = True
            pieces.append(_TaggedPiece(number, (comment[2] or "").strip() if comment else ""))
        elif line.strip() and not comment and line.strip() != "O":  # O alone: a token without a character
            rows.append(_row(line, number, file, options))
    if rows:
        pieces[-1].sentences.append(rows)
    return pieces, marked


def _row(line: str, number: int, file: str, options: BioOptions) -> _TokenRow:
    fields = [part for part in (line.split("\t") if "\t" in line else line.split()) if part.strip()]
    if len(fields) < 2:
        raise wrong(
            file, number, "a row needs two columns, the token and its tag, with a tab or space between."
        )
    token, tag = fields[0].strip(), fields[-1].strip()
    if tag != "O" and not options.plain and not _TAG.fullmatch(tag):
        raise wrong(file, number, "this is not a tag of BIO; possible: O, B-LABEL, I-LABEL.")
    return _TokenRow(number, token, tag)


def _annotation(piece: _TaggedPiece, number: int, file: str, options: BioOptions) -> Annotation:
    joined = join_sentences([[row.token for row in rows] for rows in piece.sentences])
    mentions: list[Mark] = []
    base = 0
    for rows in piece.sentences:
        for first, last, label in _mentions(rows, file, options):
            start, end = joined.tokens[base + first][0], joined.tokens[base + last][1]
            mentions.append(Mark(start, end, label, line=rows[first].line))
        base += len(rows)
    return Annotation(
        piece.id or str(number),
        joined.text,
        tuple(mentions),
        joined.tokens,
        named=bool(piece.id),
        file=file,
        line=piece.line,
    )


def _mentions(rows: Sequence[_TokenRow], file: str, options: BioOptions) -> Iterator[tuple[int, int, str]]:
    """First token, last token and label of each mention."""
    begun: tuple[int, str] | None = None
    for at, row in enumerate(rows):
        begins, label = _read_tag(row, begun, file, options)
        if begun is not None and (label is None or begins):
            yield begun[0], at - 1, begun[1]
            begun = None
        if begins and label is not None:
            begun = (at, label)
    if begun is not None:
        yield begun[0], len(rows) - 1, begun[1]


def _read_tag(
    row: _TokenRow, begun: tuple[int, str] | None, file: str, options: BioOptions
) -> tuple[bool, str | None]:
    """Whether a mention begins here, and its label."""
    if row.tag == "O":
        return False, None
    if options.plain:
        return begun is None or begun[1] != row.tag, row.tag
    match = _TAG.fullmatch(row.tag)
    prefix, label = (match[1], match[2]) if match else ("B", row.tag)
    if prefix in _START:
        return True, label
    if begun is not None and begun[1] == label:
        return False, label
    if not options.repair:
        after = "O" if begun is None else "another label"
        raise wrong(file, row.line, f"a tag I- stands after {after}; a mention begins with B-.")
    return True, label

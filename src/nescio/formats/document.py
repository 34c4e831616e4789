"""What all document formats share: texts out, patches in, and no file in which something hidden is left.

A format gives a function that opens bytes as pieces with their places (`OpenedDocument`) and names its parts.
Reading, settling, writing, checking by a second reader and the list of parts are the same for all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Protocol, Self

from nescio.core.contents import REFUSED, Contents, FilePart
from nescio.core.errors import InputError, JobError
from nescio.core.model import CLAIMS, OWN, PEOPLE, PROSE_END, Document, Job
from nescio.formats.columns import ColumnRules
from nescio.formats.hidden import Hidden
from nescio.formats.package import Unpacked
from nescio.formats.places import KINDS, PROSE, Patch, Piece, Places
from nescio.formats.second_reader import Residue, find_residues
from nescio.formats.settling import is_kept, settled
from nescio.packs import Pack

_NAMED: Final = 3  # refused parts that a message tells about
_FILE_NAME, _RENAMED = "MISC", f"{OWN}rename"  # what a name of a file is, and by whose word


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a call wishes about documents."""

    drop_unknown: bool = False  # parts that nobody can read are dropped instead of refused
    drop_macros: bool = False
    accept_changes: bool = False  # tracked changes become what they say
    rename: bool = False  # names of files within documents go, whatever they say
    columns: ColumnRules = field(default_factory=ColumnRules)  # what columns of tables are
    depth: int = 0  # of a document in a document
    unpacked: Unpacked = field(default_factory=Unpacked, compare=False)

    @property
    def inside(self) -> Wishes:
        """For a document within this one."""
        return replace(self, depth=self.depth + 1, columns=self.columns.lenient)

    def file_name(self, piece: Piece) -> Piece:
        """The piece of a file's name within the document, which goes if names of files shall."""
        return replace(piece, label=_FILE_NAME, rule=_RENAMED) if self.rename else piece

    @property
    def anew(self) -> Wishes:
        """For another document."""
        return replace(self, unpacked=Unpacked())


class OpenedDocument(Protocol):
    """A document that was taken apart: every text at its place, and what became of every part."""

    @property
    def pieces(self) -> Sequence[Piece]: ...

    @property
    def parts(self) -> Sequence[FilePart]: ...

    @property
    def must_write(self) -> bool:
        """Whether something goes that the user wished away, also if nothing is hidden."""
        ...

    def write(self, texts: Sequence[str]) -> bytes:
        """The document with new texts, one for each piece; whatever is to be dropped is gone."""
        ...


class DocumentFormat(ABC):
    """Base of document formats: a format names its suffixes and how its bytes are opened."""

    suffixes: ClassVar[frozenset[str]]
    name: ClassVar[str]
    vocabulary: ClassVar[frozenset[str]] = frozenset()  # values that are the format's own words

    def __init__(self, wishes: Wishes) -> None:
        self._wishes = wishes
        self._last: tuple[bytes, list[_Text]] | None = None

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> Self:
        return cls(
            Wishes(
                drop_unknown=bool(options.get("allow_unknown_parts")),
                drop_macros=bool(options.get("drop_macros")),
                accept_changes=bool(options.get("accept_changes")),
                rename=bool(options.get("rename")),
                columns=ColumnRules.build(pack, options),
            )
        )

    @abstractmethod
    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        """The texts of a file, mostly one: each becomes a job, and is written by itself."""

    def join(self, written: Sequence[bytes], data: bytes) -> bytes:
        """The bytes of the file, made of its finished documents; where there is one it is the file."""
        [whole] = written
        return whole

    def residues(self, written: bytes, surfaces: Sequence[str]) -> Iterable[Residue]:
        """What a reader that shares nothing with the writer still finds."""
        return find_residues(written, surfaces, vocabulary=self.vocabulary)

    def inspect(self, data: bytes) -> Contents:
        parts = [part for opened in self.open(data, self._wishes.anew) for part in opened.parts]
        return Contents(self.name, parts)

    def read(self, data: bytes, *, name: str) -> list[Job]:
        texts = self._kept(data)
        names = [f"{name}#{number}" for number in range(1, len(texts) + 1)] if len(texts) > 1 else [name]
        return [Job(text.document(name)) for text, name in zip(texts, names, strict=True)]

    def settle(self, jobs: Sequence[Job], data: bytes) -> list[Job]:
        """The jobs as their document can take them: the text of a solution is what will be read again."""
        return [settled(job, text.places) for job, text in zip(jobs, self._kept(data), strict=True)]

    def write(self, jobs: Sequence[Job], data: bytes) -> bytes:
        texts = self._kept(data)
        self._last = None  # what is written is no longer what was read
        done = [settled(job, text.places) for job, text in zip(jobs, texts, strict=True)]
        if not any(text.opened.must_write for text in texts) and not any(map(_is_changed, done)):
            return data  # nothing is hidden, so nothing can be left of it
        written = [text.written(job) for text, job in zip(texts, done, strict=True)]
        whole, exact = self.join(written, data), all(is_exact(text.opened) for text in texts)
        del texts, written  # the file is opened once more, and need not lie in memory twice
        self._check(done, whole, exact=exact)
        return whole

    def _kept(self, data: bytes) -> list[_Text]:
        """The texts of a file; reading, settling and writing ask for the same one."""
        if self._last is None or self._last[0] is not data:
            self._last = (data, self._open(data))
        return self._last[1]

    def _open(self, data: bytes) -> list[_Text]:
        opened = self.open(data, self._wishes.anew)
        refused = {part.why: None for item in opened for part in item.parts if part.outcome == REFUSED}
        if refused:
            raise InputError(f"It cannot be made safe: {'; '.join(list(refused)[:_NAMED])}.")
        return [_Text(item) for item in opened]

    def _check(self, jobs: Sequence[Job], written: bytes, *, exact: bool) -> None:
        """The way back needs the very text of the solution, and no hidden word may be left."""
        kept = [job.solution.text for job in jobs if job.solution is not None]
        if exact and [text.places.text for text in self._open(written)] != kept:
            raise JobError("The document cannot take the replacements: read again it says something else.")
        surfaces = sorted({surface for job in jobs for surface in Hidden(job).surfaces})
        left = [item.where for item in self.residues(written, surfaces) if not is_kept(item.form, kept)]
        if left:
            places = "; ".join(sorted(set(left))[:_NAMED])
            raise InputError(
                f"Something hidden would still be in the document, so it is not written: {places}."
            )


def is_exact(opened: OpenedDocument) -> bool:
    """Whether the document, read again, gives the text of its solution sign by sign; most do."""
    return bool(getattr(opened, "is_exact", True))


def _is_changed(job: Job) -> bool:
    return job.solution is not None and job.solution.text != job.document.text


class _Text:
    """The text of an opened document: what people read first, what programs read last."""

    def __init__(self, opened: OpenedDocument) -> None:
        self.opened = opened
        pieces = opened.pieces
        kinds = {kind: number for number, kind in enumerate(KINDS)}
        self._order = sorted(range(len(pieces)), key=lambda number: kinds[pieces[number].kind])
        self.places = Places([pieces[number] for number in self._order])

    def document(self, name: str) -> Document:
        ends = [end for piece, _, end in self.places.spans() if piece.kind == PROSE]
        claims, people = [], dict[str, list[tuple[int, int, int]]]()
        for piece, first, _ in self.places.spans():
            if not piece.label or not any(map(str.isalnum, piece.text)):
                continue
            start = first + len(piece.text) - len(piece.text.lstrip())
            end = start + len(piece.text.strip())
            claims.append([start, end, piece.label, *([piece.rule] if piece.rule else [])])
            if piece.person is not None:
                people.setdefault(piece.person[0], []).append((piece.person[1], start, end))
        meta: dict[str, Any] = {PROSE_END: ends[-1] if ends else 0}
        if claims:
            meta[CLAIMS] = claims
        if people:
            meta[PEOPLE] = [[[start, end] for _, start, end in sorted(parts)] for parts in people.values()]
        return Document(name, self.places.text, meta={**meta, **self.opened_meta})

    @property
    def opened_meta(self) -> Mapping[str, Any]:
        """What a format wants to know again, such as the encoding of a text."""
        meta: Mapping[str, Any] = getattr(self.opened, "meta", {})
        return meta

    def written(self, job: Job) -> bytes:
        if job.solution is None:
            raise JobError("A document without a solution is not written.")
        patches = [Patch(row.start, row.end, row.text) for row in job.solution.replacements]
        texts = [piece.text for piece in self.opened.pieces]
        for number, text in zip(self._order, self.places.patched(patches), strict=True):
            texts[number] = text
        return self.opened.write(texts)

"""One message: headers, texts, attachments and messages within, each at its place in the source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from nescio.core.contents import DROPPED, FREE, REFUSED, REWRITTEN
from nescio.core.errors import InputError
from nescio.formats.document import OpenedDocument, Wishes, is_exact
from nescio.formats.mail.addresses import as_address, as_whole_address
from nescio.formats.mail.bodies import (
    PROGRAM,
    SEALED,
    Emptied,
    Kept,
    MailPart,
    RefusedPart,
    TextBody,
    is_packed,
    open_loose,
    open_part,
)
from nescio.formats.mail.charsets import decoded_body
from nescio.formats.mail.fields import Headers, read_headers
from nescio.formats.mail.headers import HeaderPieces, as_token, known_types
from nescio.formats.mail.parameters import HeaderParameter, read_parameters
from nescio.formats.mail.transfer import PLAIN, packed, text_behind, unpacked
from nescio.formats.mail.words import kind_of
from nescio.formats.markup.collecting import Collecting
from nescio.formats.places import PROSE, TECHNICAL, TOLD, Piece
from nescio.text.encoding import Decoded

_DEEPEST: Final = 20  # parts within parts
_MOST: Final = 10_000  # parts of one message
_OTHER_MESSAGES: Final = ("message/external-body", "message/partial")
_COMMENT: Final = re.compile(r"\([^()]*\)")
_CID: Final = re.compile(r"cid:", re.IGNORECASE)
_DROPPED: Final = "a signature or a key, which is void when something is hidden"


class Delimiter(NamedTuple):
    """A line between parts: from its dashes to behind its line end."""

    start: int
    behind: int
    is_last: bool


class MimeEntity:
    """What the headers of a part say about its body."""

    def __init__(self, text: str, headers: Headers, default: str) -> None:
        self.headers = headers
        field = headers.first("content-type")
        self.found = read_parameters(text, field.start, field.end) if field is not None else None
        said = _bare(text[self.found.start : self.found.end]) if self.found else ""
        self.type = said if said.count("/") == 1 else default if not said else "text/plain"
        encoding = headers.first("content-transfer-encoding")
        self.transfer = _bare(text[encoding.start : encoding.end]) if encoding is not None else ""
        self.charset = self._value(text, "charset")
        self.suffix = _suffix(self._value(text, "name"))
        disposition = headers.first("content-disposition")
        if disposition is not None:
            name = read_parameters(text, disposition.start, disposition.end).get("filename")
            self.suffix = _suffix(name.value(text)) if name is not None else self.suffix

    def _value(self, text: str, name: str) -> str:
        found = self.found.get(name) if self.found is not None else None
        return found.value(text) if found is not None else ""

    def number(self, text: str) -> str:
        """Which piece of a message it is that was sent in pieces."""
        return self._value(text, "number").strip()

    def boundary(self) -> HeaderParameter | None:
        return self.found.get("boundary") if self.found is not None else None

    @property
    def is_void(self) -> bool:
        """A signature or a key."""
        kind = kind_of("types", self.type)
        return kind in ("signature", "key") or (not kind and kind_of("suffixes", self.suffix) == "signature")


def _bare(value: str) -> str:
    """A value without remarks and blanks, small."""
    return "".join(_COMMENT.sub("", value).split()).lower().strip('"')


def _suffix(name: str) -> str:
    return name.rpartition(".")[2].strip().lower() if "." in name else ""


class MailMessage(Collecting):
    """A message, taken apart; its source has one character for each byte."""

    def __init__(self, data: bytes, wishes: Wishes) -> None:
        super().__init__(Decoded(data.decode("latin-1"), "latin-1", b""), what="message")
        self._wishes = wishes
        self._headers = HeaderPieces(self, wishes)
        self._count = 0
        self._take_entity(0, len(data), "1", "text/plain", depth=0)

    def _take_entity(self, start: int, end: int, path: str, default: str, *, depth: int) -> None:
        self._count += 1
        if depth > _DEEPEST or self._count > _MOST:
            raise InputError(f"A message has parts more than {_DEEPEST} deep, or more than {_MOST}.")
        headers = read_headers(self.source.text, start, end)
        entity = MimeEntity(self.source.text, headers, default)
        for field in headers.fields:
            self._headers.take(field)
        kind = kind_of("types", entity.type)
        is_open = entity.transfer in PLAIN
        if kind == "sealed":
            self._refuse(path, SEALED, headers.body, end)
        elif entity.type == "message/partial" and entity.number(self.source.text) != "1":
            self._take_piece(path, headers.body, end)
        elif entity.type.startswith("multipart/"):
            self._take_multipart(entity, end, path, depth=depth)
        elif is_open and (kind in ("message", "headers") or entity.type in _OTHER_MESSAGES):
            self._take_entity(headers.body, end, f"{path}.1", "text/plain", depth=depth + 1)
        else:
            self._take_leaf(entity, end, path)

    def _take_multipart(self, entity: MimeEntity, end: int, path: str, *, depth: int) -> None:
        text, body = self.source.text, entity.headers.body
        boundary = entity.boundary()
        named = boundary.value(text) if boundary is not None else ""
        lines = _delimiters(text, body, end, named) if named.isascii() and named else []
        if not lines:
            self._take_loose(path, body, end, _WHY_ONE)
            return
        self._take_boundary(boundary, named, lines)
        self._take_aside(body, lines[0].start)
        default = "message/rfc822" if entity.type == "multipart/digest" else "text/plain"
        for number, line in enumerate(lines):
            if line.is_last:
                self._take_aside(line.behind, end)
                break
            stop = lines[number + 1].start if number + 1 < len(lines) else end
            inner = stop if number + 1 == len(lines) else _before_line_end(text, line.behind, stop)
            if not self._drop_void(line, inner, stop, default):
                self._take_entity(line.behind, inner, f"{path}.{number + 1}", default, depth=depth + 1)
        if entity.type == "multipart/signed" and entity.found is not None:
            self.source.edit(entity.found.start, entity.found.end, "multipart/mixed")

    def _take_boundary(
        self, boundary: HeaderParameter | None, named: str, lines: Sequence[Delimiter]
    ) -> None:
        def put(new: str) -> None:
            if boundary is not None:
                self._headers.put_parameter(boundary, new)
            for line in lines:
                self.source.edit(line.start + 2, line.start + 2 + len(named), new)

        self.add("lines between parts", Piece(named, TECHNICAL, fit=as_token, shared=True), put)

    def _drop_void(self, line: Delimiter, inner: int, stop: int, default: str) -> bool:
        """Takes a signature out, with its headers and the line before it."""
        headers = read_headers(self.source.text, line.behind, inner)
        if not MimeEntity(self.source.text, headers, default).is_void:
            return False
        self.source.edit(line.start, stop, "")
        self.tell("signatures", DROPPED, _DROPPED)
        return True

    def _take_aside(self, start: int, end: int) -> None:
        """What stands before the first part, or behind the last one: programs of old show it."""
        data = self.source.text[start:end].encode("latin-1")
        if not data.strip():
            return
        try:
            told = _Told(TextBody(decoded_body(data, "utf-8", is_narrow=True), self._wishes))
        except InputError as error:
            self._refuse("beside the others", f"a text cannot be read ({str(error).rstrip('.')})", start, end)
            return
        self._nest(told, "text beside the parts", partial(self._put, start, end, "", data))

    def _take_piece(self, path: str, start: int, end: int) -> None:
        """A later piece of a message that was sent in pieces: a text, or the rest of an attachment."""
        if is_packed(self.source.text[start:end]):
            self.source.edit(start, end, "")
            self.tell(f"part {path}", DROPPED, _WHY_REST)
        else:
            self._take_loose(path, start, end, _WHY_PARTIAL)

    def _take_loose(self, path: str, start: int, end: int, why: str) -> None:
        """A stretch that other programs may read otherwise: a text if nothing is packed in it."""
        data = self.source.text[start:end].encode("latin-1")
        opened = open_loose(data, self._wishes) if data.strip() else None
        if isinstance(opened, RefusedPart):
            self._refuse(path, f"{why}: {opened.why}", start, end)
        elif opened is not None:
            self._nest(opened, f"part {path}", partial(self._put, start, end, "", data))

    def _take_leaf(self, entity: MimeEntity, end: int, path: str) -> None:
        body = entity.headers.body
        behind = text_behind(self.source.text[body:end], entity.transfer)
        if behind is not None:
            self._take_loose(f"{path}, behind", body + behind, end, _WHY_BEHIND)
            end = body + behind
        source = self.source.text[body:end].encode("latin-1")
        try:
            content = unpacked(source, entity.transfer)
        except InputError as error:
            self._refuse(path, f"a part cannot be read ({str(error).rstrip('.')})", body, end)
            return
        is_narrow = entity.transfer in PLAIN and source.isascii()
        part = MailPart(entity.type, entity.charset, entity.suffix, content, is_narrow)
        opened = open_part(part, self._wishes)
        name = f"part {path}, {entity.type if entity.type in known_types() else 'attachment'}"
        if isinstance(opened, RefusedPart):
            self._refuse(path, opened.why, body, end)
        elif isinstance(opened, Emptied):
            self.source.edit(body, end, "")
            self.tell(name, DROPPED, opened.why)
        elif isinstance(opened, Kept):
            outcome = FREE if opened.content == content else REWRITTEN
            self._put(body, end, entity.transfer, content, opened.content)
            self.tell(name, outcome, opened.why)
        else:
            self._nest(_Linked(opened), name, partial(self._put, body, end, entity.transfer, content))

    def _nest(self, opened: OpenedDocument, name: str, put: partial[None]) -> None:
        self.tell_inner(name, self.gathered.nest(opened, put))

    def _put(self, start: int, end: int, transfer: str, old: bytes, new: bytes) -> None:
        """New content of a part, packed as the old was; what is as it was is left alone."""
        if new != old:
            source = self.source.text[start:end].encode("latin-1")
            self.source.edit(start, end, packed(source, new, transfer).decode("latin-1"))

    def _refuse(self, path: str, why: str, start: int, end: int) -> None:
        wished = self._wishes.drop_macros if why == PROGRAM else self._wishes.drop_unknown
        if wished and start < end:
            self.source.edit(start, end, "")
            self.gathered.must_write = True
        self.tell(f"part {path}", DROPPED if wished else REFUSED, why)


_WHY_PARTIAL: Final = "a piece of a message whose other pieces lie elsewhere; put them together first"
_WHY_REST: Final = (
    "the rest of an attachment that begins in another piece of the message, which cannot be read"
)
_WHY_ONE: Final = "a message in parts without the lines that part them"
_WHY_BEHIND: Final = "something stands behind packed data"


def _delimiters(text: str, start: int, end: int, boundary: str) -> list[Delimiter]:
    pattern = re.compile(rf"(?:\A|(?<=[\r\n]))--{re.escape(boundary)}(--)?[ \t]*(?:\r\n|\n|\r|\Z)")
    found = []
    for match in pattern.finditer(text, start, end):
        found.append(Delimiter(match.start(), match.end(), match[1] is not None))
        if match[1] is not None:
            break
    return found


def _before_line_end(text: str, start: int, end: int) -> int:
    """The line end before a delimiter belongs to that."""
    for sign in ("\n", "\r"):
        if end > start and text[end - 1] == sign:
            end -= 1
    return end


class _Told:
    """A text that is no part of the message proper."""

    def __init__(self, opened: OpenedDocument) -> None:
        self._opened = opened
        self.pieces = [replace(piece, kind=TOLD) if piece.kind == PROSE else piece for piece in opened.pieces]
        self.parts = opened.parts
        self.must_write = opened.must_write

    def write(self, texts: Sequence[str]) -> bytes:
        return self._opened.write(texts)


class _Linked:
    """A page whose links to other parts of the message are the ids of these parts."""

    def __init__(self, opened: OpenedDocument) -> None:
        self._opened = opened
        self._heads = [_CID.match(piece.text) if piece.kind == TOLD else None for piece in opened.pieces]
        self.pieces = [
            piece if head is None else _as_id(piece, head.end())
            for piece, head in zip(opened.pieces, self._heads, strict=True)
        ]
        self.parts = opened.parts
        self.must_write = opened.must_write
        self.is_exact = is_exact(opened)

    def write(self, texts: Sequence[str]) -> bytes:
        heads = [head[0] if head is not None else "" for head in self._heads]
        return self._opened.write([head + text for head, text in zip(heads, texts, strict=True)])


def _as_id(piece: Piece, at: int) -> Piece:
    return Piece(piece.text[at:], TECHNICAL, fit=as_address, fit_all=as_whole_address)

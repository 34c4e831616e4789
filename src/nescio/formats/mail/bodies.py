"""Bodies and attachments: each is opened by its own format, or it is said why it cannot be."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from nescio.core.contents import DROPPED, FREE
from nescio.core.errors import InputError
from nescio.formats.csv import CellTable
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.file_names import as_file_name, stem_and_suffix
from nescio.formats.html import decoded_page
from nescio.formats.images import clean_picture
from nescio.formats.mail.charsets import STRAY, damaged_utf8, decoded_body, fitting
from nescio.formats.mail.lines import ContentLines
from nescio.formats.mail.uuencoded import PackedFile, find_packed, packed_lines, unpacked_lines
from nescio.formats.mail.wordless import is_filling, why_emptied
from nescio.formats.mail.words import kind_of
from nescio.formats.markup.collecting import Collecting
from nescio.formats.markup.page import Page
from nescio.formats.markup.source import RAW
from nescio.formats.markup.tree import Tree
from nescio.formats.places import TECHNICAL, Piece
from nescio.formats.sniffing import open_inner, told_by_content
from nescio.text.encoding import Decoded

_ARMOUR: Final = re.compile(r"-----BEGIN PGP ([A-Z ]{3,30})-----")
_SIGNED: Final = "SIGNED MESSAGE"
_HASH_LINES: Final = re.compile(r"(?:\r?\n[A-Z][a-z]+: [^\r\n]*)*(?:\r?\n){1,2}")
_UUENCODED: Final = re.compile(r"(?:^|(?<=\n))begin [0-7]{3,4} [^\r\n]+\r?\n[M-`!-L]")
_YENC: Final = re.compile(r"(?:^|(?<=\n))=ybegin [^\r\n]*size=")
_BINHEX: Final = "(This file must be converted with BinHex"
# Lines of packed data: nobody writes 60 signs without a blank twice.
_PACKED: Final = re.compile(r"(?:^|(?<=\n))(?:[ \t>]*[A-Za-z0-9+/]{60,100}\r?\n){2}")
# Nothing but such lines, and those that part the parts of a message.
_ALL_PACKED: Final = re.compile(r"(?:[A-Za-z0-9+/]{20,100}\r?\n)+[A-Za-z0-9+/]*={0,2}\s*(?:--[^\r\n]*\s*)*")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_ANYTHING: Final = "application/octet-stream"
_VOID: Final = "a signature or a key, which is void when something is hidden"
# What another program may unpack where this one sees a mere text.
_CODED: Final = re.compile(
    r"=[0-9A-F]{2}|=\r?\n|=\?[\w.-]+\?[bBqQ]\?|(?i:^content-transfer-encoding:)", re.MULTILINE
)
PROGRAM: Final = "scripts, which are programs"
SEALED: Final = "something encrypted, or wrapped within its own signature; save it without"


class MailPart(NamedTuple):
    """What is known of a part before it is opened."""

    type: str
    charset: str
    suffix: str
    content: bytes
    is_narrow: bool  # nothing but ASCII may be written there


class RefusedPart(NamedTuple):
    """Why a part cannot be rewritten."""

    why: str


class Kept(NamedTuple):
    """A part without text: what becomes of it."""

    content: bytes
    why: str


class Emptied(NamedTuple):
    """Why a part goes as soon as something is hidden."""

    why: str


Opened = OpenedDocument | Kept | Emptied | RefusedPart


class TextBody(Collecting):
    """Plain text without signatures and keys; files that are packed into it go by their own formats."""

    def __init__(self, decoded: Decoded, wishes: Wishes) -> None:
        super().__init__(decoded, what="text", errors="surrogateescape")
        self._wishes = wishes
        fit, at, text = fitting(decoded.encoding), 0, decoded.text
        files = {file.start: file for file in find_packed(text)}
        armours = [
            span for span in self._armours() if not any(_within(span[0], file) for file in files.values())
        ]
        cuts = sorted([*armours, *((file.start, file.end) for file in files.values())])
        before = "\n\n"
        for start, end in [*cuts, (len(text), len(text))]:
            _refuse_packed(text[at:start])
            self._take_stretch(at, start, before, fit)
            before = ""  # without the signature both stretches are one
            if start in files:
                self._take_file(files[start])
                before = "\n"
            elif start < end:
                self.source.edit(start, end, "")
                self.tell("signatures", DROPPED, _VOID)
            at = end

    def _take_stretch(self, start: int, end: int, before: str, fit: Callable[[str], str]) -> None:
        """A stretch of text; bytes that are no letters stay where they are, and are no text."""
        for stray in [*STRAY.finditer(self.source.text, start, end), None]:
            stop = stray.start() if stray is not None else end
            self.take("text", start, stop, RAW, before=before, fit=fit)
            before, start = "", stop + 1

    def _take_file(self, file: PackedFile) -> None:
        text, wishes = self.source.text, self._wishes
        name = text[slice(*file.name)]
        stem, suffix = stem_and_suffix(name)
        first, put = file.name[0], self.source.put
        piece = wishes.file_name(Piece(stem, TECHNICAL, fit=as_file_name))
        self.add("files", piece, partial(put, first, first + len(stem), RAW))
        content = unpacked_lines(text[slice(*file.lines)])
        opened = open_part(MailPart(_ANYTHING, "", suffix.lstrip(".").lower(), content, False), wishes.inside)
        if isinstance(opened, RefusedPart):
            if wishes.drop_unknown:
                self.drop("a file within the text", opened.why, *file.lines)
            else:
                self.refuse("a file within the text", opened.why)
        elif isinstance(opened, Emptied):
            self.source.edit(*file.lines, "")
            self.tell("a file within the text", DROPPED, opened.why)
        elif isinstance(opened, Kept):
            self._put_file(file, content, opened.content)
            self.tell("a file within the text", FREE, opened.why)
        else:
            put = partial(self._put_file, file, content)
            self.tell_inner("a file within the text", self.gathered.nest(opened, put))

    def _put_file(self, file: PackedFile, old: bytes, new: bytes) -> None:
        if new != old:
            lines = packed_lines(new, self.source.text[slice(*file.lines)])
            self.source.edit(*file.lines, lines)

    def _armours(self) -> list[tuple[int, int]]:
        """Signatures and keys in the text; what is encrypted is refused."""
        found: list[tuple[int, int]] = []
        text, behind = self.source.text, 0
        for match in _ARMOUR.finditer(text):
            if match.start() < behind:
                continue
            if match[1] == _SIGNED:
                lines = _HASH_LINES.match(text, match.end())
                behind = lines.end() if lines else match.end()
            elif match[1] == "MESSAGE":
                raise InputError(f"It has {SEALED}.")
            else:
                mark = f"-----END PGP {match[1]}-----"
                at = text.find(mark, match.end())
                if at < 0:
                    raise InputError("A signature or a key in the text is cut off.")
                behind = at + len(mark)
            found.append((match.start(), behind))
        return found


def _within(place: int, file: PackedFile) -> bool:
    return file.start <= place < file.end


def _refuse_packed(text: str) -> None:
    if _UUENCODED.search(text) or _YENC.search(text) or _BINHEX in text:
        raise InputError("The text has a file packed into it in an old way; save the file as an attachment.")
    if _PACKED.search(text):
        raise InputError("The text has packed data in it that nothing here can read.")


def _decoded(part: MailPart, charset: str) -> Decoded:
    try:
        return decoded_body(part.content, charset, is_narrow=part.is_narrow)
    except InputError as error:
        raise InputError("a text that is damaged, or not in the charset that it names") from error


def is_packed(text: str) -> bool:
    """Whether a stretch is nothing but packed data: a file, or what is left of one."""
    return _ALL_PACKED.fullmatch(text.lstrip()) is not None


def open_loose(data: bytes, wishes: Wishes) -> OpenedDocument | RefusedPart:
    """Bytes that should be parts of a message and are not: a text, if nothing can be packed in it."""
    try:
        decoded = decoded_body(data, "utf-8", is_narrow=data.isascii())
        if _CODED.search(decoded.text):
            return RefusedPart("a stretch of a message that another program might unpack")
        return TextBody(decoded, wishes)
    except InputError as error:
        return RefusedPart(f"a stretch of a message cannot be read ({str(error).rstrip('.')})")


def open_part(part: MailPart, wishes: Wishes) -> Opened:
    """A leaf of a message by its own format."""
    if not part.content.strip():
        return Kept(part.content, "empty")
    if is_filling(part.content):
        return Kept(part.content, "the same few bytes again and again, which say nothing")
    picture = clean_picture(part.content)
    if picture is not None:
        return Kept(
            picture.data, "a picture; what is written into it besides pixels goes, its pixels were not read"
        )
    kind = _kind(part)
    if kind == "sealed":
        return RefusedPart(SEALED)
    if kind == "program":
        return RefusedPart(PROGRAM)
    why = why_emptied(part.type, part.suffix, part.content) if kind != "file" else ""
    if why:
        return Emptied(why)
    try:
        opened = _open_text(kind, part, wishes) or _open_file(kind, part, wishes)
    except InputError as error:
        return RefusedPart(f"a part cannot be read ({str(error).rstrip('.')})")
    return RefusedPart("an attachment of a kind that nothing here can rewrite") if opened is None else opened


def _open_file(kind: str, part: MailPart, wishes: Wishes) -> OpenedDocument | None:
    suffix = "eml" if kind == "message" else part.suffix
    opened = open_inner(part.content, wishes, suffix=suffix)
    if opened is None and not kind:
        return _open_unnamed(part, wishes)
    return opened


def _open_unnamed(part: MailPart, wishes: Wishes) -> OpenedDocument | None:
    """Bytes of an unknown kind that are nothing but text: no program, no control signs."""
    try:
        text = part.content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(("%!", "#!")) or _CONTROL.search(text):
        return None
    if not start.startswith("<"):
        return TextBody(_decoded(part, part.charset), wishes)
    try:
        return Tree(part.content)
    except InputError:
        return Page(_page(part), wishes.inside)


def _kind(part: MailPart) -> str:
    """What a part is: by its bytes, then by its type, then by the name of its file."""
    if told_by_content(part.content) is not None:
        return "file"
    kind = kind_of("types", part.type)
    if kind:
        return kind
    by_suffix = kind_of("suffixes", part.suffix)
    if part.type.startswith("text/"):
        return by_suffix or "text"
    return by_suffix


def _open_text(kind: str, part: MailPart, wishes: Wishes) -> OpenedDocument | None:
    """A part that is text; None if it is something else."""
    if kind == "html":
        return Page(_page(part), wishes.inside)
    if kind == "xml":
        return Tree(part.content)
    if kind == "text":
        return TextBody(damaged_utf8(part.content, part.charset) or _decoded(part, part.charset), wishes)
    if kind == "table":
        return _table(_decoded(part, part.charset), wishes)
    if kind in ("ics", "vcf"):
        return ContentLines(_decoded(part, part.charset or "utf-8"))
    return None


def _table(decoded: Decoded, wishes: Wishes) -> OpenedDocument:
    _refuse_packed(decoded.text)
    return CellTable(decoded, wishes.inside.columns, fit=fitting(decoded.encoding))


def _page(part: MailPart) -> Decoded:
    """A page in the charset of its part, which goes before the one that it names itself."""
    if part.charset:
        return _decoded(part, part.charset)
    found = decoded_page(part.content)
    is_ascii = part.is_narrow and part.content.isascii()
    return found._replace(encoding="ascii") if is_ascii else found

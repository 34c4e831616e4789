"""Bodies and attachments: each is opened by its own format, or it is said why it cannot be."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from nescio.core.contents import DROPPED
from nescio.core.errors import InputError
from nescio.formats.csv import CellTable
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.html import decoded_page
from nescio.formats.images import clean_picture
from nescio.formats.mail.charsets import decoded_body, fitting
from nescio.formats.mail.lines import ContentLines
from nescio.formats.mail.words import kind_of
from nescio.formats.markup.collecting import Collecting
from nescio.formats.markup.page import Page
from nescio.formats.markup.source import RAW
from nescio.formats.markup.tree import Tree
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
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_ANYTHING: Final = "application/octet-stream"
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


class TextBody(Collecting):
    """Plain text, without signatures and keys that lie in it."""

    def __init__(self, decoded: Decoded) -> None:
        super().__init__(decoded, what="text")
        fit, at = fitting(decoded.encoding), 0
        for start, end in [*self._armours(), (len(decoded.text), len(decoded.text))]:
            _refuse_packed(decoded.text[at:start])
            # Without the signature both stretches are one.
            self.take("text", at, start, RAW, before="" if at else "\n\n", fit=fit)
            if start == end:
                break
            self.source.edit(start, end, "")
            self.tell("signatures", DROPPED, "a signature or a key, which is void when something is hidden")
            at = end

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


def open_part(part: MailPart, wishes: Wishes) -> OpenedDocument | Kept | RefusedPart:
    """A leaf of a message by its own format."""
    if not part.content.strip():
        return Kept(part.content, "empty")
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
    try:
        opened = _open_text(kind, part, wishes) or _open_file(kind, part, wishes)
    except InputError as error:
        return RefusedPart(f"a part cannot be read ({str(error).rstrip('.')})")
    return RefusedPart("an attachment of a kind that nothing here can rewrite") if opened is None else opened


def _open_file(kind: str, part: MailPart, wishes: Wishes) -> OpenedDocument | None:
    suffix = "eml" if kind == "message" else part.suffix
    opened = open_inner(part.content, wishes, suffix=suffix)
    if opened is None and part.type == _ANYTHING and not kind and _is_plain(part.content):
        return TextBody(_decoded(part, part.charset))
    return opened


def _is_plain(content: bytes) -> bool:
    """Whether bytes of an unnamed kind are nothing but text: no markup, no program, no control signs."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return not text.lstrip().startswith(("<", "%!", "#!")) and not _CONTROL.search(text)


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
        return TextBody(_decoded(part, part.charset))
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

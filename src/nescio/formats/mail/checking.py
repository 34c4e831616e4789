"""A second reader of mail: the parser of the standard library, and the bare bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from functools import cache
from importlib import import_module
from typing import Final

from nescio.formats.document import DocumentFormat, Wishes
from nescio.formats.mail.words import known_headers, mail_words
from nescio.formats.second_reader import Residue, find_in, find_residues
from nescio.formats.sniffing import told_by_content

_DEEPEST: Final = 30
_STRUCTURAL: Final = frozenset({"content-type", "content-transfer-encoding", "content-disposition"})
_SEPARATOR: Final = re.compile(rb"(?m)^From [^\n]*\n")
_BLOCK: Final = re.compile(rb"(?:^|(?<=\n))(?:[A-Za-z0-9+/]{60,100}\r?\n){3,}")
_FORMATS: Final = {
    "docx": "nescio.formats.docx:DocxFormat",
    "html": "nescio.formats.html:HtmlFormat",
    "odt": "nescio.formats.opendocument:OpenDocumentFormat",
    "ods": "nescio.formats.opendocument:OpenDocumentFormat",
    "pdf": "nescio.formats.pdf.format:PdfFormat",
    "xlsx": "nescio.formats.xlsx:XlsxFormat",
}
_TYPES: Final = "|".join(
    ["plain", "html", "calendar", "vcard", "x-vcard", "csv", "xml", "css", "mixed", "alternative", "related",
     "report", "digest", "parallel", "rfc822", "delivery-status", "partial", "external-body", "pdf",
     "json", "octet-stream", "png", "jpeg", "gif", "zip", "rtf"]
)  # fmt: skip
_STRUCTURE: Final = (
    r"\b(?:charset|boundary|filename|name|format|type)\*?(?:\d\*?)?="
    rf"|\b(?:text|multipart|image|message|application|audio|video)/(?:{_TYPES})(?![\w.+-])"
)


def mail_residues(written: bytes, surfaces: Sequence[str]) -> Iterator[Residue]:
    """What is still to be read in a message or a mailbox."""
    if not surfaces:
        return
    yield from find_residues(_without_words(written), surfaces)
    for number, data in enumerate(_messages(written), start=1):
        where = f"message {number}" if number > 1 else "the message"
        yield from _of_message(message_from_bytes(data, policy=policy.compat32), where, surfaces, 0)


def _messages(data: bytes) -> list[bytes]:
    if not data.startswith(b"From "):
        return [data]
    return [part for part in _SEPARATOR.split(data) if part.strip()]


@cache
def _names() -> re.Pattern[bytes]:
    names = "|".join(map(re.escape, sorted(known_headers(), key=len, reverse=True)))
    words = "|".join(map(re.escape, sorted(mail_words("values")["words"], key=len, reverse=True)))
    return re.compile(rf"(?im)^(?:{names}):|(?<=: )(?:{words})(?=[;\s])|{_STRUCTURE}".encode())


def _without_words(data: bytes) -> bytes:
    """The bare bytes without the words that every message has, and without blocks that the parser unpacks."""
    return _names().sub(b" ", _BLOCK.sub(b" ", data))


def _of_message(
    message: Message[str, str], where: str, surfaces: Sequence[str], depth: int
) -> Iterator[Residue]:
    texts = [*_of_headers(message, where)]
    for aside in (message.preamble, message.epilogue):
        texts.append((f"{where}, beside its parts", _readable(aside or "")))
    yield from find_in(texts, surfaces)
    payload = message.get_payload()
    if isinstance(payload, list):
        for number, part in enumerate(payload if depth < _DEEPEST else (), start=1):
            yield from _of_message(part, f"{where}, part {number}", surfaces, depth + 1)
        return
    yield from _of_body(message, where, surfaces)


def _of_headers(message: Message[str, str], where: str) -> Iterator[tuple[str, str]]:
    for name, value in message.raw_items():
        known = name.lower() in known_headers()
        place = f"{where}, header {name}" if known else f"{where}, a header"
        if not known:
            yield place, name
        plain = _readable(str(value))
        if name.lower() in _STRUCTURAL:
            plain = _without_words(f"{name}: {plain}\n".encode()).decode("utf-8", "replace")
        yield place, plain
        yield place, re.sub(r"[\r\n]+[ \t]*", "", plain)
        yield place, _decoded(plain)
    for header in ("content-type", "content-disposition"):
        try:
            values = message.get_params(header=header, failobj=[])
        except (ValueError, IndexError):
            continue
        for key, value in [pair for pair in values if isinstance(pair, tuple)][1:]:
            if key.lower() != "charset":
                text = value if isinstance(value, str) else _of_charset(value)
                yield f"{where}, header {header.title()}", f"{_decoded(_readable(text))}\n{_readable(text)}"


def _of_charset(value: Sequence[str | None]) -> str:
    charset, _, text = value
    return _as_text((text or "").encode("latin-1", "replace"), charset or "utf-8")


def _decoded(value: str) -> str:
    try:
        parts = decode_header(value)
    except (ValueError, MessageError):
        return value
    return "".join(part if isinstance(part, str) else _as_text(part, name or "utf-8") for part, name in parts)


def _as_text(data: bytes, charset: str) -> str:
    try:
        return data.decode(charset)
    except (LookupError, UnicodeError, ValueError):
        return data.decode("utf-8", "replace")


def _readable(text: str) -> str:
    """The parser keeps bytes beyond ASCII in a form that nothing else can read."""
    data = text.encode("utf-8", "surrogateescape")
    return _as_text(data, "utf-8")


def _of_body(message: Message[str, str], where: str, surfaces: Sequence[str]) -> Iterator[Residue]:
    payload = message.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    name = told_by_content(content) or ("html" if message.get_content_subtype() == "html" else "")
    if name in _FORMATS:
        if name == "html":
            content = _as_text(content, _charset(message)).encode("utf-8", "replace")
        found = _format(name).residues(content, surfaces)
    elif message.get_content_maintype() == "text":
        text = _as_text(content, _charset(message))
        found = find_residues(text.encode("utf-8", "replace"), surfaces)
    else:
        found = find_residues(content, surfaces)
    yield from (Residue(f"{where}, {one.where}", one.form) for one in found)


def _charset(message: Message[str, str]) -> str:
    return message.get_content_charset("utf-8") or "utf-8"


def _format(name: str) -> DocumentFormat:
    module, _, called = _FORMATS[name].partition(":")
    made: type[DocumentFormat] = getattr(import_module(module), called)
    return made(Wishes())

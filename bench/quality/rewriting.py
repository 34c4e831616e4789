"""Real documents written anew although nothing is hidden: is their content the same?

A run that hides nothing copies a file byte for byte; here the writer itself is made to write every part again
with the text that it had. XML parts are compared in canonical form, messages as the standard library parses
them, rich text as it is read again, all else byte by byte. What goes as soon as something is hidden
(signatures, thumbnails, sounds, packed data), what points to it, and documents within documents do not count.
PDFs are measured by `bench.quality.pdfs`. Reads NESCIO_DOCUMENTS, a folder.
"""

from __future__ import annotations

import io
import os
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from typing import Any, Final

from lxml import etree

from bench.reporting import make_parser, publish, say, table
from nescio.core.contents import DROPPED, REFUSED
from nescio.core.errors import NescioError
from nescio.formats.document import DocumentFormat, OpenedDocument, Wishes
from nescio.formats.images import clean_picture
from nescio.formats.mail.words import mail_words
from nescio.formats.office.schema import load_schema
from nescio.formats.xml_part import local, local_name
from nescio.run.formats import Formats
from nescio.run.opening import open_anonymizer

SUFFIXES: Final = ("docx", "xlsx", "odt", "ods", "eml", "mbox", "rtf", "html", "csv", "msg")
HEAD: Final = ("format", "files read", "same bytes", "same content", "differs")
_EMPTIED: Final = ("audio/", "video/")
_POINTERS: Final = ("[Content_Types].xml", ".rels", "META-INF/manifest.xml")


def main() -> None:
    parser = make_parser(__doc__)
    args = parser.parse_args()
    folder = Path(os.environ.get("NESCIO_DOCUMENTS") or "/nowhere")
    if not folder.is_dir():
        sys.exit("Set NESCIO_DOCUMENTS to a folder with documents.")
    formats = Formats.of_anonymizer(open_anonymizer("en", policy="listed"))
    found: dict[str, Counter[str]] = {}
    for path in sorted(folder.iterdir()):
        suffix = path.suffix.lower().removeprefix(".")
        if suffix in SUFFIXES and path in formats:
            outcome = _tried(path, formats)
            found.setdefault(suffix, Counter())[outcome] += 1
            if outcome == "differs":
                say(f"{path.name}: differs")
    rows = [
        [suffix, *map(str, (sum(of.values()) - of[""], of["bytes"], of["content"], of["differs"]))]
        for suffix, of in found.items()
    ]
    lines = ["# Documents written anew", "", *(__doc__ or "").splitlines(), "", *table(HEAD, rows)]
    publish(__file__, lines, output=args.output)


def _tried(path: Path, formats: Formats) -> str:
    """What became of a file: `bytes`, `content`, `differs`, or nothing if it is refused."""
    data = path.read_bytes()
    try:
        made = formats.find(path, data)
        if not isinstance(made, DocumentFormat):
            return ""
        opened = made.open(data, Wishes())
        parts = [part for one in opened for part in one.parts]
        if any(part.outcome == REFUSED for part in parts):
            return ""
        again = made.join([_written(one) for one in opened], data)
    except NescioError:
        return ""
    if again == data:
        return "bytes"
    # Documents within others go by their own formats, and are measured there.
    gone = {part.name.partition(": ")[0] for part in parts if part.outcome == DROPPED or ": " in part.name}
    if path.suffix == ".rtf":
        return "content" if _pieces(made, again) == _pieces(made, data) else "differs"
    is_same = list(_content(data, gone)) == list(_content(again, gone))
    return "content" if is_same else "differs"


def _pieces(made: DocumentFormat, data: bytes) -> list[str]:
    return [piece.text for opened in made.open(data, Wishes()) for piece in opened.pieces]


def _written(opened: OpenedDocument) -> bytes:
    trees: dict[str, Any] = getattr(opened, "_trees", {})
    for tree in trees.values():
        tree.changed = True
    return opened.write([piece.text for piece in opened.pieces])


def _content(data: bytes, gone: set[str]) -> Iterator[tuple[str, object]]:
    if zipfile.is_zipfile(io.BytesIO(data)):
        yield from _of_archive(data, gone)
    else:
        yield from _of_mail(data)


def _of_archive(data: bytes, gone: set[str]) -> Iterator[tuple[str, object]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            if name in gone or name.endswith(_POINTERS):
                continue
            content = archive.read(name)
            picture = clean_picture(content)
            yield name, picture.data if picture is not None else _canonical(content)


def _canonical(content: bytes) -> bytes:
    try:
        root = etree.fromstring(content)
    except etree.XMLSyntaxError:
        return content
    schema = load_schema()
    for node in root.iter("{*}*"):
        is_packed = local(node) in schema.packed_elements or "base64Binary" in node.attrib.values()
        node.text = "" if is_packed else node.text
        for slot in list(node.attrib):
            name = local_name(slot)
            if name in schema.packed_attributes or (local(node) == "pageSetup" and name == "id"):
                del node.attrib[slot]
    try:
        return bytes(etree.tostring(root, method="c14n"))
    except etree.C14NError:  # the name of a namespace that is no address
        return bytes(etree.tostring(root))


def _of_mail(data: bytes) -> Iterator[tuple[str, object]]:
    headers, types = mail_words("headers"), mail_words("types")
    for part in message_from_bytes(data).walk():
        kind = part.get_content_type().replace("multipart/signed", "multipart/mixed")
        if kind in types["signature"] | types["key"]:
            continue
        for name, value in part.items():
            small = name.lower()
            if small not in headers["signatures"] | headers["packed"] | {"content-type"}:
                yield small, str(value)
        payload = part.get_payload(decode=True)
        is_read = isinstance(payload, bytes) and not kind.startswith(_EMPTIED)
        picture = clean_picture(payload) if isinstance(payload, bytes) else None
        if kind == "message/rfc822":
            continue  # its parts come next
        if kind == "message/partial":
            return  # the rest of a packed attachment goes
        yield kind, (picture.data if picture is not None else payload) if is_read else None


if __name__ == "__main__":
    main()

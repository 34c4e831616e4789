"""Rare invented names for every corner of a document, and a search for them that shares nothing with nescio.

A generator for a format takes names from a `Planter`, one for each corner, and makes a file; the test hides
all of them and looks with `left_in` into what was written.
"""

from __future__ import annotations

import base64
import html
import io
import re
import urllib.parse
import zipfile
from collections.abc import Iterator
from itertools import product

_FIRST = ("Zor", "Quel", "Brix", "Vand", "Ulth", "Grom", "Xant", "Pryl", "Wesk", "Jorv")
_LAST = ("imandel", "aquistan", "othrebin", "ulvestor", "erphingal", "yxomar", "ildegrun", "afsteen",
         "ocquery", "emblin", "undrake", "avistoc", "ombrisk", "urnavelt", "ollivard", "ithamel", "orpagne",
         "ennifal", "oulkwist", "ybberon")  # fmt: skip


class Planter:
    """Hands out one name per corner and remembers which is where."""

    def __init__(self) -> None:
        self._fresh = iter([first + last for last, first in product(_LAST, _FIRST)])
        self.corners: dict[str, str] = {}  # name to corner

    def __call__(self, corner: str) -> str:
        name = next(self._fresh)
        self.corners[name] = corner
        return name

    def halves(self, corner: str) -> tuple[str, str]:
        """A name in two halves, for what is torn apart."""
        name = self(corner)
        return name[:4], name[4:]

    def rest(self, corner: str, first: str) -> str:
        """A name without its first letter, which is written in another way."""
        name = next(name for name in self._fresh if name.startswith(first))
        self.corners[name] = corner
        return name[1:]

    @property
    def names(self) -> list[str]:
        return list(self.corners)


def left_in(data: bytes, planter: Planter) -> dict[str, str]:
    """Of the names that are still there: in which corner they were planted, and where they are."""
    found: dict[str, str] = {}
    for place, text in _unwrapped("", data):
        low = text.lower()
        for name, corner in planter.corners.items():
            if name.lower() in low:
                found.setdefault(corner, place)
    return found


def _unwrapped(place: str, data: bytes) -> Iterator[tuple[str, str]]:
    """Everything a file could say, whatever it is wrapped in."""
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield f"{place}!remark", archive.comment.decode("latin-1")
            for info in archive.infolist():
                yield f"{place}!name", info.filename
                yield f"{place}/{info.filename}!remark", (info.comment + info.extra).decode("latin-1")
                yield from _unwrapped(f"{place}/{info.filename}", archive.read(info))
    raw = data.decode("latin-1")
    utf8 = data.decode("utf-8", "ignore")
    yield place, raw
    yield f"{place} utf-8", utf8
    yield f"{place} without tags", re.sub(r"<[^>]*>", "", html.unescape(utf8))
    yield f"{place} unescaped", html.unescape(html.unescape(utf8))
    yield f"{place} percent", urllib.parse.unquote(utf8)
    # Letters of two bytes wherever they stand, put together: drawings tear words apart.
    yield f"{place} letters", b"".join(re.findall(rb"(?:[A-Za-z]\0){2,}", data)).decode("utf-16-le")
    bytes_as_numbers = re.sub(r"\\'([0-9a-fA-F]{2})", lambda found: chr(int(found[1], 16)), raw)
    yield f"{place} rich text", bytes_as_numbers
    for shift in (0, 1):
        yield f"{place} utf-16", data[shift:].decode("utf-16-le", "ignore")
        yield (
            f"{place} utf-16 without tags",
            re.sub(r"<[^>]*>", "", data[shift:].decode("utf-16-le", "ignore")),
        )
        yield f"{place} utf-16", data[shift:].decode("utf-16-be", "ignore")
    for found in [
        *re.findall(r"[A-Za-z0-9+/\s]{16,}={0,2}", raw),
        *re.findall(r"[A-Za-z0-9+/]{16,}={0,2}", raw),
    ]:
        packed = re.sub(r"\s", "", found)
        try:
            inner = base64.b64decode(packed[: len(packed) // 4 * 4])
        except ValueError:
            continue
        yield f"{place} base64", inner.decode("latin-1")
        yield f"{place} base64 utf-16", inner.decode("utf-16-le", "ignore")
        if inner[:2] == b"PK" and zipfile.is_zipfile(io.BytesIO(inner)):
            yield from _unwrapped(f"{place} base64", inner)

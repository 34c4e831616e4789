"""Strings of the objects: outlines, annotations, fields, links, alternative texts, properties."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import pikepdf

from nescio.formats.markup.source import LINK
from nescio.formats.pdf.fonts import apart
from nescio.formats.pdf.graph import Reached, walk

# Bytes, not text: nothing to read there.
_BINARY: Final = frozenset({"/CheckSum", "/Panose", "/Cert", "/ByteRange", "/O", "/U", "/OE", "/UE"})
# Written by programs for programs. Nobody is asked about them, but hidden words are taken out of them too.
_TECHNICAL: Final = frozenset(
    {
        "/ID",
        "/IDTree",
        "/NM",
        "/DA",
        "/DS",
        "/Registry",
        "/Ordering",
        "/FontFamily",
        "/Lang",
        "/CreationDate",
        "/ModDate",
        "/M",
        "/Trapped",
        "/Producer",
        "/OutputCondition",
        "/OutputConditionIdentifier",
        "/RegistryName",
        "/ParentTree",
    }
)
_PERSON: Final = "PER"
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S*$")
FILE_NAMES: Final = "file names"
# What a key says about its text, for people; in the order of asking.
_WHERE: Final = {
    "/Info": "document properties",
    "/Alt": "alternative texts",
    "/ActualText": "texts behind glyphs",
    "/E": "expanded abbreviations",
    "/URI": "links",
    "/V": "form values",
    "/DV": "form values",
    "/Opt": "form choices",
    "/TU": "form labels",
    "/T": "titles and field names",
    "/Title": "titles",
    "/Contents": "notes",
    "/Subj": "notes",
    "/F": FILE_NAMES,
    "/UF": FILE_NAMES,
    "/Desc": FILE_NAMES,
    "/Name": "names of layers and parts",
    "/Names": "names of places",
    "/Limits": "names of places",
    "/D": "names of places",
    "/CA": "form labels",
    "/P": "page labels",
}


class StringCarrier(NamedTuple):
    """A string with the object that holds it."""

    found: Reached
    text: str
    where: str
    asked: bool
    label: str = ""  # what it is by the word of the format


def carriers(pdf: pikepdf.Pdf) -> Iterator[StringCarrier]:
    """Every string that is text, or could be."""
    for found in walk(pdf):
        if not isinstance(found.value, pikepdf.String) or found.key in _BINARY or _is_table(found):
            continue
        asked = found.key not in _TECHNICAL and not (found.key == "/Names" and found.above == "/IDTree")
        yield StringCarrier(found, _read(apart(str(found.value))), _where(found), asked, _label(found))


def _read(text: str) -> str:
    """An address is read without the percent signs in it."""
    return LINK.read(text) if _ADDRESS.match(text) else text


def _written(old: str, new: str) -> str:
    return LINK.written(old, new) if _ADDRESS.match(old) else new


def _label(found: Reached) -> str:
    """Authors: of the document, and of notes; the same key names a field where it is one."""
    if found.above == "/Info" and found.key == "/Author":
        return _PERSON
    holder = found.holder
    is_note = isinstance(holder, pikepdf.Dictionary) and "/Subtype" in holder and "/FT" not in holder
    return _PERSON if found.key == "/T" and is_note and holder.get("/Subtype") != "/Widget" else ""


def _is_table(found: Reached) -> bool:
    """The table of an indexed colour space."""
    return found.is_within("/Indexed", "/I", behind=3)


def _where(found: Reached) -> str:
    if found.above == "/Info":
        return _WHERE["/Info"]
    return _WHERE.get(found.key, "other strings")


def replace_strings(pdf: pikepdf.Pdf, renamed: dict[str, str]) -> int:
    """Every string that has another text now, wherever it stands: a destination and its links stay one."""
    count = 0
    for carrier in list(carriers(pdf)):
        new = renamed.get(carrier.text)
        if new is not None and new != carrier.text:
            source = apart(str(carrier.found.value))
            carrier.found.holder[carrier.found.place] = pikepdf.String(_written(source, new))
            count += 1
    return count

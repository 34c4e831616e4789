"""The pieces of a page of html: its text over the tags, attributes, remarks, data and styles."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence, Set
from functools import partial
from typing import Final

from nescio.core.contents import REWRITTEN
from nescio.formats.document import Wishes
from nescio.formats.images import clean_picture
from nescio.formats.markup.collecting import Collecting
from nescio.formats.markup.running import small_print, stretches
from nescio.formats.markup.source import ADDRESS, JSON, KEPT, RAW, RUNNING, UNQUOTED, Spelling
from nescio.formats.markup.tokens import CLOSE, OPEN, RAW_TEXT, REMARK, TEXT, Attribute, MarkupToken, tokens
from nescio.formats.markup.words import words_of
from nescio.formats.office.values import as_name
from nescio.formats.places import TECHNICAL, TOLD
from nescio.text.encoding import Decoded

_PRE: Final = frozenset({"pre", "listing"})
_DECLARATION: Final = re.compile(
    r"(?i)doctype\s+html(?:\s+(?:public|system)(?:\s+(\"[^\"]*\"|'[^']*')){1,2})?\s*"
)
_PROGRAM_ADDRESS: Final = re.compile(r"[\s\x00-\x20]*(?:java|vb|live)script\s*:", re.IGNORECASE)
_DATA_ADDRESS: Final = re.compile(r"\s*data:([^,]*),", re.IGNORECASE)
_JSON_TYPE: Final = re.compile(r"(?i)(?:application|text)/(?:[\w.+-]*\+)?json|importmap|speculationrules")
_JSON_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')
_CSS_ESCAPE: Final = re.compile(r"\\([0-9A-Fa-f]{1,6})\s?")
_PROGRAM: Final = "scripts, which are programs"


class Page(Collecting):
    """One page, taken apart."""

    def __init__(self, decoded: Decoded, wishes: Wishes) -> None:
        super().__init__(decoded, what="page", errors="xmlcharrefreplace")
        self._wishes = wishes
        self._tokens = list(tokens(decoded.text))
        self._take_running()
        for number, token in enumerate(self._tokens):
            if token.kind == REMARK:
                self._take_remark(token)
            elif token.kind == RAW_TEXT:
                self._take_raw(self._tokens[number - 1], token)
            for attribute in token.attributes:
                self._take_attribute(token, attribute)

    def _take_running(self) -> None:
        kept, beside = self._kept(), small_print(self._tokens)
        aside = {number for group in beside for number in group}
        running = [number for number in range(len(self._tokens)) if number not in aside]
        for group in (running, *beside):
            self._take_stretches(group, kept)

    def _take_stretches(self, group: Sequence[int], kept: Set[int]) -> None:
        """Texts one behind the other; small print beside letters is no part of the word that it explains."""
        found = [self._tokens[number] for number in group]
        is_kept = [number in kept for number in group]
        for at, stretch in stretches(self.source.text, found, _breaks, keeps=is_kept.__getitem__):
            spelling = KEPT if is_kept[at] else RUNNING
            span = (stretch.start, stretch.end)
            self.take_around("text", span, stretch.around, spelling, before=stretch.before)

    def _kept(self) -> set[int]:
        """The texts in which white space counts."""
        found, depth = set(), 0
        for number, token in enumerate(self._tokens):
            if token.name in _PRE:
                depth = max(0, depth + (1 if token.kind == OPEN else -1))
            elif token.kind == TEXT and depth:
                found.add(number)
        return found

    def _take_remark(self, token: MarkupToken) -> None:
        match = _DECLARATION.fullmatch(self.source.text, token.start, token.end)
        if match is None or (
            match[1] is not None and "w3.org" not in self.source.text[token.start : token.end].lower()
        ):
            self.take_name("remarks", token.start, token.end, RAW)

    def _take_raw(self, tag: MarkupToken, token: MarkupToken) -> None:
        start, end = token.start, token.end
        blank = not self.source.text[start:end].strip()
        if token.name in ("title", "textarea"):
            self.take("text", start, end, KEPT)
        elif token.name == "style":
            if not blank:
                self._take_style("styles", start, end, RAW)
        elif token.name != "script":
            self.take("text", start, end, RAW)
        elif _JSON_TYPE.fullmatch(self._value(tag, "type")):
            self._take_json(start, end)
        elif not blank:
            self._take_program("scripts", start, end)

    def _take_json(self, start: int, end: int) -> None:
        text = self.source.text
        for match in _JSON_STRING.finditer(text, start, end):
            is_key = text[match.end() : match.end() + 20].lstrip().startswith(":")
            kind = TECHNICAL if is_key else TOLD
            self.take("data in scripts", *match.span(1), JSON, kind=kind)

    def _take_style(self, part: str, start: int, end: int, spelling: Spelling) -> None:
        source = self.source.text[start:end]
        if any(chr(min(int(code, 16), 0x10FFFF)).isalnum() for code in _CSS_ESCAPE.findall(source)):
            if self._wishes.drop_unknown:
                self.drop(part, "styles with letters written as numbers", start, end)
            else:
                self.refuse(part, "styles with letters written as numbers")
            return
        self.take_name(part, start, end, spelling, fit=as_name)

    def _take_program(self, part: str, start: int, end: int) -> None:
        if self._wishes.drop_macros:
            self.drop(part, _PROGRAM, start, end)
        else:
            self.refuse(part, _PROGRAM)

    def _value(self, token: MarkupToken, name: str) -> str:
        """The value of an attribute of a tag; empty if it has none."""
        found = (self.source.text[one.start : one.end] for one in token.attributes if one.name == name)
        return KEPT.read(next(found, ""))

    def _take_attribute(self, token: MarkupToken, attribute: Attribute) -> None:
        name, start, end = attribute.name, attribute.start, attribute.end
        if name in words_of("html")["free"]:
            return
        if name.startswith("on"):
            self._take_program("attributes that are programs", attribute.begin, attribute.stop)
        elif name == "style":
            self._take_style("styles in attributes", start, end, KEPT if attribute.quoted else UNQUOTED)
        elif name == "srcdoc":
            self._take_inner(start, end)
        elif name in words_of("html")["addresses"]:
            self._take_address(attribute)
        elif name in words_of("html")["told"] or name.startswith("data-"):
            self._take_told(token, attribute)
        else:
            spelling = KEPT if attribute.quoted else UNQUOTED
            self.take_name("attributes", start, end, spelling, fit=as_name, shared=True)

    def _take_told(self, token: MarkupToken, attribute: Attribute) -> None:
        if token.name == "meta" and self._value(token, "http-equiv").lower() == "content-type":
            return
        is_author = token.name == "meta" and self._value(token, "name").lower() in ("author", "dc.creator")
        spelling, label = KEPT if attribute.quoted else UNQUOTED, "PER" if is_author else ""
        self.take("attributes", attribute.start, attribute.end, spelling, kind=TOLD, label=label)

    def _take_address(self, attribute: Attribute) -> None:
        value = KEPT.read(self.source.text[attribute.start : attribute.end])
        if _PROGRAM_ADDRESS.match(value):
            self._take_program("attributes that are programs", attribute.begin, attribute.stop)
        elif match := _DATA_ADDRESS.match(value):
            self._take_packed(attribute, value, match)
        else:
            self.take("addresses", attribute.start, attribute.end, ADDRESS, kind=TOLD)

    def _take_packed(self, attribute: Attribute, value: str, match: re.Match[str]) -> None:
        """A picture within an address; anything else that is packed there is refused."""
        packed = value[match.end() :]
        try:
            content = base64.b64decode(packed) if match[1].lower().endswith(";base64") else b""
        except binascii.Error:
            content = b""
        picture = clean_picture(content)
        if picture is not None:
            if picture.data != content:
                new = value[: match.end()] + base64.b64encode(picture.data).decode()
                self.source.edit(attribute.start, attribute.end, new)
            why = "what is written into them besides pixels goes, their pixels were not read"
            self.tell("pictures", REWRITTEN, why)
        elif self._wishes.drop_unknown:
            self.drop("data in addresses", "packed data", attribute.begin, attribute.stop)
        else:
            self.refuse("data in addresses", "packed data in an address that nothing here can read")

    def _take_inner(self, start: int, end: int) -> None:
        inner = KEPT.read(self.source.text[start:end])
        opened = Page(Decoded(inner, "utf-8", b""), self._wishes.inside)
        parts = self.gathered.nest(opened, partial(self._put_inner, start, end))
        self.tell_inner("page within", parts)

    def _put_inner(self, start: int, end: int, data: bytes) -> None:
        self.source.put(start, end, KEPT, data.decode("utf-8"))


def _breaks(token: MarkupToken) -> str:
    """What a tag means for the text around it."""
    name = token.name
    if name in words_of("html")["inline"] or token.kind == REMARK:
        return ""
    if name in words_of("html")["cells"]:
        return "\t"
    if name in words_of("html")["apart"]:
        return " "
    return " " if token.kind == CLOSE and name == "br" else "\n"

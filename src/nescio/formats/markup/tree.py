"""The pieces of an XML file, such as TEI: text over tags, attributes, remarks."""

from __future__ import annotations

import re
from typing import Final

from nescio.core.errors import InputError
from nescio.formats.markup.collecting import Collecting
from nescio.formats.markup.running import stretches
from nescio.formats.markup.source import CHARACTERS, KEPT, RAW, RUNNING
from nescio.formats.markup.tokens import CDATA, CLOSE, OPEN, REMARK, TEXT, Attribute, MarkupToken, tokens
from nescio.formats.markup.words import words_of
from nescio.formats.office.values import as_name
from nescio.formats.places import TOLD
from nescio.formats.xml_part import XmlPart
from nescio.text.encoding import Decoded

_HEAD: Final = re.compile(r"xml\s+version=.[\d.]+.(?:\s+encoding=.[\w.:-]+.)?(?:\s+standalone=.\w+.)?\s*")
_ENCODING: Final = re.compile(rb"""<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{1,40})["']""")


class Tree(Collecting):
    """One XML file, taken apart; that it is well formed is known before."""

    def __init__(self, data: bytes) -> None:
        XmlPart(data, doctype=True)
        super().__init__(_decoded(data), what="file", errors="xmlcharrefreplace")
        self._tokens = list(tokens(self.source.text, xml=True))
        kept = self._kept()
        tags = [number for number, token in enumerate(self._tokens) if token.kind in (OPEN, CLOSE)]
        for number, stretch in stretches(self.source.text, self._tokens, _breaks, keeps=kept.__contains__):
            if not tags[0] < number < tags[-1]:
                continue  # beside the root there is no text
            is_raw = self._tokens[number].kind == CDATA
            spelling = CHARACTERS if is_raw else KEPT if number in kept else RUNNING
            span = (stretch.start, stretch.end)
            self.take_around("text", span, stretch.around, spelling, before=stretch.before)
        for token in self._tokens:
            if token.kind == REMARK:
                self._take_remark(token)
            for attribute in token.attributes:
                self._take_attribute(attribute)

    def _kept(self) -> set[int]:
        """The texts below an element that says that its white space counts."""
        found, said = set(), [False]
        text = self.source.text
        for number, token in enumerate(self._tokens):
            if token.kind == OPEN and text[token.end - 2] != "/":
                own = [text[one.start : one.end] for one in token.attributes if one.name == "xml:space"]
                said.append(own[0] == "preserve" if own else said[-1])
            elif token.kind == CLOSE:
                said.pop()
            elif token.kind == TEXT and said[-1]:
                found.add(number)
        return found

    def _take_remark(self, token: MarkupToken) -> None:
        content = self.source.text[token.start : token.end]
        if content.startswith("DOCTYPE") and "[" in content:
            raise InputError(
                "The file declares entities or a document type of its own, which it need not have."
            )
        if not _HEAD.fullmatch(content):
            self.take_name("remarks", token.start, token.end, RAW)

    def _take_attribute(self, attribute: Attribute) -> None:
        prefix, _, name = attribute.name.rpartition(":")
        if prefix == "xmlns" or attribute.name == "xmlns":
            self.take_name("namespaces", attribute.start, attribute.end, KEPT, fit=as_name, shared=True)
        elif name in words_of("xml")["names"]:
            self.take_name("attributes", attribute.start, attribute.end, KEPT, fit=as_name, shared=True)
        else:
            self.take("attributes", attribute.start, attribute.end, KEPT, kind=TOLD)


def _breaks(token: MarkupToken) -> str:
    local = token.name.rpartition(":")[2]
    if local in words_of("xml")["inline"] or token.kind == REMARK:
        return ""
    if local in words_of("xml")["cells"]:
        return "\t"
    return " " if local in ("lb", "br", "tab", "space", "pb", "cb") else "\n"


def _decoded(data: bytes) -> Decoded:
    """The text of a file in the encoding that it names; without one it is UTF-8 or has a mark."""
    for mark, name in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return _checked(data[len(mark) :], name, mark)
    match = _ENCODING.match(data)
    return _checked(data, match[1].decode("ascii") if match else "utf-8", b"")


def _checked(data: bytes, name: str, mark: bytes) -> Decoded:
    try:
        text = data.decode(name)
        if text.encode(name) == data:
            return Decoded(text, name, mark)
    except (UnicodeError, LookupError):
        pass
    raise InputError("The file is not in the encoding that it names; save it as UTF-8.")

"""Tags, texts and remarks of html and XML, each with its place in the source, in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from nescio.core.errors import InputError

TEXT: Final = "text"  # between two others, often empty
OPEN: Final = "open"
CLOSE: Final = "close"
REMARK: Final = "remark"  # comments, instructions, declarations
RAW_TEXT: Final = "raw"  # of an element that has no tags in it
CDATA: Final = "cdata"

_RAW: Final = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"})
_WITHOUT_TAGS: Final = _RAW | {"textarea", "title"}
_NAME: Final = re.compile(r"</?([^\s/>]+)")
_ATTRIBUTE: Final = re.compile(
    r"""[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?"""
)
_TAG_END: Final = re.compile(r"[\s/]*>")
_NO_VALUE: Final = re.compile(r"\s*=\s*(?=>)")
_COMMENT: Final = re.compile(r"<!--(?:-?>|)")
_COMMENT_END: Final = re.compile(r"--!?>")
_CUT_OFF: Final = "The markup is damaged: it breaks off within a tag."


class Attribute(NamedTuple):
    """One attribute: its name, small, and where its value stands, and where all of it does."""

    name: str
    start: int
    end: int
    begin: int
    stop: int
    quoted: bool


class MarkupToken(NamedTuple):
    """A part of the source; of a remark or a raw text the inner part is what people wrote."""

    kind: str
    start: int
    end: int
    name: str = ""
    attributes: tuple[Attribute, ...] = ()


def tokens(text: str, *, xml: bool = False) -> Iterator[MarkupToken]:
    """Everything in the source; between any two other tokens stands a text, which may be empty."""
    at = begun = 0
    while (at := text.find("<", at)) >= 0:
        token = _token(text, at, xml=xml)
        if token is None:  # a sign that begins nothing
            at += 1
            continue
        yield MarkupToken(TEXT, begun, at)
        yield token
        at = begun = _behind(text, token)
        if token.kind == OPEN and not xml and token.name in _WITHOUT_TAGS:
            raw = _raw(text, token)
            yield raw
            at = begun = raw.end
    yield MarkupToken(TEXT, begun, len(text))


def _token(text: str, at: int, *, xml: bool) -> MarkupToken | None:
    following = text[at + 1 : at + 2]
    if following == "!" or following == "?":
        return _remark(text, at, xml=xml)
    is_close = following == "/"
    first = text[at + 2 : at + 3] if is_close else following
    if first.isalpha() or (xml and first in "_:"):
        return _tag(text, at, CLOSE if is_close else OPEN, xml=xml)
    if is_close and first:
        end = _found(text, ">", at)
        return MarkupToken(REMARK, at + 2, end)
    return None


def _remark(text: str, at: int, *, xml: bool) -> MarkupToken:
    """What stands in a comment, a declaration, an instruction; the token is the inner part."""
    if text.startswith("<!--", at):
        if not xml and (quick := _COMMENT.match(text, at)) and quick[0] != "<!--":
            return MarkupToken(REMARK, at + 4, at + 4)
        match = _COMMENT_END.search(text, at + 4)
        return MarkupToken(REMARK, at + 4, match.start() if match else len(text))
    if text.startswith("<![CDATA[", at) and xml:
        return MarkupToken(CDATA, at + 9, _found(text, "]]>", at + 9))
    if text.startswith("<?", at) and xml:
        return MarkupToken(REMARK, at + 2, _found(text, "?>", at))
    return MarkupToken(REMARK, at + 2, _found(text, ">", at))


def _found(text: str, mark: str, at: int) -> int:
    end = text.find(mark, at)
    if end < 0:
        raise InputError(_CUT_OFF)
    return end


def _behind(text: str, token: MarkupToken) -> int:
    """Where the source goes on behind a token."""
    if token.kind in (OPEN, CLOSE):
        return token.end
    if token.kind == CDATA:
        return token.end + 3
    end = text.find(">", token.end)
    return len(text) if end < 0 else end + 1


def _tag(text: str, at: int, kind: str, *, xml: bool) -> MarkupToken:
    match = _NAME.match(text, at)
    if match is None:
        raise InputError(_CUT_OFF)
    name = match[1] if xml else match[1].lower()
    found: list[Attribute] = []
    here = match.end()
    while not (end := _TAG_END.match(text, here)):
        one = _ATTRIBUTE.match(text, here)
        if one is None:
            raise InputError(_CUT_OFF)
        group = next((number for number in (2, 3, 4) if one[number] is not None), 0)
        start, stop = one.span(group) if group else (one.end(), one.end())
        here = one.end()
        if not group and (void := _NO_VALUE.match(text, here)):
            here = start = stop = void.end()
        elif not group and text[here : here + 1] == "=":
            raise InputError(_CUT_OFF)
        called = one[1] if xml else one[1].lower()
        found.append(Attribute(called, start, stop, one.start(), here, group in (2, 3)))
    return MarkupToken(kind, at, end.end(), name, tuple(found))


def _raw(text: str, token: MarkupToken) -> MarkupToken:
    match = re.compile(rf"</{re.escape(token.name)}(?=[\s/>])", re.IGNORECASE).search(text, token.end)
    return MarkupToken(RAW_TEXT, token.end, match.start() if match else len(text), token.name)

"""The pieces of headers: people, subjects, ids, dates, parameters, and whatever else stands there."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from nescio.core.contents import DROPPED, FREE
from nescio.formats.document import Wishes
from nescio.formats.file_names import as_file_name, stem_and_suffix
from nescio.formats.mail.addresses import (
    ADDRESS,
    BARE,
    NAME,
    REMARK,
    AddressPart,
    as_address,
    as_whole_address,
    names_owner,
    read_addresses,
)
from nescio.formats.mail.charsets import as_ascii, text_encoding
from nescio.formats.mail.fields import HeaderField
from nescio.formats.mail.moments import HeaderMoment, no_zone, no_zone_name, tells_place
from nescio.formats.mail.parameters import HeaderParameter, Parameterized, read_parameters
from nescio.formats.mail.spelling import (
    ADDRESS_TEXT,
    DATE_TEXT,
    FREE_TEXT,
    PHRASE,
    REMARK_TEXT,
    one_line,
)
from nescio.formats.mail.words import kind_of, known_headers, mail_words
from nescio.formats.markup.collecting import Collecting
from nescio.formats.packed import is_packed
from nescio.formats.places import PROSE, TECHNICAL, TOLD, Piece

_SIGNS: Final = {NAME: ('"', '"'), ADDRESS: ("<", ">"), BARE: ("", ""), REMARK: ("(", ")")}
_ID: Final = re.compile(r"<([^<>]*)>")
_ZONE: Final = re.compile(
    r"[ \t\r\n]{1,20}([+-]\d{4}|UTC?|GMT|Z|[ECMP][SD]T|[CEW]ES?T|BST|MSK|JST)?\s{0,20}(?:\(([^()]*)\))?\Z"
)
_PLACE: Final = "REGION"  # what a zone tells of
_PACKED: Final = re.compile(r"[A-Za-z0-9+/_-]{60,}")
_MAYBE_PACKED: Final = re.compile(r"(?<![\w.?-])[A-Za-z0-9+/_-]{12,}(?![\w.?-])")
_REMARK: Final = re.compile(r"[ \t]*\(([^()]*)\)[ \t]*\Z")
_PLAIN_VALUE: Final = re.compile(r"(?:\d{1,4}|[+-]?\d{1,3}(?:\.\d{1,3})?|\*{0,20})")
_NOT_IN_TOKENS: Final = re.compile(r"[^A-Za-z0-9-]+")
_MULTIPARTS: Final = frozenset(
    ["alternative", "appledouble", "byteranges", "digest", "encrypted", "form-data", "header-set", "mixed",
     "parallel", "related", "report", "signed", "voice-message", "x-mixed-replace"]
)  # fmt: skip
_SIGNED: Final = "a signature or a key, which is void when something is hidden"
_OPAQUE: Final = "packed data of programs, which go when something is hidden"


@cache
def known_types() -> frozenset[str]:
    """Types that everybody has: they say nothing of people."""
    listed = mimetypes.MimeTypes(filenames=())
    own = frozenset().union(*mail_words("types").values())
    common = {"application/octet-stream", "image/jpg", "message/partial", "message/external-body"}
    multi = {f"multipart/{name}" for name in _MULTIPARTS}
    return own | common | multi | {*listed.types_map[True].values(), *listed.types_map[False].values()}


def as_token(text: str) -> str:
    return _NOT_IN_TOKENS.sub("-", as_ascii(text)).strip("-") or "redacted"


class HeaderPieces:
    """Takes the headers of a message into its pieces."""

    def __init__(self, into: Collecting, wishes: Wishes) -> None:
        self._into, self._wishes = into, wishes
        self._text = into.source.text

    def take(self, field: HeaderField) -> None:
        words = mail_words("headers")
        if field.name in words["signatures"] or field.name in words["packed"]:
            self._drop(field, _SIGNED if field.name in words["signatures"] else _OPAQUE)
            return
        if self._is_packed(field):
            self._drop(field, _OPAQUE)
            return
        if field.name not in known_headers():
            self._into.take_name(
                "names of headers", field.begin, field.name_end, ADDRESS_TEXT, fit=as_token, shared=True
            )
        for kind, take in self._takers().items():
            if field.name in words[kind]:
                take(field)
                return
        self._take_text(field, TOLD)

    def _takers(self) -> dict[str, Callable[[HeaderField], None]]:
        return {
            "people": self._take_people,
            "ids": self._take_ids,
            "dates": self._take_date,
            "traces": self._take_trace,
            "parameters": self._take_parameters,
            "free": self._take_free,
            "prose": partial(self._take_text, kind=PROSE),
        }

    def _is_packed(self, field: HeaderField) -> bool:
        """A value of a header for programs in which nobody can read."""
        words = mail_words("headers")
        is_read = any(field.name in words[kind] for kind in ("people", "ids", "dates", "parameters", "prose"))
        return not is_read and (
            _PACKED.search(self._text, field.start, field.end) is not None
            or any(map(is_packed, _MAYBE_PACKED.findall(self._text, field.start, field.end)))
        )

    def _drop(self, field: HeaderField, why: str) -> None:
        self._into.source.edit(field.begin, field.stop, "")
        name = field.name if field.name in known_headers() else "header"
        self._into.tell(_called(name), DROPPED, why)

    def _take_text(self, field: HeaderField, kind: str) -> None:
        about = {"kind": kind, "before": _before(field.name), "fit": one_line}
        self._into.take(_called(field.name), field.start, field.end, FREE_TEXT, **about)

    def _take_free(self, field: HeaderField) -> None:
        value = self._text[field.start : field.end].lower()
        if value in mail_words("values")["words"] or _PLAIN_VALUE.fullmatch(value):
            self._into.tell(_called(field.name), FREE, "a word of the format")
        else:
            self._take_text(field, TOLD)

    def _take_people(self, field: HeaderField) -> None:
        parts = read_addresses(self._text, field.start, field.end)
        first = field.name in mail_words("headers")["told_first"]
        if not parts:
            self._take_text(field, PROSE if first else TOLD)
            return
        kind, before = PROSE if first else TOLD, _before(field.name)
        for number, part in enumerate(parts):
            opening, closing = _SIGNS[part.kind]
            between = "" if number == 0 else ", " if part.first else " "
            self._take_person(field, parts, number, {"kind": kind, "before": before + between + opening})
            before = closing
        if before:
            self._into.add(_called(field.name), Piece("", kind, before), _nothing)

    def _take_person(
        self, field: HeaderField, parts: list[AddressPart], number: int, about: dict[str, Any]
    ) -> None:
        part, name = parts[number], _called(field.name)
        if part.kind == REMARK:
            self._into.take(name, part.start, part.end, REMARK_TEXT, fit=one_line, **about)
        elif part.kind == NAME:
            label = "PER" if self._is_owner(parts, number) else ""
            self._into.take(name, part.start, part.end, PHRASE, fit=one_line, label=label, **about)
        else:
            fits = {"fit": as_address, "fit_all": as_whole_address}
            is_address = part.kind == ADDRESS or "@" in self._text[part.start : part.end]
            spelling = ADDRESS_TEXT if is_address else PHRASE
            fits = fits if is_address else {"fit": one_line}
            self._into.take(name, part.start, part.end, spelling, **fits, **about)

    def _is_owner(self, parts: list[AddressPart], number: int) -> bool:
        part = parts[number]
        behind = parts[number + 1] if number + 1 < len(parts) else None
        if behind is None or behind.kind != ADDRESS or behind.first:
            return False
        return names_owner(
            PHRASE.read(self._text[part.start : part.end]), self._text[behind.start : behind.end]
        )

    def _take_ids(self, field: HeaderField) -> None:
        """Ids in angles, the same piece wherever the same id stands; between them there may be words."""
        label = "" if field.name == "content-id" else "ID"
        at = field.start
        found = list(_ID.finditer(self._text, field.start, field.end))
        for match in found:
            self._take_between(field, at, match.start())
            self._take_id(field, *match.span(1), label)
            at = match.end()
        if found:
            self._take_between(field, at, field.end)
        else:
            self._take_id(field, field.start, field.end, label)

    def _take_id(self, field: HeaderField, start: int, end: int, label: str) -> None:
        fits = {"fit": as_address, "fit_all": as_whole_address}
        self._into.take_name(_called(field.name), start, end, ADDRESS_TEXT, label=label, shared=True, **fits)

    def _take_between(self, field: HeaderField, start: int, end: int) -> None:
        if self._text[start:end].strip():
            self._into.take(_called(field.name), start, end, FREE_TEXT, kind=TOLD, fit=one_line)

    def _take_date(self, field: HeaderField) -> None:
        kind = PROSE if field.name == "date" else TOLD
        self._take_moment(field, field.start, field.end, kind=kind, before=_before(field.name))

    def _take_trace(self, field: HeaderField) -> None:
        """Which way a message took, and behind the last semicolon when."""
        at = self._text.rfind(";", field.start, field.end)
        if at < 0:
            self._take_text(field, TOLD)
            return
        about = {"kind": TOLD, "before": _before(field.name), "fit": _as_trace}
        self._into.take(_called(field.name), field.start, at, FREE_TEXT, **about)
        begin = at + 1
        while begin < field.end and self._text[begin].isspace():
            begin += 1
        self._take_moment(field, begin, field.end, kind=TOLD, before="; ")

    def _take_moment(self, field: HeaderField, start: int, end: int, *, kind: str, before: str) -> None:
        zone = _ZONE.search(self._text, start, end)
        name, stop = _called(field.name), zone.start() if zone else end
        if zone is None or zone[1] is None:
            self._into.take(name, start, stop, DATE_TEXT, kind=kind, before=before, fit=one_line)
        else:
            moment = HeaderMoment(self._into.source, (start, stop), zone.span(1))
            piece = Piece(moment.text, kind, before, fit=one_line)
            self._into.add(name, piece, moment.put_date)
            label = _PLACE if tells_place(zone[1]) else ""
            self._into.add(name, Piece(zone[1], TECHNICAL, label=label, fit=no_zone), moment.put_zone)
        if zone is not None and zone[2] is not None:
            label, fit_all = (_PLACE, no_zone_name) if tells_place(zone[2]) else ("", None)
            about = {"label": label, "fit": one_line, "fit_all": fit_all}
            self._into.take_name(name, zone.start(2), zone.end(2), REMARK_TEXT, **about)

    def _take_parameters(self, field: HeaderField) -> None:
        found = read_parameters(self._text, field.start, field.end)
        name = _called(field.name)
        start, end = found.start, found.end
        remark = _REMARK.search(self._text, start, end)
        if remark is not None:
            self._into.take_name(name, *remark.span(1), REMARK_TEXT, fit=one_line)
            end = remark.start()
        value = self._text[start:end].lower()
        if value not in known_types() and value not in mail_words("values")["words"]:
            self._into.take_name(name, start, end, ADDRESS_TEXT, fit=_as_type)
        for parameter in found.parameters:
            self._take_parameter(name, parameter, found)
        if self._text[found.rest : field.end].strip():
            self._into.take_name(name, found.rest, field.end, FREE_TEXT, fit=as_token)

    def _take_parameter(self, name: str, parameter: HeaderParameter, of: Parameterized) -> None:
        words = mail_words("parameters")
        value = parameter.value(self._text)
        if not kind_of("parameters", parameter.name):
            self._into.take_name(name, *parameter.name_span(self._text), ADDRESS_TEXT, fit=as_token)
        type_ = self._text[of.start : of.end].lower()
        if parameter.name in words["void"] and type_.startswith("multipart/"):
            for segment in parameter.segments:
                self._into.source.edit(segment.begin, segment.stop, "")
        elif parameter.name == "boundary" and type_.startswith("multipart/"):
            return  # it is taken with the lines that it stands in
        elif (parameter.name == "charset" and text_encoding(value) is not None) or (
            parameter.name in words["free"] and _is_free(value)
        ):
            return
        else:
            is_told = parameter.name in words["named"] or parameter.name in words["dates"]
            kind, fit = (TOLD, as_file_name) if is_told else (TECHNICAL, as_token)
            stem, rest = stem_and_suffix(value) if parameter.name in words["named"] else (value, "")
            piece = Piece(stem, kind, fit=fit)
            piece = self._wishes.file_name(piece) if parameter.name in words["named"] else piece
            self._into.add(name, piece, partial(self.put_parameter, parameter, behind=rest))

    def put_parameter(self, parameter: HeaderParameter, new: str, *, behind: str = "") -> None:
        for start, end, text in parameter.written(self._text, new + behind):
            self._into.source.edit(start, end, text)


def _as_trace(text: str) -> str:
    """Which way a message took is told in ASCII."""
    return as_ascii(one_line(text))


def _is_free(value: str) -> bool:
    small = value.lower()
    return small in mail_words("values")["words"] or small in known_types() or small.isdigit()


def _as_type(text: str) -> str:
    return f"x-{as_token(text)}"


def _called(name: str) -> str:
    """A header as the list of parts names it."""
    return f"header {'-'.join(word.capitalize() for word in name.split('-'))}"


def _before(name: str) -> str:
    """The name of a header before its value, as far as it is one that everybody has."""
    return f"\n{_called(name).removeprefix('header ')}: " if name in known_headers() else "\n"


def _nothing(text: str) -> None:
    """A sign at the end of a list is fixed."""

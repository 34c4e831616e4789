"""Calendars and cards (ics, vcf): properties with their parameters, each in its own line."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from nescio.core.contents import DROPPED
from nescio.formats.document import DocumentFormat, OpenedDocument, Wishes
from nescio.formats.mail.addresses import as_address, as_whole_address
from nescio.formats.mail.charsets import bytes_as_text, decoded_body, fitting
from nescio.formats.mail.words import kind_of, mail_words
from nescio.formats.markup.collecting import Collecting
from nescio.formats.markup.source import Spelling
from nescio.formats.places import PROSE, TECHNICAL, TOLD
from nescio.text.encoding import Decoded

_FOLD: Final = r"(?:\r\n|\n|\r)[ \t]"
_LINE: Final = re.compile(rf"(?:[^\r\n]|{_FOLD})+")
_SOFT: Final = re.compile(r"=[ \t]*\Z")
_HEAD: Final = re.compile(r"([^\s;:\"]+)((?:;(?:\"[^\"]*\"|[^\":])*)?):")
_PARAMETER: Final = re.compile(r";([^=;:\"]*)(?:=((?:\"[^\"]*\"|[^\";])*))?")
_VALUES: Final = re.compile(r'"([^"]*)"|([^",]+)')
_COMPONENT: Final = re.compile(r"(?:[^;\\]|\\[\s\S])*")
_MAILTO: Final = re.compile(r"mailto:", re.IGNORECASE)
_PLAIN_WORD: Final = re.compile(r"[\w.,/+-]{0,40}", re.ASCII)
_COMPACT: Final = re.compile(r"(\d{4})(-?)(\d{2})-?(\d{2})(?:T(\d{2})(:?)(\d{2}):?(\d{2}))?")
_ISO: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?")
_NOT_IN_PARAMETERS: Final = re.compile(r"[\";:,\x00-\x1f]+")
_ZONES: Final = "VTIMEZONE"
_N: Final = ("FAMILY", "GIVEN", "GIVEN")


def _unescaped(source: str) -> str:
    if source[0] != "\\":
        return ""
    return "\n" if source[1:] in ("n", "N") else source[1:]


def _escaped(text: str) -> str:
    return re.sub(r"([\\;,])", r"\\\1", text).replace("\r\n", "\\n").replace("\n", "\\n")


TEXT_VALUE: Final = Spelling(re.compile(rf"{_FOLD}|\\[\s\S]"), _unescaped, _escaped)
BARE_VALUE: Final = Spelling(re.compile(_FOLD), lambda source: "", lambda text: re.sub(r"[\r\n]+", " ", text))


def _printable(text: str) -> str:
    packed = quopri.encodestring(text.encode(), quotetabs=False).decode("ascii")
    return packed.replace("=\n", "").replace("\r", "=0D").replace("\n", "=0A").replace(";", "=3B")


def _printable_value(charset: str) -> Spelling:
    def decoded(source: str) -> str:
        is_soft = source[1:2] not in "0123456789ABCDEFabcdef"
        return "" if is_soft else bytes_as_text(quopri.decodestring(source), charset)

    pattern = re.compile(r"(?:=[0-9A-Fa-f]{2}(?:=[ \t]*\r?\n[ \t]?)?)+|=[ \t]*\r?\n[ \t]?")
    return Spelling(pattern, decoded, _printable)


@dataclass(frozen=True, slots=True)
class CompactDate:
    """`19800514` or `20240514T093000` is read in an order that every language knows."""

    collapses: bool = False

    def read(self, source: str) -> str:
        match = _COMPACT.fullmatch(source)
        if match is None:
            return TEXT_VALUE.read(source)
        seconds = f":{match[8]}" if match[5] and match[8] != "00" else ""
        time = f" {match[5]}:{match[7]}{seconds}" if match[5] else ""
        return f"{match[1]}-{match[3]}-{match[4]}{time}"

    def written(self, source: str, new: str) -> str:
        found, old = _ISO.fullmatch(new), _COMPACT.fullmatch(source)
        if found is None:
            return TEXT_VALUE.written(source, new)
        dash, colon = (old[2], old[6] or "") if old else ("", "")
        day = f"{found[1]}{dash}{found[2]}{dash}{found[3]}"
        return day if not found[4] else f"{day}T{found[4]}{colon}{found[5]}{colon}{found[6] or '00'}"


DATE_VALUE: Final = CompactDate()


class ContentLines(Collecting):
    """A calendar or a card, taken apart line by line."""

    def __init__(self, decoded: Decoded) -> None:
        super().__init__(decoded, what="lines")
        self._fit = fitting(decoded.encoding)
        self._in_zones = False
        for start, end in self._lines():
            self._take_line(start, end)

    def _lines(self) -> Iterator[tuple[int, int]]:
        """Lines with those that are folded below them, or hang on them by a soft break."""
        text = self.source.text
        begin = -1
        for match in _LINE.finditer(text):
            start = match.start() if begin < 0 else begin
            head = _HEAD.match(text, start, match.end())
            is_soft = head is not None and "QUOTED-PRINTABLE" in head[2].upper()
            if is_soft and _SOFT.search(text, match.start(), match.end()):
                begin = start
                continue
            begin = -1
            yield start, match.end()
        if begin >= 0:
            yield begin, len(text.rstrip("\r\n"))

    def _take_line(self, start: int, end: int) -> None:
        text = self.source.text
        head = _HEAD.match(text, start, end)
        if head is None:
            self.take("other lines", start, end, TEXT_VALUE, kind=TOLD, fit=self._fit)
            return
        name = head[1].lower().rpartition(".")[2]
        parameters = dict(self._take_parameters(head))
        value = text[head.end() : end]
        if name in ("begin", "end") and value.strip().upper() == _ZONES:
            self._in_zones = name == "begin"
        if self._in_zones:
            self._take_technical(name, head.end(), end)
            return
        if not _is_known(name):
            self.take_name("names of lines", head.start(1), head.end(1), BARE_VALUE, fit=_as_token)
        self._take_value(name, head.end(), end, parameters)

    def _take_parameters(self, head: re.Match[str]) -> Iterator[tuple[str, str]]:
        words, text = mail_words("lines"), self.source.text
        for one in _PARAMETER.finditer(text, head.start(2), head.end(2)):
            name, value = one[1].strip().lower(), one[2] or ""
            yield name, value.strip('"').lower()
            if one[2] is not None and not _is_known_parameter(name):
                self.take_name("names of parameters", *one.span(1), BARE_VALUE, fit=_as_token)
            if name in words["free_parameters"] and _PLAIN_WORD.fullmatch(value):
                continue
            if one[2] is None:  # cards of old have bare types: `TEL;HOME:`
                if not kind_of("lines", name) and name not in _OLD_TYPES:
                    self.take_name("parameters", *one.span(1), BARE_VALUE, fit=_as_token)
                continue
            kind = TOLD if name in words["told_parameters"] else TECHNICAL
            for match in _VALUES.finditer(text, *one.span(2)):
                span = match.span(1) if match[1] is not None else match.span(2)
                about: dict[str, Any] = {"kind": kind, "label": _label(name), "fit": self._as_parameter}
                self.take("parameters", *span, BARE_VALUE, **about)

    def _as_parameter(self, text: str) -> str:
        return _NOT_IN_PARAMETERS.sub(" ", str(self._fit(text))).strip() or "redacted"

    def _take_value(self, name: str, start: int, end: int, parameters: dict[str, str]) -> None:
        words = mail_words("lines")
        text = self.source.text
        value = text[start:end]
        coding = parameters.get("encoding", "")
        if name in words["packed"] and (
            not value or coding in ("b", "base64") or value[:5].lower() == "data:"
        ):
            self.source.edit(start, end, "")
            self.tell("pictures and keys", DROPPED, "packed data, which goes when something is hidden")
        elif coding == "quoted-printable" or "quoted-printable" in parameters:
            self._take_texts(name, start, end, _printable_value(parameters.get("charset", "utf-8")))
        elif name in words["people"] or _MAILTO.match(value):
            self._take_address(start, end)
        elif name in words["dates"]:
            stop = end - 1 if value.endswith("Z") else end
            self._take_told(name, start, stop, DATE_VALUE)
        elif name in words["ids"]:
            self.take_name("ids", start, end, BARE_VALUE, label=_label(name), fit=as_address, shared=True)
        elif name in words["addresses"]:
            self._take_told(name, start, end, BARE_VALUE)
        elif name in words["free"] or name == "rrule":
            self._take_technical(name, start, end)
        else:
            self._take_texts(name, start, end, TEXT_VALUE)

    def _take_technical(self, name: str, start: int, end: int) -> None:
        if not (name in mail_words("lines")["free"] and _PLAIN_WORD.fullmatch(self.source.text, start, end)):
            self.take_name("values for programs", start, end, TEXT_VALUE, fit=self._fit)

    def _take_address(self, start: int, end: int) -> None:
        match = _MAILTO.match(self.source.text, start, end)
        begin = match.end() if match else start
        fits = {"fit": as_address, "fit_all": as_whole_address}
        self.take("addresses", begin, end, BARE_VALUE, kind=TOLD, **fits)

    def _take_told(self, name: str, start: int, end: int, spelling: Any) -> None:
        about = {"kind": TOLD, "label": _label(name), "fit": self._fit, "before": _before(name)}
        self.take("values", start, end, spelling, **about)

    def _take_texts(self, name: str, start: int, end: int, spelling: Spelling) -> None:
        """A text, or several with semicolons between them."""
        words = mail_words("lines")
        kind = PROSE if name in words["prose"] or name in words["structured"] else TOLD
        if name not in words["structured"]:
            about = {"kind": kind, "label": _label(name), "fit": self._fit, "before": _before(name)}
            self.take("texts", start, end, spelling, **about)
            return
        at, number = start, 0
        while at <= end:
            match = _COMPONENT.match(self.source.text, at, end)
            stop = match.end() if match else end
            label = _N[number] if name == "n" and number < len(_N) else "ORG" if name == "org" else ""
            before = _before(name) if number == 0 else "; "
            self.take("texts", at, stop, spelling, kind=kind, label=label, fit=self._fit, before=before)
            at, number = stop + 1, number + 1


_OLD_TYPES: Final = frozenset(
    ["bbs", "base64", "car", "cell", "dom", "fax", "home", "internet", "intl", "isdn", "jpeg", "mobile",
     "modem", "msg", "pager", "parcel", "postal", "pref", "quoted-printable", "video", "voice", "work",
     "x509"]
)  # fmt: skip


def _is_known_parameter(name: str) -> bool:
    words = mail_words("lines")
    return name in words["free_parameters"] or name in words["told_parameters"] or name == "tzid"


def _label(name: str) -> str:
    return next(iter(mail_words("line_labels").get(name, ())), "")


def _before(name: str) -> str:
    """The name of a property before its value, as far as it is one that everybody has."""
    return f"\n{name.upper()}: " if _is_known(name) else "\n"


def _is_known(name: str) -> bool:
    return bool(kind_of("lines", name)) or name in mail_words("line_labels") or name in _FURTHER


_FURTHER: Final = frozenset(
    ["categories", "contact", "duration", "email", "gender", "geo", "lang", "mailer", "prodid",
     "request-status", "resources", "role", "rrule", "sort-string", "trigger", "tz", "tzid", "tzname",
     "tzoffsetfrom", "tzoffsetto", "x-microsoft-cdo-busystatus", "x-lic-location", "freebusy"]
)  # fmt: skip


def _as_token(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]+", "-", text).strip("-") or "X-REDACTED"


class CardFormat(DocumentFormat):
    """Rewrites calendars and cards in their own source."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".ics", ".ifb", ".vcs", ".vcf", ".vcard"})
    name: ClassVar[str] = "calendars and cards"

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        return [open_lines(data, wishes)]


def open_lines(data: bytes, wishes: Wishes) -> OpenedDocument:
    return ContentLines(decoded_body(data, "utf-8"))

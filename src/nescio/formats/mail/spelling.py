"""How headers spell their text: encoded words, folded lines, phrases in quotes, remarks, dates."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple

from nescio.formats.mail.charsets import bytes_as_text
from nescio.formats.markup.source import Spelling, matched, matched_back

_WORD: Final = r"=\?([^\s?=]{1,60})\?([bBqQ])\?([^?\r\n]*)\?="
_WORDS: Final = rf"{_WORD.replace('(', '(?:')}(?:[ \t\r\n]+{_WORD.replace('(', '(?:')})*"
_FOLD: Final = r"(?:\r\n|\n|\r)[ \t]+"
_WIDE: Final = r"[\x80-\xff]+"  # the source has one character for each byte
_QUOTED: Final = r'"(?:[^"\\]|\\[\s\S])*"'
_ONE_WORD: Final = re.compile(_WORD)
_ESCAPED: Final = re.compile(r"\\([\s\S])")
_ATOMS: Final = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(?: [\w!#$%&'*+/=?^`{|}~-]+)*", re.ASCII)
_PRINTABLE: Final = re.compile(r"[\t -~]*")
_COLUMNS: Final = 76
_LONGEST: Final = 60  # signs in an encoded word, which may have 75 in all
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_DATE: Final = re.compile(
    r"(?:[A-Za-z]{3,9},?\s+)?(\d{1,2})\s+([A-Za-z]{3})[a-z]{0,6}\s+(\d{2}|\d{4})\s+"
    r"(\d{1,2}):(\d{2})(?::(\d{2}))?"
)
_LOGGED: Final = re.compile(
    r"[A-Za-z]{3}\s+([A-Za-z]{3})\s+(\d{1,2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s+(\d{4})"
)
_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?", re.ASCII)


class _Packed(NamedTuple):
    charset: str
    data: bytes


def _unpacked(match: re.Match[str]) -> _Packed:
    charset, coding, content = match.groups()
    raw = content.encode("latin-1")
    if coding in "qQ":
        data = binascii.a2b_qp(raw, header=True)
    else:
        data = base64.b64decode(raw.rstrip(b"=") + b"=" * (-len(raw.rstrip(b"=")) % 4), validate=True)
    return _Packed(charset.partition("*")[0], data)


def _decoded_words(source: str) -> str:
    """Encoded words as text; a letter may be torn between two of them."""
    try:
        found = [_unpacked(match) for match in _ONE_WORD.finditer(source)]
    except (binascii.Error, ValueError):
        return source
    groups = groupby(found, key=lambda word: word.charset.lower())
    return "".join(bytes_as_text(b"".join(w.data for w in words), charset) for charset, words in groups)


def _decoded(source: str) -> str:
    if source.startswith("=?"):
        return _decoded_words(source)
    if source[0] in "\r\n":
        return " "
    if source.startswith("\\"):
        return source[1:]
    return bytes_as_text(source.encode("latin-1"), "utf-8")


def encoded_words(text: str) -> str:
    """A text as encoded words in UTF-8, cut between letters."""
    return " ".join(f"=?utf-8?Q?{content}?=" for content in _cut(text))


def _cut(text: str) -> Iterator[str]:
    content = ""
    for char in text:
        if char.isascii() and char.isalnum():
            sign = char
        else:
            sign = "_" if char == " " else "".join(f"={byte:02X}" for byte in char.encode("utf-8", "replace"))
        if len(content) + len(sign) > _LONGEST:
            yield content
            content = ""
        content += sign
    yield content


def one_line(text: str) -> str:
    """Without line ends, which no header may have."""
    return " ".join(text.split())


_HEADER: Final = Spelling(re.compile(f"{_WORDS}|{_FOLD}|{_WIDE}"), _decoded, str)
_REMARK: Final = Spelling(re.compile(rf"{_WORDS}|{_FOLD}|{_WIDE}|\\[\s\S]"), _decoded, str)


@dataclass(frozen=True, slots=True)
class HeaderSpelling:
    """Free text in a header; only words that are new are encoded anew."""

    signs: Spelling
    escaped: str = ""  # signs that need a stroke before them
    collapses: bool = False

    def read(self, source: str) -> str:
        return self.signs.read(source)

    def written(self, source: str, new: str) -> str:
        units = self.signs.units(source)
        head, behind = matched(units, new)
        tail, before = matched_back(units[head:], new[behind:])
        first, last = head, len(units) - tail
        middle = new[behind : len(new) - before]
        begin, end = self._left(units[:first], middle), self._right(units[last:], middle)
        middle = (
            "".join(said for _, said in units[begin:first])
            + middle
            + "".join(said for _, said in units[last : last + end])
        )
        sources = [unit for unit, _ in units]
        fold = re.search(_FOLD, source)
        written = _folded(self._encoded(middle), fold[0]) if fold else self._encoded(middle)
        return "".join([*sources[:begin], written, *sources[last + end :]])

    def _encoded(self, text: str) -> str:
        """Words beyond ASCII are encoded, those beside each other as one; the others are as they are."""
        words = re.split(r"( +)", text)
        wide = [number for number, word in enumerate(words) if not _is_plain(word)]
        if not wide:
            return self._escaped(text)
        first, last = wide[0], wide[-1] + 1
        begin, end = self._escaped("".join(words[:first])), self._escaped("".join(words[last:]))
        return begin + encoded_words("".join(words[first:last])) + end

    def _escaped(self, text: str) -> str:
        return re.sub(rf"([{re.escape(self.escaped)}])", r"\\\1", text) if self.escaped else text

    def _left(self, units: list[tuple[str, str]], middle: str) -> int:
        """Where a new word begins: an encoded word stands between blanks, and none beside another."""
        return len(units) - _grown(units[::-1], is_encoded=not _PRINTABLE.fullmatch(middle))

    def _right(self, units: list[tuple[str, str]], middle: str) -> int:
        return _grown(units, is_encoded=not _PRINTABLE.fullmatch(middle))


def _is_plain(word: str) -> bool:
    return _PRINTABLE.fullmatch(word) is not None and "=?" not in word


def _folded(text: str, fold: str) -> str:
    """Long lines folded at blanks, as the source did it."""
    lines: list[str] = []
    length = _COLUMNS // 2  # what stands before it has some length
    for word in text.split(" "):
        is_long = lines and length + len(word) > _COLUMNS and word
        lines.append(fold if is_long else " " if lines else "")
        lines.append(word)
        length = len(word) if is_long else length + 1 + len(word)
    return "".join(lines)


def _grown(units: list[tuple[str, str]], *, is_encoded: bool) -> int:
    """How many units beside a new text must be written anew with it."""
    count = 0
    while count < len(units):
        source, said = units[count]
        if source.startswith("=?"):
            is_encoded = True
        elif not is_encoded:
            break
        elif said.isspace():
            behind = next((unit for unit, text in units[count:] if not text.isspace()), "")
            if not behind.startswith("=?"):
                break
        count += 1
    return count


@dataclass(frozen=True, slots=True)
class PhraseSpelling:
    """The name before an address: words, some of them in quotes or encoded."""

    collapses: bool = False

    def read(self, source: str) -> str:
        return _PHRASE.read(source)

    def written(self, source: str, new: str) -> str:
        if not _PRINTABLE.fullmatch(new) or "=?" in new:
            return encoded_words(new)
        if _ATOMS.fullmatch(new) and not source.startswith('"'):
            return new
        return quoted(new)


def quoted(text: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def unquoted(source: str) -> str:
    """What stands in quotes, with encoded words, which should not stand there."""
    return _ESCAPED.sub(r"\1", _HEADER.read(source[1:-1]))


_PHRASE: Final = Spelling(
    re.compile(f"{_QUOTED}|{_WORDS}|{_FOLD}|{_WIDE}"),
    lambda source: unquoted(source) if source.startswith('"') else _decoded(source),
    str,
)


@dataclass(frozen=True, slots=True)
class AddressSpelling:
    """An address or an id: no blanks, and letters beyond ASCII as they are."""

    collapses: bool = False

    def read(self, source: str) -> str:
        return _ADDRESS.read(source)

    def written(self, source: str, new: str) -> str:
        return new.encode("utf-8", "replace").decode("latin-1")


_ADDRESS: Final = Spelling(
    re.compile(rf"\s+|{_WIDE}"), lambda source: "" if source.isspace() else _decoded(source), str
)


@dataclass(frozen=True, slots=True)
class DateSpelling:
    """A date as mail or a log writes it is read in an order that every language knows."""

    is_logged: bool = False
    collapses: bool = False

    def read(self, source: str) -> str:
        match = (_LOGGED if self.is_logged else _DATE).fullmatch(source)
        if match is None:
            return FREE_TEXT.read(source)
        if self.is_logged:
            month, day, hour, minute, second, year = match.groups()
        else:
            day, month, year, hour, minute, second = match.groups()
        if month.title() not in _MONTHS:
            return FREE_TEXT.read(source)
        century = 0 if len(year) == 4 else 2000 if int(year) < 50 else 1900
        date = f"{int(year) + century:04}-{_MONTHS.index(month.title()) + 1:02}-{int(day):02}"
        return f"{date} {int(hour):02}:{minute}" + (f":{second}" if second else "")

    def written(self, source: str, new: str) -> str:
        when = _moment(new)
        if when is None:
            known = self.read(source) != FREE_TEXT.read(source)
            return FREE_TEXT.written("" if known else source, new)
        day, month, time = _DAYS[when.weekday()], _MONTHS[when.month - 1], new[11:]
        if self.is_logged:
            return f"{day} {month} {when.day:2} {time} {when.year:04}"
        return f"{day}, {when.day} {month} {when.year:04} {time}"


def _moment(text: str) -> datetime | None:
    """The date that a text is; it has no zone, which stands apart."""
    try:
        return datetime.fromisoformat(text) if _ISO.fullmatch(text) else None
    except ValueError:
        return None


FREE_TEXT: Final = HeaderSpelling(_HEADER)
REMARK_TEXT: Final = HeaderSpelling(_REMARK, "()\\")
PHRASE: Final = PhraseSpelling()
ADDRESS_TEXT: Final = AddressSpelling()
DATE_TEXT: Final = DateSpelling()
LOGGED_DATE: Final = DateSpelling(is_logged=True)

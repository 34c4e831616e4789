"""The pieces of a file of rich text: running text, what stands aside, what was told, what programs read."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from nescio.core.contents import DROPPED, FREE, REFUSED, REWRITTEN, FilePart
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.gathering import GatheredDocument
from nescio.formats.markup.source import Source, Spelling, collapsed
from nescio.formats.office.values import as_name
from nescio.formats.places import PROSE, TECHNICAL, TOLD, Piece
from nescio.formats.rtf import words
from nescio.formats.rtf.objects import OBJECT, open_packed_object
from nescio.formats.rtf.pictures import from_digits, in_digits, open_packed, packed_picture
from nescio.formats.rtf.spelling import habit_of, rtf_spelling
from nescio.formats.rtf.tokens import BIN, CLOSE, OPEN, SKIP, STAR, TEXT, WORD, RtfToken, rtf_tokens

_BODY, _ASIDE, _TOLD, _TECHNICAL = range(4)  # streams of pieces, in the order of the text
_STREAM: Final = {words.INLINE: _BODY, PROSE: _ASIDE, TOLD: _TOLD, words.PEOPLE: _TOLD}
_KINDS: Final = (PROSE, PROSE, TOLD, TECHNICAL)
_NAMED: Final = ("bkmkstart", "bkmkend")  # names without blanks
_LISTS: Final = (
    "revtbl",
    "fonttbl",
    "stylesheet",
    "colortbl",
    "latentstyles",
    "lsdlockedexcept",
)  # parted by ;
_ENTRIES: Final = (*_LISTS, "docvar")  # each group in them is an entry by itself
_ANYWHERE: Final = ("pict", "objdata")  # destinations wherever they stand; others begin a group
_FIELD, _RESULT = "field", "fldrslt"
_SAYING: Final = ("wz", "gtext", "pihl")  # begin the names of what people said about a shape
_PLAIN: Final = "plain"
_GONE: Final = ("deleted", _PLAIN)
_WORD_BEFORE: Final = re.compile(r"\\[A-Za-z]+-?\d*\Z")
_LONGEST: Final = 80  # signs of a word of control
_SETS: Final = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850", "ansi": "cp1252"}
_PIXELS: Final = "what is written into them besides pixels goes, their pixels were not read"
_UNKNOWN: Final = "a destination of rich text that nothing here knows"
_DRAWING: Final = "a picture or drawing that nobody can read, or with text in it"


@dataclass(frozen=True, slots=True)
class _State:
    """What holds within a group."""

    start: int = 0
    name: str = "rtf"
    holds: str = words.INLINE
    codec: str = "cp1252"
    skipped: int = 1
    around: str = words.INLINE  # what the text around a field holds, in which its result stands
    is_gone: bool = False  # a tracked deletion


class _RtfPlace(NamedTuple):
    piece: Piece
    start: int
    end: int
    codec: str
    skipped: int


class RichText(GatheredDocument):
    """One file, taken apart; the source is its bytes, each as one sign."""

    def __init__(self, data: bytes, wishes: Wishes) -> None:
        super().__init__()
        self._source = Source(data.decode("latin-1"))
        self._wishes, self._words = wishes, words.rtf_words()
        self._habit = habit_of(self._source.text)
        self._streams: list[list[_RtfPlace]] = [[], [], [], []]
        self._pending = [""] * 4
        self._is_filled = [False] * 4  # whether there was a text since the last break
        self._counts: dict[str, list[int]] = {}
        self._said: dict[str, FilePart] = {}
        self._fonts: dict[int, str] = {}
        self._default, self._first_font, self._font = "cp1252", 0, 0
        self._property = ""
        self._is_gone = False  # the last text of the body was a deletion
        self._digits: list[RtfToken] = []
        self._picture = ""
        self._inner: list[tuple[str, OpenedDocument, Callable[[bytes], None]]] = []
        self._before_picture: tuple[list[int], list[str]] = [0] * 4, [""] * 4
        self._walk()
        self._gather()

    @property
    def parts(self) -> list[FilePart]:
        found = [FilePart(name, REWRITTEN, "", *counts) for name, counts in self._counts.items()]
        return [*found, *self._said.values()] or [FilePart("file", FREE, "empty")]

    def write(self, texts: Sequence[str]) -> bytes:
        self._gathered.put(texts)
        return self._source.written().encode("latin-1")

    def _walk(self) -> None:
        """One way through all tokens; what is unknown is noted, and refused by whoever asks for the parts."""
        stack: list[_State] = []
        state = _State()
        before = ""
        for token in rtf_tokens(self._source.text):
            if token.kind == OPEN:
                stack.append(state)
                if state.name in _ENTRIES:
                    self._pending[_STREAM.get(state.holds, _TECHNICAL)] += "\n"
                state = replace(state, start=token.start)
            elif token.kind == CLOSE:
                outer = stack.pop() if stack else state  # one end too many is passed over, as readers do
                if not stack:
                    self._break(state, "", token.start)
                self._leave(state, outer, token)
                state = outer
            elif token.kind == WORD:
                begins = before in (OPEN, STAR) or token.word in _ANYWHERE
                if token.word in _GONE:
                    state = replace(state, is_gone=token.word != _PLAIN and token.number != 0)
                state = self._word(token, state, begins=begins, starred=before == STAR)
            elif token.kind in (TEXT, BIN):
                self._take(token, state if stack else replace(state, holds=TECHNICAL, name="behind the end"))
            before = token.kind if token.kind != SKIP else before

    def _word(self, token: RtfToken, state: _State, *, begins: bool, starred: bool) -> _State:
        name, number = token.word, token.number or 0
        if state.holds in (words.DROPPED, words.OBJECT, REFUSED):
            return state
        holds = self._words.destinations.get(name)
        if holds is not None and begins and name != "rtf":
            return self._enter(state, name, holds)
        if starred and holds is None and not self._is_plain(name):
            return replace(state, name=name, holds=REFUSED)
        if state.holds == words.PICTURE:
            self._picture = name if name.endswith(("blip", "file", "bitmap", "pict")) else self._picture
            return state
        if name in self._words.breaks:
            self._break(state, self._words.breaks[name], token.start)
            return state
        return self._format(state, name, number)

    def _break(self, state: _State, text: str, at: int) -> None:
        """The end of something; if no text stood there it has an empty piece, where one may come back."""
        stream = _STREAM.get(state.holds, _TECHNICAL)
        if not self._is_filled[stream] and _KINDS[stream] == PROSE:
            self._add(at, at, state)
        self._is_filled[stream] = False
        self._pending[stream] += text

    def _is_plain(self, name: str) -> bool:
        return name in ("cs", "ts", "ds", "s")

    def _format(self, state: _State, name: str, number: int) -> _State:
        """What changes how bytes are read."""
        if name == "uc":
            return replace(state, skipped=max(0, min(number, 20)))
        if name == "ansicpg" or name in _SETS:
            self._default = _codec(f"cp{number}") if name == "ansicpg" else _SETS[name]
            return replace(state, codec=self._default)
        if name == "deff":
            self._first_font = number
        elif state.name == "fonttbl":
            if name == "f":
                self._font = number
            elif name == "fcharset":
                self._fonts[self._font] = self._words.charsets.get(number, self._default)
        elif name in ("f", _PLAIN):
            font = number if name == "f" else self._first_font
            return replace(state, codec=self._fonts.get(font, self._default))
        return state

    def _enter(self, state: _State, name: str, holds: str) -> _State:
        if name == "sv" and self._property.startswith(_SAYING):
            holds = TOLD
        if name == _RESULT and state.name == _FIELD:
            return replace(state, name=name, holds=state.around)
        if holds == words.INLINE and state.holds != words.INLINE:
            return replace(state, name=name)  # running text within something else goes with it
        if holds in (words.PICTURE, words.OBJECT):
            self._digits, self._picture = [], ""
            self._before_picture = [len(found) for found in self._streams], list(self._pending)
        elif holds not in (
            words.INLINE,
            words.DROPPED,
            words.OBJECT,
        ):  # what may go as a whole leaves no break
            stream = _STREAM.get(holds, _TECHNICAL)
            self._pending[stream] += "\n"
            self._is_filled[stream] = False
        return replace(state, name=name, holds=holds, around=state.holds, is_gone=False)

    def _leave(self, state: _State, outer: _State, token: RtfToken) -> None:
        end = token.end
        if (state.name == outer.name and state.holds == outer.holds) or state.name == _RESULT:
            return
        if state.holds == words.DROPPED:
            self._drop(state, end, "packed data that no reader needs")
        elif state.holds == words.OBJECT:
            self._leave_object(state, end)
        elif state.holds == REFUSED:
            self._refuse("unknown destinations", _UNKNOWN, state, end)
        elif state.holds == words.PICTURE:
            self._leave_picture(state, outer, end)
        elif state.holds != words.INLINE:
            self._break(state, "\n", token.start)

    def _leave_picture(self, state: _State, outer: _State, end: int) -> None:
        text = self._source.text
        binary = "".join(text[t.start : t.end] for t in self._digits if t.kind == BIN).encode("latin-1")
        digits = [token for token in self._digits if token.kind == TEXT]
        packed = packed_picture("".join(text[t.start : t.end] for t in digits), binary, self._picture)
        drawing = None if packed.is_known or binary or not digits else open_packed(packed.data, self._wishes)
        if drawing is not None:
            self._nest("drawing", drawing, digits)
        elif packed.is_known:
            self._said["pictures"] = FilePart("pictures", REWRITTEN, _PIXELS)
            if packed.digits is not None and digits:
                self._source.edit(digits[0].start, digits[-1].end, packed.digits)
        elif outer.name == "nonshppict":
            self._forget_picture()
            self._drop(state, end, "a second copy of a picture for old readers")
        else:
            self._forget_picture()
            self._refuse("drawings", _DRAWING, state, end)

    def _leave_object(self, state: _State, end: int) -> None:
        """The file of another program, by its own format."""
        digits, text = self._digits, self._source.text
        is_plain = bool(digits) and all(token.kind == TEXT for token in digits)
        data = from_digits("".join(text[token.start : token.end] for token in digits)) if is_plain else b""
        opened = open_packed_object(data, self._wishes)
        if opened is None:
            self._refuse("embedded objects", OBJECT, state, end)
        else:
            self._nest("object", opened, digits)

    def _nest(self, kind: str, opened: OpenedDocument, digits: Sequence[RtfToken]) -> None:
        put = partial(self._put_digits, digits[0].start, digits[-1].end)
        self._inner.append((f"{kind} {len(self._inner) + 1}", opened, put))

    def _put_digits(self, start: int, end: int, data: bytes) -> None:
        self._source.edit(start, end, in_digits(data))

    def _forget_picture(self) -> None:
        """The texts within a picture that goes go with it."""
        lengths, self._pending = self._before_picture
        for found, length in zip(self._streams, lengths, strict=True):
            del found[length:]

    def _drop(self, state: _State, end: int, why: str) -> None:
        self._source.edit(state.start, end, "")
        self._said[state.name] = FilePart(state.name, DROPPED, why)

    def _refuse(self, part: str, why: str, state: _State, end: int) -> None:
        if self._wishes.drop_unknown:
            self._source.edit(state.start, end, "")
            self._said[part] = FilePart(part, DROPPED, why)
            self._gathered.must_write = True
        else:
            self._said[part] = FilePart(part, REFUSED, why)

    def _take(self, token: RtfToken, state: _State) -> None:
        if state.holds in (words.PICTURE, words.OBJECT):
            self._digits.append(token)
        elif state.holds in (words.DROPPED, REFUSED):
            return
        elif token.kind == BIN:
            self._refuse("bare bytes", _UNKNOWN, replace(state, start=token.start), token.end)
        elif state.name in _LISTS:
            self._take_list(token, state)
        else:
            self._add(token.start, token.end, state)

    def _take_list(self, token: RtfToken, state: _State) -> None:
        """Entries, each of which ends with a semicolon that is no part of it."""
        at = token.start
        for part in self._source.text[token.start : token.end].split(";"):
            if at > token.start:
                self._pending[_STREAM.get(state.holds, _TECHNICAL)] += "\n"
            if part:
                self._add(at, at + len(part), state)
            at += len(part) + 1

    def _stream_of(self, state: _State) -> int:
        """Where a text is read: what was deleted reads by itself, so that it tears no word."""
        stream = _STREAM.get(state.holds, _TECHNICAL)
        if stream != _BODY:
            return stream
        if state.is_gone != self._is_gone:
            self._pending[_ASIDE] += "\n"
            self._is_gone = state.is_gone
        return _ASIDE if state.is_gone else _BODY

    def _add(self, start: int, end: int, state: _State) -> None:
        stream = self._stream_of(state)
        text = rtf_spelling(state.codec, state.skipped).read(self._source.text[start:end])
        if state.name == "sn":
            self._property = text
        piece = Piece(
            text,
            _KINDS[stream],
            self._pending[stream],
            label="PER" if state.holds == words.PEOPLE else "",
            fit=as_name if state.name in _NAMED else collapsed,
        )
        self._pending[stream] = ""
        self._is_filled[stream] = True
        self._streams[stream].append(_RtfPlace(piece, start, end, state.codec, state.skipped))
        if start == end:
            return
        counts = self._counts.setdefault(state.name, [0, 0])
        counts[0] += 1
        counts[1] += len(text)

    def _gather(self) -> None:
        """All pieces, one stream behind the other."""
        for found in self._streams:
            for item in found:
                spelling = rtf_spelling(item.codec, item.skipped, self._habit)
                put = self._insert if item.start == item.end else self._source.put
                self._gathered.add(item.piece, partial(put, item.start, item.end, spelling))

        for name, opened, put_digits in self._inner:
            for part in self._gathered.nest(opened, put_digits):
                called = f"{name}: {part.name}"
                self._said[called] = part._replace(name=called)

    def _insert(self, start: int, end: int, spelling: Spelling, text: str) -> None:
        """A text where there was none; a blank ends the word of control before it."""
        begins = _WORD_BEFORE.search(self._source.text, max(0, start - _LONGEST), start)
        self._source.edit(start, end, (" " if begins else "") + spelling.encode(text))


def _codec(name: str) -> str:
    try:
        return codecs.lookup(name).name if name not in ("cp65001", "cp0", "cp42") else "cp1252"
    except LookupError:
        return "cp1252"

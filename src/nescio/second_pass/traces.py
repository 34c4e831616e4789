"""Traces: found names in small letters, as speaker marks, as initials, inside handles and file names."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from nescio.core.labels import PERSON, LabelSet
from nescio.core.model import Document, Span
from nescio.core.options import job_options
from nescio.packs import Pack
from nescio.packs.naming import Naming
from nescio.second_pass.lookup import SOURCE, Cover, merged
from nescio.second_pass.sources import Found, found_names
from nescio.text.folding import fold_word
from nescio.text.word_matcher import Words

_HANDLE: Final = "USERNAME"
# A run without spaces that holds a sign of names for machines: _ @ # \ a digit beside a letter, or a full
# stop or hyphen between small letters.
_TOKEN: Final = re.compile(r"[\w@#][\w@#.-]{2,80}")
_MACHINE: Final = re.compile(
    r"[@#_]|[^\W\d_]\d|\d[^\W\d_]|(?<=[^\W\d_])[.](?=[^\W\d_]{2})|(?<=[^\W\d_])-(?=[^\W\d_])"
)
_LINE_END: Final = re.compile("\n")
_PIECE: Final = re.compile(r"[^\W\d_]+")
_MARK: Final = re.compile(r"[ \t>*\[\]()–-]{0,8}")  # before a speaker mark
# A speaker mark of initials, before what is said: AB: or A.B.:
_INITIALS: Final = re.compile(
    r"^[ \t>*\[\]()–-]{0,8}(?P<letters>(?:[A-ZÀ-ÖØ-Þ]\.?){2,4})(?=[\])*]{0,3}:(?:\s|$))", re.MULTILINE
)
_TALK: Final = re.compile(r"[^:\n]{1,40}:[ \t]")  # a speaker mark, before what is said
_MIN_LETTERS: Final = 3
_GLUED: Final = 5  # letters of a name that is believed in the middle of a handle: teamhamid
_LONGEST: Final = 24  # letters of a part of a name that is looked for there
_DISCOUNT: Final = 0.8
_SURE: Final = 0.3  # of a mention whose words are looked for
# Frequency classes (Zipf) up to which a word is taken for the name, by what speaks for it. Chosen on
# invented documents; the shares that were right are in docs/reference/second-pass.md.
_SMALL_GIVEN: Final = 2  # a given name in small letters, in any line
_SMALL_LINE: Final = 4  # any name in a line without capitals
_CAPITAL_GIVEN: Final = 5  # a given name with its capital
_SPEAKER_GIVEN: Final = 4  # a given name before a colon at the start of a line; other names must be rare
_MAX_CAPITALS: Final = 0.03  # of the letters of a line that counts as written small
_WRAPPED: Final = 50  # characters of a line that goes on in the next, if no stop ends it
_STOPS: Final = ".!?:…)"


class _Name(NamedTuple):
    label: str
    score: float


class TracePass:
    """Finds what the other passes leave of a person's name because it is not written as a name.

    Guards: the commoner a word, the more must speak for it (a given name, a line without capitals, a
    speaker mark); a word with signs of a machine's name around it needs no more, for nobody writes words so.
    """

    def __init__(self, naming: Naming, labels: LabelSet) -> None:
        self._labels = labels
        self._frequency_of, self._given = naming.frequency_of, naming.gender_of
        self._idle = naming.small_words | naming.titles
        self._particles = naming["person.particles"]
        self._endings = tuple(sorted({*naming.endings, "s"}, key=len, reverse=True))

    @classmethod
    @job_options({})
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> TracePass:
        return cls(pack.naming, pack.labels)

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]:
        found = found_names(doc, spans, self._labels)
        names = self._names(found)
        if not names:
            return list(spans)
        cover = Cover(sorted(spans))
        handles = [span for span in self._handles(doc.text, names) if cover.is_free(span.start, span.end)]
        taken = Cover(handles)
        words = [
            span
            for span in self._words(doc.text, spans, names)
            if cover.is_free(span.start, span.end) and taken.is_free(span.start, span.end)
        ]
        marks = [span for span in self._speakers(doc.text, found) if cover.is_free(span.start, span.end)]
        return merged(spans, [*handles, *words, *marks])

    def _speakers(self, text: str, found: Sequence[Found]) -> Iterator[Span]:
        """Speaker marks that are the initials of somebody found with a given and a family name."""
        people = {
            initials: item
            for item in reversed(found)
            if item.kind == PERSON and item.score >= _SURE and len(item.words) > 1
            for initials in self._initials(item.words)
        }
        for match in _INITIALS.finditer(text) if people else ():
            item = people.get(match["letters"].replace(".", ""))
            if item is not None:
                start, end = match.span("letters")
                yield Span(start, end, item.label, item.score * _DISCOUNT, f"{SOURCE}:initials")

    def _initials(self, words: Sequence[str]) -> set[str]:
        """Of all words, without particles, of the first with the next or the last: double names have two."""
        told = [word for word in words if word not in self._particles]
        chosen = (words, told, told[:2], (told[0], told[-1]) if len(told) > 1 else ())
        return {"".join(word[0] for word in own).upper() for own in chosen if len(own) > 1}

    def _names(self, found: Sequence[Found]) -> dict[str, _Name]:
        """The words of the people found, by folded form."""
        names: dict[str, _Name] = {}
        for item in found:
            if item.kind != PERSON or item.score < _SURE:
                continue
            for word in item.words:
                told = len(word) >= _MIN_LETTERS and word not in self._idle and not word.isdigit()
                if told and (word not in names or names[word].score < item.score):
                    names[word] = _Name(item.label, item.score)
        return names

    def _handles(self, text: str, names: Mapping[str, _Name]) -> Iterator[Span]:
        """Whole handles, hashtags and file names that hold a name."""
        for match in _TOKEN.finditer(text):
            token = match[0].rstrip(".-")
            if _MACHINE.search(token) is None or _is_written(token):
                continue
            name = self._inside(token, names)
            if name is not None:
                score = name.score * _DISCOUNT
                yield Span(match.start(), match.start() + len(token), _HANDLE, score, f"{SOURCE}:handle")

    def _inside(self, token: str, names: Mapping[str, _Name]) -> _Name | None:
        for piece in _PIECE.findall(token):
            word = fold_word(piece)
            if word in names:
                return names[word]
            for size in range(min(len(word), _LONGEST), _GLUED - 1, -1):
                for start in range(len(word) - size + 1):
                    if word[start : start + size] in names:
                        return names[word[start : start + size]]
        return None

    def _words(self, text: str, spans: Sequence[Span], names: Mapping[str, _Name]) -> Iterator[Span]:
        words, lines = Words.of(text), _Lines(text, spans)
        for index, folded in enumerate(words.folded):
            word = folded if folded in names else self._without_ending(folded, names)
            if word is None:
                continue
            start, end = words.spans[index]
            if self._is_name_at(lines, word, start, end, whole=word == folded):
                name = names[word]
                yield Span(start, end, name.label, name.score * _DISCOUNT, f"{SOURCE}:trace")

    def _without_ending(self, folded: str, names: Mapping[str, _Name]) -> str | None:
        for ending in self._endings:
            if folded.endswith(ending) and len(folded) - len(ending) > _MIN_LETTERS:
                word = folded[: -len(ending)]
                if word in names:
                    return word
        return None

    def _is_name_at(self, lines: _Lines, word: str, start: int, end: int, *, whole: bool) -> bool:
        common, given = self._frequency_of.get(word, 0), word in self._given
        surface = lines.text[start:end]
        if surface.isupper():
            return False  # in headings every word is in capitals
        if surface[0].isupper() and not whole:
            return False  # endings behind a capital are for the pass that weighs them
        if whole and lines.is_speaker(start, end):
            return common <= _SPEAKER_GIVEN if given else common == 0
        if surface[0].isupper():
            return given and common <= _CAPITAL_GIVEN
        if whole and given and common <= _SMALL_GIVEN:
            return True
        return common <= _SMALL_LINE and lines.is_small(start)


def _is_written(token: str) -> bool:
    """A compound of ordinary writing: capitals before and behind a hyphen, or an abbreviation."""
    plain = _PIECE.findall(token)
    signs = set(token) - {"-", "."}
    return all(char.isalpha() for char in signs) and any(piece[0].isupper() for piece in plain)


def _blanked(text: str, spans: Sequence[Span]) -> str:
    """The text with blanks in place of everything found."""
    pieces, read = [], 0
    for span in sorted(spans):
        pieces += [text[read : span.start], " " * (span.end - span.start)]
        read = span.end
    return "".join([*pieces, text[read:]])


class _Lines:
    """The lines of a text: which word is a speaker mark, which line is written small."""

    def __init__(self, text: str, spans: Sequence[Span]) -> None:
        self.text = text
        self._begins = [0, *(match.end() for match in _LINE_END.finditer(text))]
        self._capitals: dict[int, bool] = {}
        self._unnamed = _blanked(text, spans)

    def is_speaker(self, start: int, end: int) -> bool:
        begin = self._begin(start)
        return self.text.startswith(":", end) and _MARK.fullmatch(self.text, begin, start) is not None

    def is_small(self, place: int) -> bool:
        """Hardly a letter of a line of its own is a capital, speaker marks and names aside."""
        begin = self._begin(place)
        if begin not in self._capitals:
            end = self.text.find("\n", begin)
            end = len(self.text) if end < 0 else end
            talk = _TALK.match(self.text, begin, end)
            said = talk.end() if talk else begin
            letters = [char for char in self._unnamed[said:end] if char.isalpha()]
            capitals = sum(map(str.isupper, letters))
            begins_small = bool(letters) and letters[0].islower()
            few = not capitals or (begins_small and capitals <= _MAX_CAPITALS * len(letters))
            self._capitals[begin] = few and (talk is not None or not self._goes_on(begin))
        return self._capitals[begin]

    def _goes_on(self, begin: int) -> bool:
        """The line before is prose that was wrapped, so this one may begin small."""
        before = self.text[self._begin(begin - 1) : begin - 1].rstrip() if begin else ""
        return len(before) >= _WRAPPED and before[-1] not in _STOPS

    def _begin(self, place: int) -> int:
        return self._begins[bisect_right(self._begins, max(place, 0)) - 1]

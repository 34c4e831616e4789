"""Tokens and sentences with exact offsets into the untouched text.

Both run in linear time: every pattern is possessive and starts at most once per run of
characters, and every look back is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import regex

# One rule for all languages, clitic "'s" included: figures count these tokens, so they must not
# change with a pack.
_TOKEN: Final = regex.compile(
    r"""
      (?:\p{L}\p{M}*\.){2,}+                         # U.S., z.B.
    | \p{Lu}\p{M}*\.(?=[\ \u00a0]?\p{Lu})            # J. before Silva
    | ['’]s\b                                        # never part of the name before it
    | \d[\d\p{M}]*+(?:[.,:/'’-]\d[\d\p{M}]*+)*+(?:\.?[ºª°])?+(?![\p{L}_])  # 1.234,56  12.03.2024  5.º
    | [\w\p{M}]++
      (?:(?:(?!['’]s\b)[-‐‑'’·&@] | \.(?=\p{Ll}) | \p{Cf}++)(?=\w)[\w\p{M}]++)*+
    | \p{RI}{2}                                      # a flag
    | \p{Extended_Pictographic}[\p{M}\p{EMod}]*+
      (?:\u200d\p{Extended_Pictographic}[\p{M}\p{EMod}]*+)*+
    | \.{2,}+
    | [^\s\x1c-\x1f]\p{M}*+
    """,
    regex.VERBOSE,
)


class TokenPlace(NamedTuple):
    """A word, a number or a mark: `text[start:end]`."""

    start: int
    end: int


def tokenize(text: str) -> list[TokenPlace]:
    """Cut a text of any language into tokens that cover everything but white space."""
    return [TokenPlace(*match.span()) for match in _TOKEN.finditer(text)]


# White space is what `str.isspace` says, which counts \x1c to \x1f; `\s` alone does not.
# A run of stops, then what closes a quotation or bracket, then white space. The look behind
# keeps "....…" linear: only the first stop of a run can start a match.
_STOP: Final = regex.compile(
    r"(?<![.!?…。！？])(?P<stop>[.!?…。！？]++)(?P<close>[\"'”’“»«)\]}*_]*+)(?P<space>[\s\x1c-\x1f]++)"
)
_OPENING: Final = regex.compile(r"[\"'“”„‚‘’»«(\[{¿¡*_–—-]{0,4}+[ \u00a0]?+[\"'“”„‚‘»«(\[{¿¡]?+")
_LINE: Final = regex.compile(r"[^\n\r\v\f\x85\u2028\u2029]++")
_LINE_END: Final = regex.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")
_ITEM: Final = regex.compile(
    r"[-*•‣▪◦–—·#>][ \t] | \(?(?:\d{1,3}|\p{L}|[ivxlcIVXLC]{1,6})[.)][ \t] | [\w][\w\ -]{0,30}+:(?:\s|$)",
    regex.VERBOSE,
)
# A number or letter that is all of a sentence so far counts it; it does not end it.
_ENUMERATOR: Final = regex.compile(
    r"""
    (?:(?:\p{L}{1,6}+|\d{1,2}+)[.)]\s | §\s)?+      # II. 1.   Art. 5.   § 3.
    \(?(?:\d{1,3}(?:\.\d{1,3})*+ | \p{L} | [ivxlcIVXLC]{1,6})
    """,
    regex.VERBOSE,
)
# "b) The second reason": starts a sentence although in lower case.
_BRACKETED: Final = regex.compile(r"\(?(?:\p{Ll}{1,2}|[ivx]{1,4}|\d{1,2})\)\s")
_DOTTED: Final = regex.compile(r"(?:\p{L}{1,3}\.)+\p{L}{1,3}")

_CONTENT: Final = regex.compile(r"\w")
_TAIL: Final = regex.compile("[-/]")

_LOOK_BACK: Final = 40  # characters: longer than any abbreviation or enumerator
_OPENERS: Final = "\"'`“”„‚‘’»«([{–—*_"
_PARAGRAPH_WIDTH: Final = 160  # nobody wraps lines this wide: each line is a paragraph
_WRAP_SLACK: Final = 12  # by so much do wrapped lines differ


class Segmenter:
    """Finds sentences, given the abbreviations of a language.

    An entry is an abbreviation as it is written ("Dr.", "z. B."). The figure 0 stands for a
    number: "Art. 0" is an abbreviation only before a number, "0." makes the full stop after
    one or two figures an ordinal. Single letters and dotted letters need no entry.
    """

    def __init__(self, abbreviations: Iterable[str]) -> None:
        entries = [parts for entry in abbreviations if (parts := entry.split())]
        self._ordinals = ["0."] in entries
        self._before_number = _spellings(part for entry in entries if entry[-1] == "0" for part in entry[:-1])
        self._always = _spellings(part for entry in entries if entry[-1] != "0" for part in entry)
        self._known = self._always | self._before_number

    def sentences(self, text: str) -> list[tuple[int, int]]:
        """The sentences in order, without white space around them; nothing else is left out."""
        return [
            sentence for start, end in _blocks(text) for sentence in self._split(text, start=start, end=end)
        ]

    def _split(self, text: str, *, start: int, end: int) -> Iterator[tuple[int, int]]:
        for match in _STOP.finditer(text, start, end):
            if self._ends_sentence(text, start, match):
                yield start, match.end("close")
                start = match.end()
        yield start, end

    def _ends_sentence(self, text: str, start: int, match: regex.Match[str]) -> bool:
        before = text[max(start, match.start() - _LOOK_BACK) : match.start()]
        if not _CONTENT.search(before):  # ". . .": a sentence is more than its stops
            return False
        stop = match["stop"]
        following = _first_character(text, match.end())
        if following.islower() and not _BRACKETED.match(text, match.end()):
            # "Really?" she said. But: really? who said so?
            return stop.strip(".…") != "" and not match["close"]
        if stop.strip(".…"):
            return True
        if stop != ".":
            # Alone or in brackets, dots mark an omission: "(...)", "the R … company".
            return text[match.start() - 1] not in "([ "
        if match.start() - start <= _LOOK_BACK and _ENUMERATOR.fullmatch(text, start, match.start()):
            return False
        return not self._is_abbreviated(before, following)

    def _is_abbreviated(self, before: str, following: str) -> bool:
        """Whether the full stop between the two belongs to the word before it."""
        *context, word = before.split() or [""]
        word = word.lstrip(_OPENERS)
        if word.isdecimal():
            return self._is_ordinal(word, context[-1] if context else "")
        if len(word) == 1:
            return word.isalpha()
        forms = {word, _TAIL.split(word)[-1]}  # "Dipl.-Ing." ends like "Ing."
        if self._always & forms or _DOTTED.fullmatch(word):
            return True
        return following.isdecimal() and bool(self._before_number & forms)

    def _is_ordinal(self, number: str, context: str) -> bool:
        # After an abbreviation or a paragraph sign the number counts nothing: "Rn. 12."
        cited = context == "§" or context.removesuffix(".").lstrip(_OPENERS) in self._known
        return self._ordinals and len(number) <= 2 and not cited


def _spellings(parts: Iterable[str]) -> frozenset[str]:
    """The words without their full stop, as written, capitalised and in capitals."""
    words = [part.removesuffix(".") for part in parts if part.endswith(".")]
    capitalised = [word[:1].upper() + word[1:] for word in words]
    # Two letters in capitals are an acronym ("PP", "CF") unless the abbreviation has a capital.
    capitals = [word.upper() for word in words if len(word) > 2 or word[:1].isupper()]
    return frozenset([*words, *capitalised, *capitals])


def _first_character(text: str, at: int) -> str:
    """The first letter or figure of what follows, past what opens a quotation or bracket."""
    opening = _OPENING.match(text, at)
    begin = opening.end() if opening else at
    return text[begin : begin + 1]


class _Line(NamedTuple):
    start: int
    end: int
    after_gap: bool  # an empty line stands before it


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of text that no sentence leaves: paragraphs, headings, items of a list."""
    for paragraph in _paragraphs(_lines(text)):
        width = max(line.end - line.start for line in paragraph)
        start = paragraph[0].start
        for line, following in pairwise(paragraph):
            if _breaks(text, line, following, width=width):
                yield start, line.end
                start = following.start
        yield start, paragraph[-1].end


def _lines(text: str) -> list[_Line]:
    """The lines that are not empty, without white space around them."""
    lines: list[_Line] = []
    end = 0
    for match in _LINE.finditer(text):
        content = match.group()
        stripped = content.strip()
        if not stripped:
            continue
        start = match.start() + len(content) - len(content.lstrip())
        after_gap = len(_LINE_END.findall(text, end, start)) > 1
        end = start + len(stripped)
        lines.append(_Line(start, end, after_gap))
    return lines


def _paragraphs(lines: list[_Line]) -> Iterator[list[_Line]]:
    paragraph: list[_Line] = []
    for line in lines:
        if line.after_gap and paragraph:
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _breaks(text: str, line: _Line, following: _Line, *, width: int) -> bool:
    """Whether the writer, and not the margin, ended the line."""
    if width > _PARAGRAPH_WIDTH or _ITEM.match(text, following.start, following.end):
        return True
    if text[line.end - 1] in ",;-" or text[following.start].islower():
        return False
    head = text[following.start : min(following.end, following.start + width)]
    room = width - (line.end - line.start) - len(head.split(None, 1)[0])
    return room > _WRAP_SLACK

"""Raw text to words with code-point offsets, and words to bounded windows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

WINDOW = 120
OVERLAP = 30
_MAX_WORD = 64
_LETTER = r"[^\W\d_]"
# Words of languages stand here because they belong to the trained weights, not to a pack: the tagger
# must cut a text as its training material was cut, in every language alike.
_TOKEN = re.compile(
    rf"""
    {_LETTER}++(?=[\s,;)!?])                                         # most words: none of the below is longer
  | (?:https?://|www\.)\S{{1,500}}                                  # address of a page
  | [\w.+-]{{1,64}}@[\w-]+(?:\.[\w-]+)+                             # e-mail
  | [#@]\w+                                                         # hash tag, handle
  | (?:{_LETTER}\.){{2,8}}                                          # U.S.
  | \d+(?:[.,:/-]\d+)*[º°ª]?                                        # number, date, time
  | (?:[dlDL]['’])(?={_LETTER})                                     # d', l'
  | (?:St|Mr|Mrs|Ms|Dr|Prof|Sr|Sra|Srta|Inc|Corp|Co|Ltd|Jr|No|Av|Art|Exmo|Dra|Str|Nr|Abs)\.(?!\w)
  | {_LETTER}\.(?=\s+[^\W\d_a-zà-ÿ])                                # initial before a name
  | \w+?(?=n['’]t\b)                                                # do|n't
  | n['’]t\b
  | ['’](?:s|re|ve|ll|d|m)\b                                        # clitics
  | \w+(?:(?:[-‐·&+]|['’](?!(?:s|re|ve|ll|d|m|t)\b))\w+)*-?         # word, inner hyphen or apostrophe
  | \.{{2,}} | --+ | `` | ''
  | [^\w\s]
    """,
    re.VERBOSE,
)
_SENTENCE_END = frozenset(".!?…")
_AFTER_END = frozenset("\"'”’»)]")


class Token(NamedTuple):
    """A word and where it stands."""

    text: str
    start: int
    end: int


class Window(NamedTuple):
    """A stretch of tokens; only `keep_from` to `keep_to` belongs to its answer."""

    start: int
    end: int
    keep_from: int
    keep_to: int


def tokenize(text: str) -> list[Token]:
    """Return the words of a text; runs longer than 64 characters are cut into pieces."""
    found = [Token(match[0], *match.span()) for match in _TOKEN.finditer(text)]
    if all(len(token.text) <= _MAX_WORD for token in found):
        return found
    pieces = (piece for token in found for piece in _pieces(token.start, token.end))
    return [Token(text[start:end], start, end) for start, end in pieces]


def _pieces(start: int, end: int) -> Iterator[tuple[int, int]]:
    for at in range(start, end, _MAX_WORD):
        yield at, min(end, at + _MAX_WORD)


def split_sentences(text: str, tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Return token ranges of sentences: after a full stop before a capital, or an empty line."""
    if not tokens:
        return []
    cuts = [0, *(i for i in range(1, len(tokens)) if _is_boundary(text, tokens, i)), len(tokens)]
    return list(pairwise(cuts))


def _is_boundary(text: str, tokens: Sequence[Token], at: int) -> bool:
    gap = text[tokens[at - 1].end : tokens[at].start]
    if gap.count("\n") >= 2 or "\r\n\r\n" in gap:
        return True
    if not gap:
        return False
    last = at - 1
    while last > 0 and tokens[last].text in _AFTER_END:
        last -= 1
    mark = tokens[last].text
    if mark not in _SENTENCE_END and not mark.endswith(".."):
        return False
    return not tokens[at].text[0].islower()


def windows(start: int, end: int) -> list[Window]:
    """Cut a long sentence into overlapping windows whose kept parts tile it exactly."""
    if end - start <= WINDOW:
        return [Window(start, end, start, end)]
    step = WINDOW - OVERLAP
    found: list[Window] = []
    for at in range(start, end - OVERLAP, step):
        stop = min(end, at + WINDOW)
        keep_from = at if at == start else at + OVERLAP // 2
        keep_to = end if stop == end else stop - OVERLAP // 2
        found.append(Window(at, stop, keep_from, keep_to))
    return found

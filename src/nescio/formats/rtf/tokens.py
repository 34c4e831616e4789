"""The source of rich text in tokens: groups, words of control, and stretches of text between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from nescio.core.errors import InputError

OPEN: Final = "open"
CLOSE: Final = "close"
STAR: Final = "star"
WORD: Final = "word"
TEXT: Final = "text"
BIN: Final = "bin"
SKIP: Final = "skip"  # says nothing: the end of a line of the source, a hyphen that only shows at one
_UNICODE: Final = r"\\u-?\d{1,6}(?![\d])[ ]?"
_NAMED: Final = r"\\(?:emdash|endash|emspace|enspace|qmspace|bullet|[lr]quote|[lr]dblquote)(?![A-Za-z])[ ]?"
# Signs of text: escapes, names and numbers of letters, and whatever is no sign of control.
_SIGNS: Final = rf"(?:{_UNICODE}|{_NAMED}|\\'[0-9A-Fa-f]{{2}}|\\[{{}}\\~_]|[^{{}}\\\r\n\x00])+"
_TOKEN: Final = re.compile(
    rf"(?P<text>{_SIGNS})|(?P<open>\{{)|(?P<close>\}})|(?P<star>\\\*)|"
    r"\\(?P<word>[A-Za-z]{1,64})(?P<number>-?\d{1,10})?[ ]?|(?P<skip>[\r\n\x00]+|\\[\s\S]|\\)"
)


class RtfToken(NamedTuple):
    kind: str
    start: int
    end: int
    word: str = ""
    number: int | None = None


def rtf_tokens(source: str) -> Iterator[RtfToken]:
    """The tokens of a source in which every byte is one sign."""
    at = 0
    while at < len(source):
        match = _TOKEN.match(source, at)
        if match is None:
            raise InputError("The rich text is damaged.")
        kind = match.lastgroup or SKIP
        at = match.end()
        if kind in ("word", "number"):
            word, number = match["word"], match["number"]
            yield RtfToken(WORD, match.start(), at, word, None if number is None else int(number))
            if word == "bin" and number is not None and int(number) > 0:
                end = min(len(source), at + int(number))
                yield RtfToken(BIN, at, end)
                at = end
        else:
            yield RtfToken(kind, match.start(), at)

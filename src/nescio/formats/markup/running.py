"""The running text of markup: the texts between tags as one, with breaks where blocks begin and end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from nescio.formats.markup.collecting import stronger
from nescio.formats.markup.tokens import CDATA, CLOSE, OPEN, REMARK, TEXT, MarkupToken

_SPACES: Final = " \t\r\n\f"
_SMALL: Final = ("rt", "rp", "rtc")  # small print beside letters, and its brackets for old readers


class Stretch(NamedTuple):
    """A text between two tags, without the white space that only parts blocks."""

    start: int
    end: int
    before: str
    around: tuple[int, int]  # with that white space


def stretches(
    text: str,
    found: Sequence[MarkupToken],
    breaks: Callable[[MarkupToken], str],
    *,
    keeps: Callable[[int], bool],
) -> Iterator[tuple[int, Stretch]]:
    """The texts, each with the number of its token; `keeps` tells of a token whether its blanks stay.

    White space that stands in the source between blocks is none of them; a text that is empty is one all
    the same, so that a page in which a text went has the same texts.
    """
    before = "\n"
    for number, token in enumerate(found):
        if token.kind == CDATA:
            yield number, Stretch(token.start, token.end, before, (token.start, token.end))
            before = ""
        elif token.kind != TEXT:
            before = stronger(before, breaks(token))
        elif keeps(number):
            yield number, Stretch(token.start, token.end, before, (token.start, token.end))
            before = ""
        else:
            behind = _next_break(found, number, breaks)
            stretch = _trimmed(text, token, before, at_end=behind != "")
            at_border = number in (0, len(found) - 1) and token.start == token.end
            if stretch is not None and not at_border:
                yield number, stretch
                before = ""


def small_print(found: Sequence[MarkupToken]) -> list[list[int]]:
    """Tokens of what stands beside letters (ruby), each stretch by itself; its end may be missing."""
    groups: list[list[int]] = []
    is_open = False
    for number, token in enumerate(found):
        begins = token.kind == OPEN and token.name in _SMALL
        if begins:
            groups.append([])
            is_open = True
        elif is_open and _ends_small(token):
            is_open = False
            if token.name in _SMALL:
                groups[-1].append(number)
        if is_open:
            groups[-1].append(number)
    return groups


def _ends_small(token: MarkupToken) -> bool:
    return (token.kind == CLOSE and token.name in (*_SMALL, "ruby")) or token.name == "rb"


def _next_break(found: Sequence[MarkupToken], number: int, breaks: Callable[[MarkupToken], str]) -> str:
    if number + 1 == len(found):
        return "\n"
    token = found[number + 1]
    return "" if token.kind in (REMARK, CDATA) else breaks(token)


def _trimmed(text: str, token: MarkupToken, before: str, *, at_end: bool) -> Stretch | None:
    start, end = token.start, token.end
    if start == end:
        return Stretch(start, end, before, (start, end))
    if before:
        while start < end and text[start] in _SPACES:
            start += 1
    if at_end:
        while end > start and text[end - 1] in _SPACES:
            end -= 1
    return None if start == end else Stretch(start, end, before, (token.start, token.end))

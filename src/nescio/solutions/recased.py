"""Surrogates in another case: a name that an editor wrote in capitals, or small."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nescio.text.occurrences import occurrences

Places = dict[str, list[tuple[int, int]]]


def find_recased(lost: Iterable[str], text: str, *, known: Mapping[str, object]) -> Places:
    """Where lost words stand as whole words in other case; never one that two of them could be."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a letter that grows when it is small: places would not fit
        return {}
    folded: dict[str, set[str]] = {}
    for word in known:
        folded.setdefault(word.lower(), set()).add(word)
    wanted = {
        word.lower(): word
        for word in lost
        if len(folded[word.lower()]) == 1 and any(map(str.isalpha, word)) and word[-1:].isalpha()
    }
    found: Places = {}
    for start, small in occurrences(wanted, lowered):
        end = start + len(small)
        if _is_whole(text, start, end) and _is_name(text[start:end]) and text[start:end] != wanted[small]:
            found.setdefault(wanted[small], []).append((start, end))
    return found


def in_case_of(model: str, original: str) -> str:
    """The original in capitals, or small, as what stands for it."""
    if model.isupper() and len(model) > 1:
        return original.upper()
    return original.lower() if model.islower() else original


def _is_name(written: str) -> bool:
    """Whether it can be no other word: a small one alone, such as rose, may be a flower."""
    return not written.islower() or len(written.split()) > 1


def _is_whole(text: str, start: int, end: int) -> bool:
    return not (text[start - 1 : start].isalnum() if start else False) and not text[end : end + 1].isalnum()

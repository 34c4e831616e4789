"""brat stand-off: a text file and its `.ann`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from nescio.evaluate.model import Annotation, Mark, wrong

_TEXT_BOUND: Final = re.compile(r"(T\S+)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)(?:\t(.*))?")
_EQUIV: Final = re.compile(r"\*\tEquiv\s+(.*)")
_COREF: Final = re.compile(r"R\S+\t[Cc]oref\w*\s+\S+?:(\S+)\s+\S+?:(\S+)")


def read_brat(text: str, lines: Sequence[str], *, name: str, file: str) -> Annotation:
    """The `T` lines as mentions; `Equiv` and `Coref` join them into entities.

    Each fragment of a discontinuous annotation is a mention of its own, of one entity.
    """
    fragments: list[tuple[str, Mark]] = []
    chains = _Chains()
    for number, line in enumerate(lines, 1):
        if line.startswith("T"):
            found = _read_bound(line, text, file, number)
            fragments += found
            if len(found) > 1:
                chains.join([found[0][0]])
        elif match := _EQUIV.match(line):
            chains.join(match[1].split())
        elif match := _COREF.match(line):
            chains.join([match[1], match[2]])
    mentions = tuple(mention._replace(entity=chains.name(key)) for key, mention in fragments)
    return Annotation(name, text, mentions, file=file, line=1)


def _read_bound(line: str, text: str, file: str, number: int) -> list[tuple[str, Mark]]:
    match = _TEXT_BOUND.fullmatch(line.rstrip("\r\n"))
    if match is None:
        raise wrong(file, number, "a text-bound annotation is 'T1<tab>LABEL start end<tab>text'.")
    key, label, ranges, surface = match.groups()
    mentions = []
    for part in ranges.split(";"):
        start, end = map(int, part.split())
        if not 0 <= start <= end <= len(text):
            raise wrong(
                file, number, f"{key} needs 0 <= start <= end <= {len(text)}, the length of the text."
            )
        mentions.append((key, Mark(start, end, label, line=number)))
    shown = " ".join(text[m.start : m.end] for _, m in mentions)
    if surface is not None and shown.split() != surface.split():
        raise wrong(file, number, f"the text of {key} is not what stands at its offsets: not the same text.")
    return mentions


class _Chains:
    """Joins names into groups."""

    def __init__(self) -> None:
        self._leader: dict[str, str] = {}

    def join(self, keys: Sequence[str]) -> None:
        for key in keys:
            self._leader.setdefault(key, key)
        for key in keys[1:]:
            self._leader[self._find(key)] = self._find(keys[0])

    def _find(self, key: str) -> str:
        leader = self._leader
        while leader[key] != key:
            leader[key] = leader[leader[key]]  # a long chain is walked once
            key = leader[key]
        return key

    def name(self, key: str) -> str:
        return self._find(key) if key in self._leader else ""

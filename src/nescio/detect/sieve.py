"""Tells of many expressions at once in which texts they may match at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from daachorse import CharwiseDoubleArrayAhoCorasick

from nescio.detect.needles import FOLDING

_CHUNK: Final = 1 << 16  # characters that are looked at together: what stands in them is held as a list


class RuleSieve:
    """Finds what expressions need in texts; one without such needles may match anywhere."""

    def __init__(self, needles: Sequence[Iterable[str] | None]) -> None:
        self._number = len(needles)
        self._always = frozenset(number for number, own in enumerate(needles) if own is None)
        owners: dict[str, list[int]] = {}
        for number, own in enumerate(needles):
            for needle in own or ():
                owners.setdefault(needle, []).append(number)
        self._needles, self._owners = list(owners), list(owners.values())
        self._longest = max(map(len, owners), default=1)

    def asked(self, texts: Sequence[bytes]) -> list[list[int]]:
        """For each expression the numbers of the texts, in the alphabet, that hold one of its needles."""
        found: list[list[int]] = [
            list(range(len(texts))) if number in self._always else [] for number in range(self._number)
        ]
        for number, text in enumerate(texts):
            for owner in self._owners_in(text):
                found[owner].append(number)
        return found

    def _owners_in(self, text: bytes) -> set[int]:
        owners = set[int]()
        if not self._needles:
            return owners
        folded = text.translate(FOLDING).decode("latin-1")
        for at in range(0, len(folded), _CHUNK):
            piece = folded[at : at + _CHUNK + self._longest - 1]
            for needle in {own for _, _, own in self._automaton.find_overlapping(piece)}:
                owners.update(self._owners[needle])
        return owners

    @cached_property
    def _automaton(self) -> CharwiseDoubleArrayAhoCorasick:
        return CharwiseDoubleArrayAhoCorasick(self._needles)

"""Numbers that stand in the texts of a ledger already, written as placeholders are: nobody new gets them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nescio.core.identity import MOST
from nescio.core.labels import TOLD_NAMES, LabelSet
from nescio.text.standing import standing, word_key


class StandingNumbers:
    """What looks like a placeholder in a text, for all texts to come: `[PERSON7]` there is nobody of ours.

    The way back goes by the record of a text and would not take one for the other; who reads the texts
    of a ledger side by side would. Numbers up to the last that was given are never given again anyway.
    """

    def __init__(self, labels: LabelSet) -> None:
        self._kind_of: dict[str, set[str]] = {}  # folded word of placeholders -> kinds
        for label in labels:
            kind = labels.root(label.name)
            if kind in TOLD_NAMES:
                self._kind_of.setdefault(word_key(label.display), set()).add(kind)
        self._found: set[tuple[str, int]] = set()
        self._new: set[tuple[str, int]] = set()  # since somebody last kept the changes

    def __contains__(self, kind_and_number: tuple[str, int]) -> bool:
        return kind_and_number in self._found

    def note(self, text: str, last: Mapping[str, int]) -> None:
        """Remember what stands in a text behind the words of placeholders."""
        for word, numbers in standing(text, self._kind_of).items():
            for number in _given(numbers):
                for kind in self._kind_of[word]:
                    if number > last.get(kind, 0) and (kind, number) not in self._found:
                        self._found.add((kind, number))
                        self._new.add((kind, number))

    def changes(self, last: Mapping[str, int]) -> dict[str, list[int]]:
        return _by_kind(self._new, last)

    def forget_changes(self) -> None:
        self._new.clear()

    def to_json(self, last: Mapping[str, int]) -> dict[str, list[int]]:
        return _by_kind(self._found, last)

    def restore(self, raw: Mapping[str, Iterable[int]]) -> None:
        """What `to_json` wrote."""
        self._found = {(kind, number) for kind, numbers in raw.items() for number in numbers}


def _given(numbers: Iterable[str]) -> list[int]:
    """Those that a ledger could come to give."""
    return [int(digits) for digits in numbers if digits[0] != "0" and len(digits) < len(str(MOST))]


def _by_kind(found: Iterable[tuple[str, int]], last: Mapping[str, int]) -> dict[str, list[int]]:
    by_kind: dict[str, list[int]] = {}
    for kind, number in sorted(found):
        if number > last.get(kind, 0):
            by_kind.setdefault(kind, []).append(number)
    return by_kind

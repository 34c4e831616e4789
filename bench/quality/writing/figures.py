"""Figures with counts: how many of how many, by name; kept as JSON beside those of an earlier run."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple


class Portion(NamedTuple):
    """So many of so many."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        return self.part / self.whole if self.whole else 0.0

    def __str__(self) -> str:
        return f"{self.value:.3f}" if self.whole else "–"


Figures = Mapping[str, Portion]


class PortionTally:
    """Counts cases and those among them that are so, under several names at once."""

    def __init__(self) -> None:
        self._part: Counter[str] = Counter()
        self._whole: Counter[str] = Counter()

    def add(self, names: Iterable[str], part: int, whole: int = 1) -> None:
        for name in names:
            self._part[name] += part
            self._whole[name] += whole

    def figures(self) -> dict[str, Portion]:
        return {name: Portion(self._part[name], self._whole[name]) for name in sorted(self._whole)}


def names(figure: str, *slices: str) -> list[str]:
    """The names of a figure, over everything and in each slice: `full`, `full | label PER`."""
    return [figure, *(f"{figure} | {part}" for part in slices)]


def to_json(figures: Figures) -> dict[str, Any]:
    return {
        name: {"part": share.part, "of": share.whole, "share": round(share.value, 4)}
        for name, share in figures.items()
    }


def from_json(content: Mapping[str, Any]) -> dict[str, Portion]:
    return {name: Portion(row["part"], row["of"]) for name, row in content.items()}


def read_before(path: Path, fingerprint: str) -> dict[str, Portion]:
    """The figures of an earlier run over the same documents; none if there is no such run."""
    if not path.is_file():
        return {}
    content = json.loads(path.read_text(encoding="utf-8"))
    return from_json(content["figures"]) if content["fingerprint"] == fingerprint else {}

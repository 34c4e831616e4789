"""What the compilation of the knowledge base is made of: things with names, a type and a country."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.sources import PACKS

# Countries whose smallest places are kept, and more of the other names of their towns.
HOME = frozenset("DE AT CH LI LU PT BR ES GB IE MX AR CO CL PE UY".split())  # noqa: SIM905
LATIN = re.compile(r"[A-Za-zÀ-ɏ0-9][A-Za-zÀ-ɏ0-9'’.,&+!/ ()-]*")
ALTERNATE = re.compile(r"[A-ZÀ-Þ][A-Za-zÀ-ɏ'’. -]{3,}")
NOWHERE = "ZZ"  # ISO 3166 for "not known": the lists do not say where a place lies


class Thing(NamedTuple):
    names: tuple[str, ...]
    type: str
    country: str = ""
    size: int = 0
    labels: tuple[tuple[str, str], ...] = ()  # language and name


def lines(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [line for line in lines if line.strip() and not line.startswith("#")]


def by_hand(file: str) -> Iterator[Thing]:
    kind = ""
    for line in lines(PACKS / "xx" / "knowledge" / file):
        if match := re.fullmatch(r"\[(\w+)\]", line.strip()):
            kind = match[1]
            continue
        for entity in line.split(";"):
            names = tuple(name.strip() for name in entity.split("=") if name.strip())
            if names:
                yield Thing(names, kind)

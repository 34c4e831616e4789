"""The lists that the knowledge bench is judged by: long enough, and apart from each other."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

HEADS = Path(__file__).parents[2] / "bench" / "quality" / "heads"


def words(entry: Any) -> set[str]:
    if isinstance(entry, str):
        return set(entry.split())
    return {word for part in entry.values() for word in words(part)}


def test_list_a_and_list_b_are_long_and_share_no_word() -> None:
    a, b = (tomllib.loads((HEADS / f"list_{n}.toml").read_text(encoding="utf-8")) for n in "ab")
    for kind, languages in {"gender": ("de", "pt", "es"), "names": ("en", "de", "pt", "es")}.items():
        for language in languages:
            mine, other = words(a[kind][language]), words(b[kind][language])
            assert len(mine) >= 200
            assert len(other) >= 200
            assert not mine & other

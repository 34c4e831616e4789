"""How a part of this package fails on purpose: when it is built, or at a word that it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

BUILD = "build"


class Storm:
    """Option `sinks`: "build", or a word that the part cannot bear."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._word = str(options.get("sinks", ""))
        if self._word == BUILD:
            raise RuntimeError("the part was told to sink")

    def meet(self, text: str) -> None:
        """A careless error that quotes the text: nescio must not pass it on."""
        if self._word and self._word in text:
            raise RuntimeError(f"cannot read {text!r}")

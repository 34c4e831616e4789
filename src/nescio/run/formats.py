"""The installed formats by file suffix; one is imported and built when a file needs it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from nescio.api import Anonymizer
from nescio.core.protocols import Format
from nescio.packs import Pack
from nescio.registry import Registry

GROUP: Final = "nescio.formats"
PLAIN: Final = "txt"


class Formats:
    """Entry points are named by suffix; a file without a known one is taken for plain text."""

    def __init__(
        self, registry: Registry, pack: Pack, *, encoding: str | None = None, fallback: str = "cp1252"
    ) -> None:
        self._registry, self._pack = registry, pack
        self._options = {"encoding": encoding, "fallback": fallback, "dialects": registry.dialects}
        self._names = registry.names(GROUP)
        self._parts: dict[str, Format] = {}

    @classmethod
    def of_anonymizer(cls, anonymizer: Anonymizer, encoding: str | None = None) -> Formats:
        """The formats of a call, with the code page that its settings try first."""
        pack = anonymizer.pack
        fallback = anonymizer.settings(pack.language).get("text", "encoding")
        return cls(anonymizer.registry, pack, encoding=encoding, fallback=fallback)

    def in_encoding(self, encoding: str) -> Formats:
        """The same formats for files whose encoding is known."""
        return Formats(self._registry, self._pack, encoding=encoding)

    def __contains__(self, path: Path) -> bool:
        return _name_of(path) in self._names

    def find(self, path: Path | None) -> Format:
        """The format of a file; standard input, which is None, is plain text."""
        name = _name_of(path) if path is not None and path in self else PLAIN
        if name not in self._parts:
            self._parts[name] = self._registry.build(GROUP, name, pack=self._pack, options=self._options)
        return self._parts[name]

    @property
    def suffixes(self) -> list[str]:
        return [f".{name}" for name in self._names]


def _name_of(path: Path) -> str:
    return path.suffix.lower().removeprefix(".")

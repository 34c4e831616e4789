"""The installed formats by file suffix; one is imported and built when a file needs it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from nescio.api import Anonymizer
from nescio.core.errors import failing_as
from nescio.core.model import Job
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
        return _suffix(path) in self._names

    def find(self, path: Path | None) -> Format:
        """The format of a file; standard input, which is None, is plain text."""
        name = self._name_of(path)
        if name not in self._parts:
            self._parts[name] = self._registry.build(GROUP, name, pack=self._pack, options=self._options)
        return self._parts[name]

    def _name_of(self, path: Path | None) -> str:
        return _suffix(path) if path is not None and path in self else PLAIN

    def read(self, path: Path | None, data: bytes, *, name: str) -> list[Job]:
        """The documents in the bytes of a file; a format that fails is named."""
        with self._asking(path):
            jobs = self.find(path).read(data, name=name)
            if not isinstance(jobs, list):
                raise TypeError("a list of jobs")
            return jobs

    def write(self, path: Path | None, jobs: Sequence[Job], *, data: bytes) -> bytes:
        """The bytes of the finished file; a format that fails is named."""
        with self._asking(path):
            content = self.find(path).write(jobs, data)
            if not isinstance(content, bytes):
                raise TypeError("the bytes of a file")
            return content

    def _asking(self, path: Path | None) -> AbstractContextManager[None]:
        return failing_as(f"format {self._name_of(path)!r}")

    @property
    def suffixes(self) -> list[str]:
        return [f".{name}" for name in self._names]


def _suffix(path: Path) -> str:
    return path.suffix.lower().removeprefix(".")

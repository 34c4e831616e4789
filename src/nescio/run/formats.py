"""The installed formats by file suffix; one is imported and built when a file needs it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from nescio.api import Anonymizer
from nescio.core.contents import Contents
from nescio.core.errors import InputError, failing_as
from nescio.core.model import Job
from nescio.core.protocols import Format, Inspecting, Settling
from nescio.formats.sniffing import told_by_content, why_unreadable
from nescio.packs import Pack
from nescio.registry import Registry

GROUP: Final = "nescio.formats"
PLAIN: Final = "txt"


class Formats:
    """Entry points are named by suffix; a file without a known one is taken for plain text.

    What the bytes of a file say goes before its suffix. `documents` are wishes about documents.
    """

    def __init__(
        self,
        registry: Registry,
        pack: Pack,
        *,
        encoding: str | None = None,
        fallback: str = "cp1252",
        documents: Mapping[str, Any] | None = None,
    ) -> None:
        self._registry, self._pack = registry, pack
        self._options: dict[str, Any] = {
            "encoding": encoding, "fallback": fallback, "dialects": registry.dialects, **(documents or {}),
        }  # fmt: skip
        self._names = registry.names(GROUP)
        self._parts: dict[str, Format] = {}

    @classmethod
    def of_anonymizer(
        cls,
        anonymizer: Anonymizer,
        encoding: str | None = None,
        documents: Mapping[str, Any] | None = None,
    ) -> Formats:
        """The formats of a call, with the code page that its settings try first."""
        pack = anonymizer.pack
        fallback = anonymizer.settings(pack.language).get("text", "encoding")
        return cls(anonymizer.registry, pack, encoding=encoding, fallback=fallback, documents=documents)

    def in_encoding(self, encoding: str) -> Formats:
        """The same formats for files whose encoding is known."""
        formats = Formats(self._registry, self._pack)
        formats._options = {**self._options, "encoding": encoding}
        return formats

    def __contains__(self, path: Path) -> bool:
        return _suffix(path) in self._names

    def find(self, path: Path | None, data: bytes = b"") -> Format:
        """The format of a file; standard input, which is None, is plain text unless its bytes say more."""
        return self._part(self.name_of(path, data))

    def _part(self, name: str) -> Format:
        if name not in self._parts:
            self._parts[name] = self._registry.build(GROUP, name, pack=self._pack, options=self._options)
        return self._parts[name]

    def name_of(self, path: Path | None, data: bytes = b"") -> str:
        """The name of the format, by content and then by suffix."""
        named = _suffix(path) if path is not None and path in self else PLAIN
        told = told_by_content(data)
        if told is None or self._is_one(named, told):
            return named
        if told not in self._names:
            raise InputError(why_unreadable(told, data))
        return told

    def _is_one(self, named: str, told: str) -> bool:
        """Whether two suffixes are of one format, as those of documents with and without macros."""
        return named == told or f".{named}" in self._suffixes_of(told)

    def _suffixes_of(self, name: str) -> Collection[str]:
        return self._part(name).suffixes if name in self._names else ()

    def is_by_content(self, path: Path | None, data: bytes) -> bool:
        """Whether the bytes of a file and not its suffix say what it is."""
        return path is not None and path in self and self.name_of(path, data) != self.name_of(path)

    def read(self, path: Path | None, data: bytes, *, name: str) -> list[Job]:
        """The documents in the bytes of a file; a format that fails is named."""
        with self._asking(path, data):
            jobs = self.find(path, data).read(data, name=name)
            if not isinstance(jobs, list):
                raise TypeError("a list of jobs")
            return jobs

    def write(self, path: Path | None, jobs: Sequence[Job], *, data: bytes) -> bytes:
        """The bytes of the finished file; a format that fails is named."""
        with self._asking(path, data):
            content = self.find(path, data).write(jobs, data)
            if not isinstance(content, bytes):
                raise TypeError("the bytes of a file")
            return content

    def settled(self, path: Path | None, jobs: Sequence[Job], *, data: bytes) -> list[Job]:
        """The jobs as their file can take them, whose text then is what is written."""
        with self._asking(path, data):
            part = self.find(path, data)
            return part.settle(jobs, data) if isinstance(part, Settling) else list(jobs)

    def inspect(self, path: Path | None, *, data: bytes) -> Contents | None:
        """What becomes of each part of a file; None if its format has no parts."""
        with self._asking(path, data):
            part = self.find(path, data)
            return part.inspect(data) if isinstance(part, Inspecting) else None

    def _asking(self, path: Path | None, data: bytes) -> AbstractContextManager[None]:
        return failing_as(f"format {self.name_of(path, data)!r}")

    @property
    def suffixes(self) -> list[str]:
        return [f".{name}" for name in self._names]


def _suffix(path: Path) -> str:
    return path.suffix.lower().removeprefix(".")

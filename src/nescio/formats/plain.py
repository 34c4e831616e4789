"""Plain text: one file, one document, written back in its own encoding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from nescio.core.errors import JobError
from nescio.core.model import Document, Job
from nescio.packs import Pack
from nescio.text.encoding import Decoded, decode, encode


class PlainFormat:
    """Reads any encoding that it can prove and writes the very same one."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".txt", ".text"})

    def __init__(self, *, encoding: str | None, fallback: str) -> None:
        self._encoding, self._fallback = encoding, fallback

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> PlainFormat:
        return cls(encoding=options.get("encoding"), fallback=options.get("fallback", "cp1252"))

    def read(self, data: bytes, *, name: str) -> list[Job]:
        decoded = decode(data, encoding=self._encoding, fallback=self._fallback)
        meta = {"encoding": decoded.encoding, "bom": decoded.bom.hex()}
        return [Job(Document(name, decoded.text, meta=meta))]

    def write(self, jobs: Sequence[Job], data: bytes) -> bytes:
        [job] = jobs
        if job.solution is None:
            raise JobError("A document without a solution is not written.")
        meta = job.document.meta
        like = Decoded("", str(meta["encoding"]), bytes.fromhex(str(meta["bom"])))
        return encode(job.solution.text, like)

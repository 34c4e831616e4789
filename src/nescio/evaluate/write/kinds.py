"""Every kind of file that annotations are written to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath
from typing import Final

from nescio.evaluate.model import Annotation
from nescio.evaluate.write.brat import write_ann
from nescio.evaluate.write.columns import write_conll, write_tsv
from nescio.evaluate.write.rows import write_rows

_ONE_FILE: Final[Mapping[str, Callable[[Iterable[Annotation]], str]]] = {
    "tsv": write_tsv, "conll": write_conll, "jsonl": write_rows,
}  # fmt: skip
BRAT: Final = "brat"
WRITTEN_KINDS: Final = (*_ONE_FILE, BRAT)


def write_kind(kind: str, annotations: Iterable[Annotation], name: str) -> dict[str, bytes]:
    """The files of one kind by their names: one, or for brat two for each document."""
    if kind != BRAT:
        return {f"{name}.{kind}": _ONE_FILE[kind](annotations).encode("utf-8", "surrogatepass")}
    found: dict[str, bytes] = {}
    for number, item in enumerate(annotations, 1):
        stem = f"{number:04d}-{PurePosixPath(item.id).stem or 'document'}"
        found[f"{stem}.txt"] = (item.text or "").encode("utf-8", "surrogatepass")
        found[f"{stem}.ann"] = write_ann(item).encode("utf-8", "surrogatepass")
    return found

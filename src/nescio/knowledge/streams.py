"""Dumps as streams: plain, gzip or bzip2, with one clear error for whatever is wrong with them."""

from __future__ import annotations

import bz2
import gzip
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from nescio.core.errors import InputError
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.packs.files import is_there


def open_dump(path: Path) -> IO[bytes]:
    """The bytes of a dump, uncompressed on the way."""
    if not is_there(path):
        raise InputError(f"There is no dump {str(path)!r}.")
    if path.suffix == ".gz":
        return cast(IO[bytes], gzip.open(path, "rb"))
    if path.suffix == ".bz2":
        return cast(IO[bytes], bz2.open(path, "rb"))
    return path.open("rb")


@contextmanager
def reading(path: Path, what: str) -> Iterator[None]:
    """Turn the ways in which a dump can be broken into one sentence."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name!r} is not written in UTF-8; {what} are.") from error
    except (EOFError, OSError, zlib.error) as error:
        raise InputError(f"{path.name!r} breaks off or is damaged; fetch it again.") from error


class BadEntries:
    """Counts the entries of a dump that could not be read; the others are imported."""

    def __init__(self) -> None:
        self.number = 0


def entries(
    path: Path, what: str, *, passed_over: BadEntries, after: int = 0
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The numbered lines of a dump that are JSON objects: entries of Wikidata, or of a Wiktionary extract.

    A line that is none is passed over and counted. If it is the last one, the dump was cut off; if
    no line is any, the file is no such dump.
    """
    found, is_cut = 0, False
    with reading(path, what), open_dump(path) as file:
        for number, line in enumerate(file, start=1):
            content = line.strip().removesuffix(b",")
            if content:
                is_cut = False
            if number <= after or content in (b"[", b"]", b""):
                found += number <= after
                continue
            try:
                value = read_json(content)
            except PlainJsonError:
                value, is_cut = None, True
            if isinstance(value, dict):
                found += 1
                yield number, value
            else:
                passed_over.number += 1
    if passed_over.number and not found:
        raise InputError(f"{path.name!r} holds no entry: {what} are JSON in UTF-8, one entry on each line.")
    if is_cut:
        raise InputError(f"{path.name!r} breaks off in the middle of its last entry; fetch it again.")


def list_of(value: Any) -> list[Any]:
    """The list that must stand there; dumps leave empty ones out, or write another empty thing."""
    if not value and value != 0:
        return []
    if not isinstance(value, list):
        raise ValueError("a list")
    return value


def map_of(value: Any) -> Mapping[str, Any]:
    """The object that must stand there; dumps write [] for an empty one."""
    if not value and value != 0:
        return {}
    if not isinstance(value, Mapping):
        raise ValueError("an object")
    return value


def text_of(value: Any) -> str:
    """The text that must stand there; empty if nothing does."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ValueError("a text")
    return value

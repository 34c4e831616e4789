"""Dumps as streams: plain, gzip or bzip2, with one clear error for whatever is wrong with them."""

from __future__ import annotations

import bz2
import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from nescio.core.errors import InputError


def open_dump(path: Path) -> IO[bytes]:
    """The bytes of a dump, uncompressed on the way."""
    if not path.is_file():
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


def lines(path: Path, what: str) -> Iterator[tuple[int, str]]:
    """Numbered lines of a dump in UTF-8."""
    with reading(path, what), open_dump(path) as file:
        for number, line in enumerate(file, start=1):
            yield number, line.decode("utf-8")

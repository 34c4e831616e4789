"""What was read from the files of a language, kept as Python keeps compiled modules, for the next start.

It lies in `__pycache__` beside the files and counts as long as they and the code that read them are as they
were. Where that folder cannot be written, or Python is told to write none, nothing is kept.
"""

from __future__ import annotations

import marshal
import os
import sys
import zlib
from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, Final, TypeVar

T = TypeVar("T")
_CODE: Final = Path(__file__).parents[1]
_READERS: Final = ("packs", "text")  # folders of the code whose change makes everything be read again


def keep(name: str, folder: Path, sources: Iterable[Path], make: Callable[[], T]) -> T:
    """What `make` reads from the sources; plain values only: text, numbers, tuples, sets, lists, dicts."""
    try:
        place = Path(cache_from_source(str(folder / f"{name}.py"))).with_suffix(".bin")
    except NotImplementedError:  # this Python keeps nothing
        return make()
    stamp = [*_code_stamp(), *map(_stamp_of, sources)]
    found = _read(place, stamp)
    if found is None:
        found = (make(),)
        _write(place, stamp, found[0])
    kept: T = found[0]
    return kept


def keeps() -> bool:
    """Whether what is made now will be there at the next start; else not much should be made."""
    return not sys.dont_write_bytecode


def _read(place: Path, stamp: object) -> tuple[Any] | None:
    """The one value that is kept there; `None` if there is none, or it is older than its sources."""
    try:
        data = place.read_bytes()
    except OSError:
        return None
    if zlib.crc32(data[4:]).to_bytes(4, "little") != data[:4]:
        return None
    try:
        read_at, value = marshal.loads(data[4:])  # noqa: S302 - as trusted as the code beside it
    except (ValueError, EOFError, TypeError):
        return None
    return (value,) if read_at == stamp else None


def _write(place: Path, stamp: Any, value: Any) -> None:
    if not keeps():
        return
    from nescio.core.errors import NescioError
    from nescio.files.whole import write_whole

    data = marshal.dumps((stamp, value))
    try:
        write_whole(place, zlib.crc32(data).to_bytes(4, "little") + data)
    except (OSError, NescioError):  # a folder of somebody else's: the next start reads again
        return


def _stamp_of(path: Path) -> tuple[str, int, int]:
    try:
        status = path.stat()
    except OSError:
        return str(path), -1, -1
    return str(path), status.st_mtime_ns, status.st_size


@cache
def _code_stamp() -> list[tuple[str, int, int]]:
    folders = (_CODE / name for name in _READERS)
    entries = [entry for folder in folders for entry in os.scandir(folder) if entry.name.endswith(".py")]
    return sorted((entry.name, entry.stat().st_mtime_ns, entry.stat().st_size) for entry in entries)

"""The files of a model: checked against their manifest once, and mapped, so that processes share them."""

from __future__ import annotations

import mmap
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from nescio.core.errors import PluginError
from nescio.packs.kept import keep

REBUILD: Final = "Reinstall nescio, or rebuild the model with `nescio train tagger`."
_LOCAL_HEAD: Final = 30  # bytes before the name of a file in an archive


def check_files(folder: Path, files: Mapping[str, Mapping[str, Any]]) -> None:
    """Refuse a missing or damaged file; one that has not changed since it was whole is not read again."""
    paths = [folder / name for name in files]
    for path in paths:
        if not path.is_file():
            raise PluginError(f"The tagger's model file {path.name!r} is missing. {REBUILD}")
    sums = keep("sums", folder, paths, lambda: [_sum_of(path) for path in paths])
    for path, found in zip(paths, sums, strict=True):
        if found != files[path.name]["sha256"]:
            raise PluginError(
                f"The tagger's model file {path.name!r} is damaged: its checksum is wrong. {REBUILD}"
            )


def _sum_of(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def map_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """The arrays of an `.npz` file that nothing compresses, where they lie."""
    with path.open("rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        with ZipFile(file) as archive:
            return {item.filename.removesuffix(".npy"): _array(data, item) for item in archive.infolist()}


def _array(data: mmap.mmap, item: ZipInfo) -> NDArray[Any]:
    if item.compress_type != ZIP_STORED:
        raise PluginError(f"The tagger's model file is compressed, which nescio never does. {REBUILD}")
    name, extra = (
        int.from_bytes(data[item.header_offset + at : item.header_offset + at + 2], "little")
        for at in (26, 28)
    )
    begin = item.header_offset + _LOCAL_HEAD + name + extra
    head = BytesIO(data[begin : begin + 256])
    npy.read_magic(head)
    shape, by_column, kind = npy.read_array_header_1_0(head)
    found = np.frombuffer(data, kind, count=int(np.prod(shape)), offset=begin + head.tell())
    found = found.reshape(shape, order="F" if by_column else "C")
    # Numbers across the borders of machine words are slow to look at again and again.
    return found if found.flags.aligned else found.copy()

"""The only place that changes the disk: one small act per function, so that each can be made to fail.

All of them ask `os` by that name: a test puts something in its place that fails when it is told to.
"""

from __future__ import annotations

import errno
import fcntl
import os
from contextlib import suppress
from pathlib import Path

# A folder on some network disks cannot be synced; their servers keep the order themselves.
_CANNOT_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)


def make_folder(path: Path) -> None:
    try:
        os.mkdir(path)
    except FileExistsError:
        if not path.is_dir():
            raise


def create(path: Path, mode: int = 0o600) -> int:
    """A new file, never one that is there already, nor one behind a link."""
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)


def open_old(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)


def open_special(path: Path) -> int:
    """A device or a pipe, which is written to and never replaced."""
    return os.open(path, os.O_WRONLY | os.O_CLOEXEC)


def read(handle: int, size: int, *, at: int) -> bytes:
    return os.pread(handle, size, at)


def write(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def seek_end(handle: int) -> int:
    return os.lseek(handle, 0, os.SEEK_END)


def cut(handle: int, size: int) -> None:
    """The file ends here again."""
    os.ftruncate(handle, size)
    os.lseek(handle, size, os.SEEK_SET)


def sync(handle: int) -> None:
    """What was written is on the disk, also if the power fails now."""
    os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """The names in the folder are on the disk too."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise
    finally:
        close(handle)


def number_of(handle: int) -> int:
    return os.fstat(handle).st_ino


def set_mode(handle: int, mode: int) -> None:
    os.fchmod(handle, mode)


def give(handle: int, owner: int, group: int) -> None:
    """The file to its owner again; who may not do that keeps it."""
    with suppress(PermissionError):
        os.fchown(handle, owner, group)


def rename(old: Path, new: Path) -> None:
    os.replace(old, new)


def remove(path: Path) -> None:
    with suppress(FileNotFoundError):
        os.unlink(path)


def close(handle: int) -> None:
    """What had to be kept is synced before; a close that complains loses nothing any more."""
    with suppress(OSError):
        os.close(handle)


def lock(handle: int) -> bool:
    """Whether the file is now this process's alone; the system gives it free when the process ends."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES):
            return False
        raise
    return True

"""Stands between nescio and the disk: counts the acts of a run, and lets one of them fail or the run die."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import typer

from nescio.cli.app import app
from nescio.files import system

ACTS: Final = frozenset(
    {"open", "write", "fsync", "ftruncate", "fchmod", "fchown", "replace", "unlink", "mkdir", "close"}
)


DEADLY: Final = frozenset({"kill", "torn", "power", "names"})
_PROGRAM: Final = typer.main.get_command(app)


class Fault(NamedTuple):
    """What happens at an act; acts are counted from 0."""

    act: int
    # ENOSPC, EIO; short: half of it is written; kill; torn: half of it is written, then death;
    # power: what was not synced is gone; names: new names were kept all the same, their data not
    kind: str
    lasting: bool = False  # all later acts that need space fail as well: the disk stays full


class Done(NamedTuple):
    """How a run ended; the code is negative if it was killed."""

    code: int
    out: str
    err: str
    acts: tuple[str, ...]


class Unsynced:
    """What a power failure may take: data and names that the disk has not confirmed."""

    def __init__(self) -> None:
        self._place: dict[int, Path] = {}  # open file -> its name, or the folder that is synced
        self._sizes: dict[Path, int] = {}  # of files with new data: how much of them is safe
        self._names: list[tuple[Path, Path | None, bytes | None]] = []  # name, what it was, what stood there

    def before(self, name: str, args: Sequence[Any]) -> None:
        if name == "write" and (place := self._place.get(args[0])) is not None:
            self._sizes.setdefault(place, os.fstat(args[0]).st_size)
        elif name == "replace":
            new = Path(args[1])
            self._names.append((new, Path(args[0]), new.read_bytes() if new.exists() else None))

    def after(self, name: str, args: Sequence[Any], result: Any) -> None:
        if name == "open":
            self._place[result] = Path(args[0])
            if args[1] & os.O_CREAT:
                self._names.append((Path(args[0]), None, None))
        elif name == "fsync":
            self._sync(self._place[args[0]])
        elif name == "replace":
            self._rename(Path(args[0]), Path(args[1]))

    def _sync(self, place: Path) -> None:
        if place.is_dir():
            self._names = [item for item in self._names if item[0].parent != place]
        else:
            self._sizes.pop(place, None)

    def _rename(self, old: Path, new: Path) -> None:
        self._place = {file: new if place == old else place for file, place in self._place.items()}
        self._sizes.pop(new, None)
        if old in self._sizes:
            self._sizes[new] = self._sizes.pop(old)

    def vanish(self, *, names: bool) -> None:
        for place, size in self._sizes.items():
            if place.exists():
                os.truncate(place, min(size, place.stat().st_size))
        for new, old, content in reversed(self._names) if names else ():
            if old is not None and new.exists():
                new.replace(old)
            if content is None:
                new.unlink(missing_ok=True)
            else:
                new.write_bytes(content)


class FaultyDisk:
    """`os` as `files.system` sees it."""

    def __init__(self, fault: Fault | None, log: int) -> None:
        self._fault, self._log, self._count = fault, log, 0
        self._unsynced = Unsynced()

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        return self._act(name, real) if name in ACTS else real

    def _act(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def act(*args: Any, **options: Any) -> Any:
            number, self._count = self._count, self._count + 1
            os.write(self._log, f"{name}\n".encode())
            fault = self._fault
            if fault is None or not _strikes(fault, number, name):
                self._unsynced.before(name, args)
                result = real(*args, **options)
                self._unsynced.after(name, args, result)
                return result
            if fault.kind in ("power", "names"):
                self._unsynced.vanish(names=fault.kind == "power")
            return _fail(fault.kind, name, real, args, options)

        return act


def _strikes(fault: Fault, number: int, name: str) -> bool:
    """A disk that stays full still lets files go, and what is there be synced and named."""
    return number == fault.act or (
        fault.lasting and number > fault.act and name in ("write", "open", "mkdir")
    )


def _fail(kind: str, name: str, real: Callable[..., Any], args: Sequence[Any], options: Any) -> Any:
    if kind in ("short", "torn") and name == "write":
        real(args[0], bytes(args[1])[: len(args[1]) // 2])
    if kind in DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "close":
        real(*args, **options)  # the system frees the number also when it complains
    code = errno.EIO if kind == "EIO" else errno.ENOSPC
    raise OSError(code, os.strerror(code))


def run(place: Path, *args: object, fault: Fault | None = None) -> Done:
    """The command line in a process of its own, which may be killed; its streams lie in `place`."""
    place.mkdir(exist_ok=True)
    names = [place / name for name in ("out", "err", "acts")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the threads of a test runner hold nothing here
        child = os.fork()
    if child == 0:
        _be_the_program(names, [str(arg) for arg in args], fault)
    _, status = os.waitpid(child, 0)
    out, err, acts = (path.read_text(encoding="utf-8", errors="surrogateescape") for path in names)
    return Done(os.waitstatus_to_exitcode(status), out, err, tuple(acts.split()))


def _be_the_program(names: Sequence[Path], args: list[str], fault: Fault | None) -> None:
    code = 70
    try:
        for number, path in zip((1, 2), names, strict=False):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        log = os.open(names[2], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        sys.stdout, sys.stderr = (io.TextIOWrapper(io.FileIO(n, "w", closefd=False)) for n in (1, 2))  # type: ignore[type-var]
        system.os = FaultyDisk(fault, log)  # type: ignore[attr-defined]
        code = _call(args)
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)


def _call(args: list[str]) -> int:
    try:
        _PROGRAM(args)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


def records(path: Path) -> list[dict[str, Any]]:
    """The whole records under a table's own name."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]

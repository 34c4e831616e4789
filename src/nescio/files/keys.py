"""Keys in files, in the environment or in somebody's head: the only place where they are read and made."""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import secrets
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from nescio.core.errors import ConfigError, InputError
from nescio.core.keys import SIZE, Key
from nescio.files import system
from nescio.files.places import PRIVATE, is_folder, resolved, shown, status_of
from nescio.files.whole import confirm, make_folders, writing

MARK: Final = "nescio-key-1:"  # how a key is told from any other text
ENVIRONMENT: Final = "env:"  # then the name of a variable that holds a key
ASKED: Final = (
    "passphrase"  # somebody is asked for one; or, with a colon, the name of a variable that holds one
)
_CHECK: Final = 4  # bytes of a checksum: half a key, or one with a slip of the pen, is no key
_LONGEST: Final = 1 << 12  # bytes of a file that can be a key
Ask = Callable[[], str]  # how a face asks for a passphrase


class FoundKey(NamedTuple):
    """A key, the file it came from, and whether others than the owner may read that."""

    key: Key
    file: Path | None = None
    is_open: bool = False


def read_key(source: str, *, ask: Ask | None = None) -> FoundKey:
    """The key that a call names: FILE, env:VARIABLE, passphrase, or passphrase:VARIABLE.

    What is wrong with it is said without a letter of it.
    """
    if source.startswith(MARK):
        raise ConfigError(
            "--key takes the place of a key, never the key itself: everybody on this machine can read "
            "the arguments of a program. Write it to a file, or to a variable and name that: env:VARIABLE."
        )
    if source.startswith(ENVIRONMENT):
        return FoundKey(_parse(_variable(source.removeprefix(ENVIRONMENT)), source))
    if source == ASKED:
        if ask is None:
            raise ConfigError("There is nobody who could be asked for the passphrase; name a key file.")
        return FoundKey(Key(passphrase=_filled(ask(), "The passphrase")))
    if source.startswith(f"{ASKED}:"):
        return FoundKey(Key(passphrase=_variable(source.removeprefix(f"{ASKED}:"))))
    return _read_file(Path(source))


def write_new_key(path: Path) -> None:
    """A random key into a new file for its owner alone; a file that is there is never touched."""
    if is_folder(path):
        raise InputError(f"{shown(path)} is a folder; name a file.")
    place = resolved(path)
    try:
        with writing(path):
            make_folders(place.parent)
            handle = system.create(place)
    except InputError as error:
        if isinstance(error.__cause__, FileExistsError):
            raise ConfigError(
                f"{shown(path)} exists and may be the only key to something; name a new file."
            ) from None
        raise
    try:
        with writing(path):
            system.set_mode(handle, PRIVATE)
            system.write(handle, _written(secrets.token_bytes(SIZE)))
            system.sync(handle)
        confirm(place)
    except BaseException:
        with suppress(OSError):
            system.remove(place)
        raise
    finally:
        system.close(handle)


def _written(secret: bytes) -> bytes:
    return MARK.encode() + base64.urlsafe_b64encode(secret + _checksum(secret)) + b"\n"


def _checksum(secret: bytes) -> bytes:
    return hashlib.sha256(secret).digest()[:_CHECK]


def _read_file(path: Path) -> FoundKey:
    status = status_of(path)
    if status is None:
        raise ConfigError(f"There is no key file {shown(path)}; `nescio key new` makes one.")
    try:
        with path.open("rb") as file:
            text = file.read(_LONGEST).decode("ascii", "replace")
    except OSError as error:
        raise ConfigError(f"The key file {shown(path)} cannot be read: {error.strerror}.") from None
    lasting = stat.S_ISREG(status.st_mode)
    return FoundKey(_parse(text, shown(path)), path, lasting and bool(status.st_mode & 0o077))


def _parse(text: str, where: str) -> Key:
    text = text.strip()
    secret = b""
    with suppress(binascii.Error, ValueError):
        data = base64.b64decode(text.removeprefix(MARK), altchars=b"-_", validate=True)
        secret = data[:SIZE] if data[SIZE:] == _checksum(data[:SIZE]) else b""
    if not text.startswith(MARK) or len(secret) != SIZE:
        raise ConfigError(f"{where} holds no whole key as `nescio key new` writes it.")
    return Key(secret)


def _variable(name: str) -> str:
    return _filled(os.environ.get(name, ""), f"The environment variable {shown(name)}")


def _filled(value: str, what: str) -> str:
    if not value:
        raise ConfigError(f"{what} is empty or not there.")
    return value

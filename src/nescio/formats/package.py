"""Zip archives as documents use them: read within bounds, written again with their order and their habits."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from typing import Final

from nescio.core.errors import InputError

_MOST_MEMBERS: Final = 20_000
_LARGEST: Final = 300 << 20  # bytes of all members
_SMALL: Final = 20 << 20  # up to here a member may be packed as tightly as it likes
_TIGHTEST: Final = 200  # times smaller than unpacked: pictures of one colour, and bombs
_ENCRYPTED: Final = 0x1
_DAMAGED: Final = "The archive is damaged or cut off."
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Unpacked:
    """How much was unpacked for one document, archives within archives together."""

    def __init__(self) -> None:
        self._left = 2 * _LARGEST

    def add(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise InputError("The archives within it are too large when they are unpacked.")


class Package:
    """The members of an archive by name, in their order."""

    def __init__(self, infos: Mapping[str, zipfile.ZipInfo], members: Mapping[str, bytes]) -> None:
        self._infos, self.members = infos, members

    @classmethod
    def read(cls, data: bytes, unpacked: Unpacked | None = None) -> Package:
        """All members, or a refusal: of bombs, of names that lead elsewhere, of what needs a password."""
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                infos = _checked(archive.infolist())
                (unpacked or Unpacked()).add(sum(info.file_size for info in infos.values()))
                return cls(infos, {name: _content(archive, info) for name, info in infos.items()})
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, OSError) as error:
            raise InputError(_DAMAGED) from error

    def written(self, changed: Mapping[str, bytes | None], renamed: Mapping[str, str] | None = None) -> bytes:
        """The archive with some members changed, or gone where they are None; remarks do not come along."""
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            for name, info in self._infos.items():
                content = changed.get(name, self.members[name])
                if content is not None:
                    archive.writestr(_copied(info, (renamed or {}).get(name, name)), content)
        return file.getvalue()


def _checked(infos: list[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    if len(infos) > _MOST_MEMBERS:
        raise InputError(f"The archive has more than {_MOST_MEMBERS} members.")
    found: dict[str, zipfile.ZipInfo] = {}
    seen: set[str] = set()
    for info in infos:
        name = info.filename
        if name.startswith("/") or "\\" in name or ":" in name or ".." in name.split("/") or "\0" in name:
            raise InputError("The archive has a member whose name leads out of it.")
        if name.lower() in seen:
            raise InputError("The archive has two members of one name.")
        if info.flag_bits & _ENCRYPTED:
            raise InputError("The archive is encrypted; take the password off first.")
        if info.compress_type not in _METHODS:
            raise InputError("The archive is packed in an unusual way.")
        seen.add(name.lower())
        found[name] = info
    if sum(info.file_size for info in infos) > _LARGEST:
        raise InputError(f"The archive is larger than {_LARGEST >> 20} MB when it is unpacked.")
    return found


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """A member, never more of it than it says; what is packed too tightly is a bomb."""
    if info.file_size > _SMALL and info.file_size > _TIGHTEST * max(1, info.compress_size):
        raise InputError("The archive has a member that is packed so tightly that it looks like a bomb.")
    with archive.open(info) as member:
        content = member.read(info.file_size + 1)
    if len(content) != info.file_size:
        raise InputError(_DAMAGED)
    return content


def _copied(info: zipfile.ZipInfo, name: str) -> zipfile.ZipInfo:
    """The habits of a member: its date, rights and way of packing, and nothing that hides in it."""
    copy = zipfile.ZipInfo(name, info.date_time)
    copy.compress_type = info.compress_type
    copy.external_attr, copy.create_system = info.external_attr, info.create_system
    return copy

"""The languages that are installed: their folders are looked up once, each pack is made once."""

from __future__ import annotations

from pathlib import Path

from nescio.core.errors import ConfigError, known
from nescio.packs.pack import UNIVERSAL, Pack, pack_folders


class Packs:
    """Every installed language; a pack is made when it is first asked for, and then kept."""

    def __init__(self, folders: dict[str, Path]) -> None:
        self._folders = folders
        self._packs: dict[str, Pack] = {}

    @classmethod
    def installed(cls) -> Packs:
        return cls(pack_folders())

    @property
    def languages(self) -> list[str]:
        """The codes of the installed languages."""
        return [code for code in self._folders if code != UNIVERSAL]

    def load(self, code: str) -> Pack:
        """The pack of a language; the universal one alone for `xx`."""
        if code not in self._folders:
            raise ConfigError(f"There is no language {code!r}. {known(code, ('auto', *self.languages))}")
        if code not in self._packs:
            own = () if code == UNIVERSAL else (self._folders[code],)
            self._packs[code] = Pack(code, (self._folders[UNIVERSAL], *own))
        return self._packs[code]

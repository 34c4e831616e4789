"""The installed languages: ours, and those of other packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final

from nescio.core.errors import ConfigError, PluginError, ends_the_run, known, shown
from nescio.packs.pack import UNIVERSAL, Pack

_BUILTIN: Final = Path(__file__).parent.parent / "languages"
_GROUP: Final = "nescio.packs"


class Packs:
    """Languages by code; each is loaded once, and lends words to the others through this object."""

    def __init__(self, folders: Mapping[str, Path], aliases: Mapping[str, str] | None = None) -> None:
        self.folders = dict(folders)
        self._aliases = dict(aliases or {})  # what other systems call labels
        self._loaded: dict[str, Pack] = {}

    @classmethod
    def installed(cls, *, aliases: Mapping[str, str] | None = None) -> Packs:
        """Every language that is installed now: ours, then those of entry point group `nescio.packs`."""
        folders = {
            path.name: path for path in sorted(_BUILTIN.iterdir()) if (path / "settings.toml").is_file()
        }
        for point in entry_points(group=_GROUP):
            if point.name in folders:
                raise PluginError(
                    f"The language {point.name!r} of {point.value!r} is already there. "
                    "Uninstall that package."
                )
            folders[point.name] = _load_folder(point)
        return cls(folders, aliases)

    @property
    def languages(self) -> list[str]:
        """The codes of the languages, without the universal one."""
        return [code for code in self.folders if code != UNIVERSAL]

    def __contains__(self, code: object) -> bool:
        return code in self.folders

    def __iter__(self) -> Iterator[str]:
        return iter(self.folders)

    def load(self, code: str) -> Pack:
        """The pack of a language; the universal one alone for `xx`."""
        if code not in self.folders:
            raise ConfigError(f"There is no language {shown(code)}. {known(code, ('auto', *self.languages))}")
        if code not in self._loaded:
            own = () if code == UNIVERSAL else (self.folders[code],)
            self._loaded[code] = Pack(code, (self.folders[UNIVERSAL], *own), self.load, self._aliases)
        return self._loaded[code]


def _load_folder(point: EntryPoint) -> Path:
    try:
        folder = Path(point.load())
    except BaseException as error:  # whatever a foreign module does when it is imported
        if ends_the_run(error):
            raise
        raise PluginError(
            f"The language {point.name!r} cannot be loaded from {point.value!r}: {type(error).__name__}."
        ) from error
    if not (folder / "settings.toml").is_file():
        raise PluginError(f"The folder of language {point.name!r} ({point.value!r}) has no 'settings.toml'.")
    return folder


def pack_folders() -> dict[str, Path]:
    """Every installed language and its folder, the universal one too."""
    return Packs.installed().folders


def languages() -> list[str]:
    """The codes of the installed languages."""
    return Packs.installed().languages


def load_pack(language: str) -> Pack:
    """The pack of an installed language; the universal one alone for `xx`."""
    return Packs.installed().load(language)

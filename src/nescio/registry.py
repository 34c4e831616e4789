"""Names to parts: built-ins and plug-ins alike are found through entry points."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from nescio.core.errors import NescioError, PluginError, known
from nescio.packs import Pack

GROUPS: Final = (
    "nescio.detectors",
    "nescio.voters",
    "nescio.second_passes",
    "nescio.linkers",
    "nescio.policies",
    "nescio.methods",
    "nescio.formats",
)


class Registry:
    """What is installed, by group and name; a part is imported only when it is asked for."""

    def __init__(self, points: dict[str, dict[str, EntryPoint]]) -> None:
        self._points = points

    @classmethod
    def installed(cls) -> Registry:
        """Everything that the installed packages offer; a name given twice is an error."""
        points: dict[str, dict[str, EntryPoint]] = {group: {} for group in GROUPS}
        everything = entry_points()
        for group in GROUPS:
            for point in everything.select(group=group):
                other = points[group].setdefault(point.name, point)
                if other.value != point.value:
                    raise PluginError(
                        f"Two packages offer {point.name!r} in group {group!r}: {other.value!r} and "
                        f"{point.value!r}. Uninstall one of them."
                    )
        return cls(points)

    def names(self, group: str) -> list[str]:
        return sorted(self._points[group])

    def find(self, group: str, name: str) -> Any:
        """The object behind a name, imported now."""
        point = self._points[group].get(name)
        if point is None:
            kind = group.removeprefix("nescio.")
            raise PluginError(f"There is no {name!r} among the {kind}. {known(name, self._points[group])}")
        try:
            return point.load()
        except Exception as error:  # whatever a foreign module does when it is imported
            raise PluginError(
                f"{name!r} cannot be loaded from {point.value!r}: {type(error).__name__}: {error}."
            ) from error

    def build(self, group: str, name: str, *, pack: Pack, options: Mapping[str, Any]) -> Any:
        """The part of that name for a language; "remote/press" is one of several parts "remote"."""
        make = self.find(group, name.partition("/")[0])
        try:
            return make(pack, options)
        except NescioError:
            raise
        except Exception as error:  # whatever a foreign part does with its options
            raise PluginError(f"{name!r} cannot be built: {type(error).__name__}: {error}.") from error

    def owner(self, group: str, name: str) -> str:
        """The package that offers a part, for messages about it."""
        package = self._points[group][name].dist
        return "an unknown package" if package is None else package.name

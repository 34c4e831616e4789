"""Names to parts: built-ins and plug-ins alike are found through entry points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from nescio.core.errors import PluginError, ends_the_run, failing_as, known, place_of, shown
from nescio.core.model import Job
from nescio.core.protocols import Dialect
from nescio.packs import Pack

GROUPS: Final = (
    "nescio.detectors",
    "nescio.voters",
    "nescio.second_passes",
    "nescio.linkers",
    "nescio.policies",
    "nescio.methods",
    "nescio.formats",
    "nescio.knowledge",
    "nescio.dialects",
)
KIND_OF_GROUP: Final = {  # what a part of the group is called in messages
    "nescio.detectors": "detector",
    "nescio.voters": "voter",
    "nescio.second_passes": "second pass",
    "nescio.linkers": "linker",
    "nescio.policies": "policy",
    "nescio.methods": "method",
    "nescio.formats": "format",
    "nescio.knowledge": "knowledge base",
    "nescio.dialects": "dialect",
}

_UNBUILT: Final = "cannot be built"


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

    @cached_property
    def dialects(self) -> dict[str, Dialect]:
        """The names and forms of other systems that are understood."""
        return {name: self.dialect(name) for name in self.names("nescio.dialects")}

    def dialect(self, name: str) -> Dialect:
        """A dialect is made without a pack: packs are read with the names that it gives to labels."""
        make = self._load("nescio.dialects", name)
        with failing_as(f"dialect {name!r}", verb=_UNBUILT):
            return NamedDialect(make(), name)

    def resolve(self, group: str, name: str) -> str:
        """The name of a part that another system calls by this one."""
        if name in self._points[group]:
            return name
        aliases = (dialect.aliases.get(group, {}) for dialect in self.dialects.values())
        return next((table[name] for table in aliases if name in table), name)

    @property
    def label_aliases(self) -> dict[str, str]:
        """What other systems call labels: their name to ours."""
        tables = (dialect.aliases.get("labels", {}) for dialect in self.dialects.values())
        return {alias: label for table in tables for alias, label in table.items()}

    def find(self, group: str, name: str) -> Any:
        """The object behind a name, imported now."""
        return self._load(group, self.resolve(group, name))

    def _load(self, group: str, name: str) -> Any:
        point = self._points[group].get(name)
        if point is None:
            kind = group.removeprefix("nescio.")
            raise PluginError(
                f"There is no {shown(name)} among the {kind}. {known(name, self._points[group])}"
            )
        try:
            return point.load()
        except BaseException as error:  # whatever a foreign module does when it is imported
            if ends_the_run(error):
                raise
            # An import that fails says what is missing; it has seen no text yet.
            said = (
                f"{type(error).__name__}: {error}" if isinstance(error, ImportError | AttributeError) else ""
            )
            raise PluginError(
                f"{name!r} cannot be loaded from {point.value!r}: {said or place_of(error)}."
            ) from error

    def build(
        self, group: str, name: str, *, pack: Pack, options: Mapping[str, Any], called: str = ""
    ) -> Any:
        """The part of that name for a language; `called` is its name in a configuration, if another."""
        make = self.find(group, name)
        with failing_as(f"{KIND_OF_GROUP[group]} {called or name!r}", verb=_UNBUILT):
            return make(pack, options)

    def owner(self, group: str, name: str) -> str:
        """The package that offers a part, for messages about it."""
        package = self._points[group][name].dist
        return "an unknown package" if package is None else package.name


class NamedDialect:
    """A dialect under the name of its entry point; its failures bear that name."""

    def __init__(self, dialect: Dialect, name: str) -> None:
        self._dialect, self._part = dialect, f"dialect {name!r}"
        self.aliases = dialect.aliases

    def reads_section(self, section: Mapping[str, Any]) -> bool:
        with failing_as(self._part):
            return self._dialect.reads_section(section)

    def settings(self, section: Mapping[str, Any], *, where: str) -> dict[str, Any]:
        with failing_as(self._part):
            return self._dialect.settings(section, where=where)

    def left_out(self, section: Mapping[str, Any]) -> list[str]:
        with failing_as(self._part):
            return self._dialect.left_out(section)

    def reads_job(self, data: object) -> bool:
        with failing_as(self._part):
            return self._dialect.reads_job(data)

    def job(self, data: Mapping[str, Any]) -> Job:
        with failing_as(self._part):
            return self._dialect.job(data)

    def write(self, job: Job) -> dict[str, Any]:
        with failing_as(self._part):
            return self._dialect.write(job)

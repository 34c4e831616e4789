"""What a job may bring: settings that come with data reach no network, no file and no code."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from nescio.assemble import TABLE, group_of, names_of
from nescio.config import (
    BY_PART,
    NEVER,
    Key,
    KeyRule,
    current_key,
    is_table,
    names_below,
    rule_of,
    wanted_instead,
)
from nescio.core.errors import ConfigError, JobError, known, shown
from nescio.core.labels import OUTSIDE
from nescio.core.options import declared_options
from nescio.packs import Pack
from nescio.registry import KIND_OF_GROUP, Registry

_BASES: Final = "nescio.knowledge"
_OPTIONS: Final = "options"


def read_allowed(keys: Collection[str], *, where: str) -> list[Key]:
    """The keys that the user lets jobs set, each written with dots; a table stands for all below it."""
    found = [tuple(key.split(".")) for key in keys]
    for key, given in zip(found, keys, strict=True):
        if rule_of(key) is None and not is_table(key):
            raise ConfigError(f"{where}: there is no key {shown(given)}. {known(key[0], names_below(()))}")
    return found


class Admission:
    """Looks through the options of jobs for one language; what it refuses, it names without its value."""

    def __init__(
        self, pack: Pack, registry: Registry, *, allowed: Collection[Key], own: Collection[str] = ()
    ) -> None:
        self._pack, self._registry, self._allowed = pack, registry, allowed
        self._own = own  # what the user's configuration calls methods: jobs may name them

    def check(self, options: Mapping[str, Any]) -> bool:
        """Refuses what no job may set; answers whether the user's word was needed."""
        needed = False
        for key, rule, value in self._walk(options):
            if self._is_allowed(key):
                needed = True
                continue
            self._check_key(key, rule)
            if (wanted := wanted_instead(value, rule.kind)) is not None:
                raise JobError(f"{self._told(key)!r} in the options of the job must be {wanted}.")
            if key[:2] == ("detect", "tags") and value not in OUTSIDE:
                self._check_label(value)
            if rule.from_jobs == BY_PART and _OPTIONS not in key:
                for name in value if isinstance(value, list) else [value]:
                    if key[0] != "replace" or name not in self._own:
                        self._check_part(key, name)
        return needed

    def _walk(self, options: Mapping[str, Any], prefix: Key = ()) -> Iterator[tuple[Key, KeyRule, Any]]:
        for name, value in options.items():
            key = current_key((*prefix, str(name)))
            rule = rule_of(key)
            if rule is not None:
                yield key, rule, value
            elif not is_table(key):
                raise JobError(
                    f"The options of the job have an unknown key. {known(str(name), names_below(prefix))}"
                )
            elif isinstance(value, Mapping):
                yield from self._walk(value, key)
            else:
                raise JobError(f"{self._told(key)!r} in the options of the job must be a table.")

    def _is_allowed(self, key: Key) -> bool:
        return any(key[: len(above)] == above for above in self._allowed)

    def _check_key(self, key: Key, rule: KeyRule) -> None:
        if rule.from_jobs == NEVER:
            raise self._refusal(key)
        if key[1] == _OPTIONS:
            self._check_option(key)
        elif key[0] in ("coref", "replace") or key[:2] == ("vote", "labels"):
            self._check_label(key[-1])

    def _check_label(self, name: str) -> None:
        if name != "default" and not self._is_label(name):
            labels = (label.name for label in self._pack.labels)
            raise JobError(f"The options of the job name an unknown label. {known(name, labels)}")

    def _is_label(self, name: str) -> bool:
        try:
            self._pack.labels.find(name)
        except ConfigError:
            return False
        return True

    def _check_option(self, key: Key) -> None:
        stage, _, part, option = key
        declared = self._declared(stage, part)
        if declared is not None and option not in declared:
            possible = [name for name, may in declared.items() if may]
            raise JobError(f"The job has an unknown option of {part!r}. {known(option, possible)}")
        if declared is None or not declared[option]:
            raise self._refusal(key)

    def _check_part(self, key: Key, name: str) -> None:
        if self._declared(key[0], name) is None:
            kind = KIND_OF_GROUP[group_of(key[0])]
            raise JobError(
                f"A job must not name the {kind} {name!r}, which does not say that jobs may. "
                f"{self._way_out(key)}"
            )

    def _declared(self, stage: str, name: str) -> Mapping[str, bool] | None:
        """What a part says about jobs; a part that is not there is refused without its name."""
        group = group_of(stage)
        name = self._registry.resolve(group, name)
        parts = names_of(group, self._registry, self._pack)
        if name not in parts and name not in self._bases(stage):
            raise JobError(
                f"The options of the job name an unknown {KIND_OF_GROUP[group]}. {known(name, parts)}"
            )
        if name in parts:
            is_file = stage == "decide" and name in self._pack.policies
            return declared_options(self._registry.find(group, TABLE if is_file else name))
        return declared_options(self._registry.find(_BASES, name))

    def _bases(self, stage: str) -> list[str]:
        """Knowledge bases have their options under `replace`."""
        return self._registry.names(_BASES) if stage == "replace" else []

    def _refusal(self, key: Key) -> JobError:
        return JobError(
            f"A job must not set {self._told(key)!r}: what comes with data reaches no network, no file and "
            f"no code. {self._way_out(key)}"
        )

    def _way_out(self, key: Key) -> str:
        return f"Whoever trusts the job can allow it with --allow-job-option {self._told(key)}."

    def _told(self, key: Key) -> str:
        """The key as far as nescio itself knows its names."""
        words: list[str] = []
        for place, name in enumerate(key):
            if name not in names_below(key[:place]) and not self._knows(key, place):
                break
            words.append(name)
        return ".".join(words)

    def _knows(self, key: Key, place: int) -> bool:
        name = key[place]
        if key[1] != _OPTIONS:
            return name == "default" or self._is_label(name)
        if place == 2:
            return name in (*names_of(group_of(key[0]), self._registry, self._pack), *self._bases(key[0]))
        return name in (self._declared(key[0], key[2]) or ())

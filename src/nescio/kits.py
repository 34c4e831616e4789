"""Builds the kit that the settings of a language ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nescio.config import Settings
from nescio.core.errors import NescioError, PluginError
from nescio.core.kit import Kit
from nescio.core.labels import LabelSet, TagTable
from nescio.packs import Pack
from nescio.registry import Registry
from nescio.thesis.config import METHODS


def build_kit(pack: Pack, settings: Settings, registry: Registry) -> Kit:
    """Imports and builds every part that the settings name, and no other."""
    recognizers = settings.get("detect", "recognizers")

    def build(group: str, stage: str, name: str, **extra: Any) -> Any:
        # "remote/press" is the part "remote" with the options of "remote/press".
        make = registry.find(group, name.partition("/")[0])
        try:
            return make(pack, {**extra, **settings.options(stage, name)})
        except NescioError:
            raise
        except Exception as error:  # whatever a foreign part does with its options
            raise PluginError(f"{name!r} cannot be built: {type(error).__name__}: {error}.") from error

    passes = settings.get("second_pass", "passes") if settings.get("second_pass", "enabled") else ()
    return Kit(
        language=pack.language,
        tags=TagTable(pack.labels, settings.table("detect", "tags")),
        detectors=tuple(build("nescio.detectors", "detect", name) for name in recognizers),
        voter=build("nescio.voters", "vote", settings.get("vote", "method"), precedence=recognizers),
        second_passes=tuple(build("nescio.second_passes", "second_pass", name) for name in passes),
        linkers=_by_label(settings.table("coref"), pack.labels, "nescio.linkers", "coref", build),
        policy=build("nescio.policies", "decide", settings.get("decide", "policy")),
        methods=_by_label(settings.table("replace"), pack.labels, "nescio.methods", "replace", build),
    )


def _by_label(
    table: Mapping[str, str], labels: LabelSet, group: str, stage: str, build: Any
) -> dict[str, Any]:
    """Label to part; a part that several labels name is built once."""
    names = {label: METHODS.get(name, name) for label, name in table.items()}
    parts = {name: build(group, stage, name) for name in dict.fromkeys(names.values())}
    return {label if label == "default" else labels.find(label): parts[name] for label, name in names.items()}

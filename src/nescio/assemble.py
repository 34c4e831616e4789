"""Builds the kit that the settings of a language ask for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from nescio.compat.config import METHODS
from nescio.config import Settings
from nescio.core.errors import ConfigError, known
from nescio.core.kit import Kit
from nescio.core.labels import LabelSet, TagTable
from nescio.core.protocols import Detector, Voter
from nescio.packs import Pack
from nescio.registry import Registry
from nescio.vote.boundaries import BoundaryVoter
from nescio.vote.by_label import ByLabelVoter
from nescio.vote.own_first import OwnFirstVoter


def build_kit(pack: Pack, settings: Settings, registry: Registry) -> Kit:
    """Imports and builds every part that the settings name, and no other."""
    recognizers = settings.get("detect", "recognizers")
    _refuse_strange_options(settings, registry)

    def build(group: str, stage: str, name: str, **extra: Any) -> Any:
        # "remote/press" is the part "remote" with the options of "remote/press".
        if "/" in name:
            extra["instance"] = name
        options = {**extra, **settings.options(stage, name)}
        return registry.build(group, name, pack=pack, options=options)

    tags = TagTable(pack.labels, settings.table("detect", "tags"))
    detectors = tuple(build("nescio.detectors", "detect", name) for name in recognizers)
    _refuse_strange_labels(detectors, tags)
    passes = settings.get("second_pass", "passes") if settings.get("second_pass", "enabled") else ()
    return Kit(
        language=pack.language,
        tags=tags,
        detectors=detectors,
        voter=_voter(pack, settings, build),
        second_passes=tuple(build("nescio.second_passes", "second_pass", name) for name in passes),
        linkers=_by_label(settings.table("coref"), pack.labels, "nescio.linkers", "coref", build),
        policy=build("nescio.policies", "decide", settings.get("decide", "policy")),
        methods=_by_label(settings.table("replace"), pack.labels, "nescio.methods", "replace", build),
    )


_GROUP_OF = {
    "detect": "nescio.detectors",
    "vote": "nescio.voters",
    "second_pass": "nescio.second_passes",
    "coref": "nescio.linkers",
    "decide": "nescio.policies",
    "replace": "nescio.methods",
}


def _refuse_strange_options(settings: Settings, registry: Registry) -> None:
    """Options of a part that does not exist are a slip of the pen, not a wish to be passed over."""
    for key, setting in settings.values.items():
        if len(key) > 2 and key[1] == "options":
            part, names = key[2].partition("/")[0], registry.names(_GROUP_OF[key[0]])
            if part not in names:
                raise ConfigError(
                    f"{setting.origin}: there is no part for {'.'.join(key)!r}. {known(part, names)}"
                )


def _refuse_strange_labels(detectors: Iterable[Detector], tags: TagTable) -> None:
    """A tag that no label stands for is said before the first text, not in the middle of the work."""
    for detector in detectors:
        for tag in sorted(detector.labels):
            try:
                tags.convert(tag)
            except ConfigError as error:
                raise ConfigError(
                    f"The recognizer {detector.name!r} finds {tag!r}, which is no label. Convert it under "
                    f'\'detect.tags\': {tag} = "MISC", or "O" to drop it; UNK = "O" drops all such. '
                    f"{known(tag, (label.name for label in tags.labels))}"
                ) from error


def _voter(pack: Pack, settings: Settings, build: Any) -> Voter:
    """The main voter, with voters of their own for single labels and with repaired borders if asked."""

    def make(name: str) -> Voter:
        voter: Voter = build("nescio.voters", "vote", name, precedence=settings.get("detect", "recognizers"))
        return voter

    voter = make(settings.get("vote", "method"))
    own = {pack.labels.find(label): make(name) for label, name in settings.table("vote", "labels").items()}
    if own:
        voter = ByLabelVoter(voter, own, pack.labels)
    voter = OwnFirstVoter(voter, pack.labels)
    return BoundaryVoter(voter, pack.naming, pack.labels) if settings.get("vote", "boundaries") else voter


def _by_label(
    table: Mapping[str, str], labels: LabelSet, group: str, stage: str, build: Any
) -> dict[str, Any]:
    """Label to part; a part that several labels name is built once."""
    names = {label: METHODS.get(name, name) for label, name in table.items()}
    parts = {name: build(group, stage, name) for name in dict.fromkeys(names.values())}
    return {label if label == "default" else labels.find(label): parts[name] for label, name in names.items()}

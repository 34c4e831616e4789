"""The hierarchy of labels and what a language calls them: `labels.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nescio.core.labels import Label, LabelSet
from nescio.packs.files import read_toml


def read_labels(universal: Path, own: Path | None, *, aliases: Mapping[str, str]) -> LabelSet:
    """The labels of the universal file with the names that another gives them, and further aliases."""
    base = read_toml(universal, where=_where(universal))
    names = read_toml(own, where=_where(own)) if own is not None else {}
    return LabelSet([_label(name, raw, names) for name, raw in base.items()], aliases)


def _where(path: Path) -> str:
    return "/".join(path.parts[-2:])


def _label(name: str, raw: Mapping[str, Any], names: Mapping[str, Any]) -> Label:
    return Label(
        name,
        parent=raw.get("parent"),
        identifier=raw["identifier"],
        display=names.get(name, raw.get("name", name)),
        aliases=tuple(raw.get("aliases", ())),
    )

"""What a name is taken for, and step by step how it can be generalized."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from nescio.core.labels import ORGANIZATION, PLACE
from nescio.core.protocols import Entry
from nescio.knowledge.cues import Mentioned
from nescio.knowledge.loading import load_base, load_linker
from nescio.packs import Pack

_LABELS = (ORGANIZATION, PLACE)  # tried in this order when no label is given


class Rung(NamedTuple):
    """One step: the type, its word with gender, and how many entities it stands for."""

    type: str
    word: str
    gender: str
    entities: int


class NameLadder(NamedTuple):
    """Why a name was taken for something, for which entry if any, and the steps from there."""

    reason: str
    entry: Entry | None
    rungs: list[Rung]


def build_ladder(
    name: str, pack: Pack, *, label: str = "", before: str = "", after: str = "", stores: Iterable[str] = ()
) -> NameLadder:
    types = pack.types
    base = load_base(pack, stores)
    linker = load_linker(pack, base)
    labels = [pack.labels.find(label)] if label else _LABELS
    links = [linker.link([Mentioned(name, one, before, after)])[0] for one in labels]
    link = min(links, key=lambda item: item.reason == "label")
    totals = types.totals(base.counts())
    steps = [(types.noun(step), step) for step in types.lineage(link.type)]
    rungs = [Rung(step, noun.text, noun.gender, totals[step]) for noun, step in steps]
    return NameLadder(link.reason, link.entry, rungs)

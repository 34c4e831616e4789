"""Identities: one person is one entity, and two are never one; the same for organisations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from bench.quality.writing.documents import JudgedText, SortedStretches
from bench.quality.writing.figures import Portion, PortionTally, names
from nescio.core.labels import ORGANIZATION, PERSON

KINDS = {PERSON: "people", ORGANIZATION: "organisations"}


def identities(items: Sequence[JudgedText]) -> dict[str, Portion]:
    """Entities that got several identities, and identities of ours that join several entities."""
    tally = PortionTally()
    for item in items:
        for label, kind in KINDS.items():
            given = identities_of(item, label)
            parts = names("", f"language {item.doc.language}", f"genre {item.group}")
            for ids in given.values():
                if len(ids) > 1:  # several mentions were found
                    tally.add([f"split {kind}{part}" for part in parts], len(set(ids)) > 1)
            owners = _owners(given)
            for several in owners.values():
                tally.add([f"merged {kind}{part}" for part in parts], len(several) > 1)
            joined = {name for several in owners.values() if len(several) > 1 for name in several}
            for name in given:
                tally.add([f"joined {kind}{part}" for part in parts], name in joined)
    return tally.figures()


def identities_of(item: JudgedText, label: str) -> dict[str, list[int]]:
    """By entity that people marked: the entity of ours for each of its mentions that was found."""
    id_of = {span: entity.id for entity in item.entities for span in entity.mentions}
    spans = SortedStretches(id_of)
    found: dict[str, list[int]] = defaultdict(list)
    for mark in item.doc.mentions:
        if mark.label == label and (span := spans.widest(mark)) is not None:
            found[mark.entity].append(id_of[span])
    return found


def _owners(given: Mapping[str, Sequence[int]]) -> dict[int, set[str]]:
    owners: dict[int, set[str]] = defaultdict(set)
    for name, ids in given.items():
        for id in ids:
            owners[id].add(name)
    return owners

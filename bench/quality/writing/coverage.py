"""What is hidden of what people marked, what is hidden needlessly, and whether its kind was told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.quality.letters import letters
from bench.quality.writing.documents import TAG, JudgedText, SortedStretches, pack_of
from bench.quality.writing.figures import Portion, PortionTally, names
from nescio.core.labels import PERSON
from nescio.evaluate.model import DIRECT, Mark
from nescio.packs import UNIVERSAL
from tools.corpus import LABELS

CHAT = "chat"


def identifier(label: str) -> str:
    """Whether a label identifies directly or indirectly."""
    return pack_of(UNIVERSAL).labels[label].identifier


def in_scheme(label: str) -> str:
    """The label of the corpus that a label of nescio's belongs to: CITY is LOC, IBAN is ACCOUNT."""
    return next((name for name in pack_of(UNIVERSAL).labels.lineage(label) if name in LABELS), label)


def places(item: JudgedText) -> list[str]:
    """The slices that a document belongs to."""
    return [f"genre {item.group}", f"language {item.doc.language}", f"folder {item.folder}"]


def slices(item: JudgedText, label: str) -> list[str]:
    """The slices that a reference belongs to."""
    kind = identifier(label)
    found = [kind, f"label {label}", f"label {label}, language {item.doc.language}"]
    found += [f"{kind}, {place}" for place in places(item)]
    if kind == DIRECT and label != PERSON:
        found.append("direct with a form")
    if label == PERSON:
        found += ["people in chats" if item.group == CHAT else "people outside chats"]
        found += [f"label {label}, {place}" for place in places(item)[::2]]
    return found


def coverage(items: Sequence[JudgedText]) -> dict[str, Portion]:
    """Mentions and entities hidden, kinds told, documents clean, characters hidden with reason."""
    tally = PortionTally()
    for item in items:
        _count_mentions(item, tally)
        _count_entities(item, tally)
        _count_characters(item, tally)
    return tally.figures()


def _count_mentions(item: JudgedText, tally: PortionTally) -> None:
    rows = SortedStretches(item.solutions[TAG].replacements)
    for mark in item.doc.mentions:
        asked = item.asked(mark)
        gone = len(asked & item.hidden)
        parts = slices(item, mark.label)
        tally.add(names("full", *parts), gone == len(asked))
        tally.add(names("partly", *parts), 0 < gone < len(asked))
        if gone and (row := rows.widest(mark)) is not None:
            tally.add(names("typed", *parts), in_scheme(row.label) == mark.label)


def _count_entities(item: JudgedText, tally: PortionTally) -> None:
    left = {mark.entity for mark in missed(item)}
    for entity, marks in item.chains().items():
        tally.add(names("entities", *slices(item, marks[0].label)), entity not in left)
    direct = any(identifier(mark.label) == DIRECT for mark in missed(item))
    tally.add(names("clean", *places(item)), not left)
    tally.add(names("clean of direct", *places(item)), not direct)


def _count_characters(item: JudgedText, tally: PortionTally) -> None:
    marked = letters(item.text, ((mark.start, mark.end) for mark in item.doc.mentions))
    parts = [*places(item), *(["full of capitals"] if item.capitals else [])]
    tally.add(["documents", *(f"documents | {part}" for part in parts)], 1)
    tally.add(names("precision", *parts), len(item.hidden & marked), len(item.hidden))
    for row in item.solutions[TAG].replacements:
        own = letters(item.text, [(row.start, row.end)])
        tally.add([f"precision | label {in_scheme(row.label)}"], len(own & marked), len(own))


def missed(item: JudgedText) -> Iterator[Mark]:
    """The references of which something is left."""
    return (mark for mark in item.doc.mentions if not item.asked(mark) <= item.hidden)

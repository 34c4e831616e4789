"""What is taken out of a project: annotations in the formats that other tools read."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from nescio.evaluate.model import Annotation, Mark
from nescio.evaluate.write.kinds import BRAT, write_kind
from nescio.workbench.annotate.documents import TaskDocument
from nescio.workbench.annotate.tasks import COREFERENCE, TaskKind
from nescio.workbench.annotate.values import TaskMark, TaskValue
from nescio.workbench.downloads import Download


@dataclass(frozen=True)
class Departure:
    """One annotation of one document."""

    name: str = field(repr=False)
    annotator: str
    document: TaskDocument = field(repr=False)
    value: TaskValue = field(repr=False)


def pack_project(kind: TaskKind, written: str, departures: Sequence[Departure], *, name: str) -> Download:
    """All annotations in one download: one file, or a zip where there are several."""
    if kind.marks or kind.name == COREFERENCE:
        files = _span_files(kind, written, departures, name=name)
    else:
        files = {f"{name}.{written}": _judged(written, departures)}
    if len(files) == 1:
        [(single, data)] = files.items()
        return Download(single, "text/plain; charset=utf-8", data)
    return Download(f"{name}.{written}.zip", "application/zip", _zipped(files))


def _span_files(
    kind: TaskKind, written: str, departures: Sequence[Departure], *, name: str
) -> dict[str, bytes]:
    """JSONL says in each row whose it is; other formats cannot, so that everybody gets files of their own."""
    people = list(dict.fromkeys(departure.annotator for departure in departures))
    if written == "jsonl" or len(people) < 2:
        return write_kind(written, _annotations(kind, departures), name)
    found: dict[str, bytes] = {}
    for number, person in enumerate(people, 1):
        own = [departure for departure in departures if departure.annotator == person]
        stem = f"{number}-{_plain(person)}"
        for file, data in write_kind(written, _annotations(kind, own), stem).items():
            found[f"{stem}/{file}" if written == BRAT else file] = data
    return found


def _annotations(kind: TaskKind, departures: Iterable[Departure]) -> list[Annotation]:
    """One for each side of a document."""
    found: list[Annotation] = []
    for departure in departures:
        marks = departure.value.marks if kind.marks else _grouped(departure)
        for number, side in enumerate(departure.document.sides):
            own = sorted(Mark(m.start, m.end, m.label, entity=m.entity) for m in marks if m.side == number)
            many = len(departure.document.sides) > 1
            id = f"{departure.name}#{number + 1}" if many else departure.name
            language = "" if side.language == "auto" else side.language
            found.append(
                Annotation(id, side.text, tuple(own), language=language, annotator=departure.annotator)
            )
    return found


def _grouped(departure: Departure) -> list[TaskMark]:
    return [
        TaskMark(*item.places[0], item.label, departure.value.answers.get(item.id, ""))
        for item in departure.document.items
    ]


def _judged(written: str, departures: Sequence[Departure]) -> bytes:
    """A row for each item and annotator, with the columns in which `nescio evaluate` reads ratings."""
    rows = [row for departure in departures for row in _judgements(departure)]
    if written == "jsonl":
        return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode(
            "utf-8", "surrogatepass"
        )
    out = io.StringIO()
    names = [
        "document",
        "entity",
        "label",
        "rater",
        "available",
        "relevant",
        "answer",
        "start",
        "end",
        "text",
    ]
    writer = csv.DictWriter(out, names, delimiter="\t", lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode("utf-8", "surrogatepass")


def _judgements(departure: Departure) -> Iterable[dict[str, Any]]:
    relevant = {"relevant": "1", "not relevant": "0"}
    for item in departure.document.items:
        place, answer = item.places[0], departure.value.answers.get(item.id, "")
        text = departure.document.sides[place.side].text[place.start : place.end]
        sides = {"left": [list(m) for m in item.left], "right": [list(m) for m in item.right]}
        yield {
            "document": departure.name, "entity": item.id, "label": item.label, "rater": departure.annotator,
            "available": "1", "relevant": relevant.get(answer, ""), "answer": answer,
            "start": place.start, "end": place.end, "text": " ".join(text.split()),
            **(sides if item.left or item.right else {}),
        }  # fmt: skip


def _plain(person: str) -> str:
    return "".join(sign if sign.isalnum() else "_" for sign in person)[:40]


def _zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name.replace("/../", "/"), (1980, 1, 1, 0, 0, 0)), data)
    return out.getvalue()

"""Files that come into a project: what each holds as documents, and what is annotated in them already."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, Final

from nescio.core.errors import ConfigError, InputError, JobError
from nescio.core.labels import LabelSet
from nescio.core.model import PROSE_END, Job
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.evaluate.model import Annotation
from nescio.evaluate.read.bio import BioOptions
from nescio.evaluate.read.files import read_annotated
from nescio.formats.job import read_job
from nescio.registry import Registry
from nescio.run.formats import Formats
from nescio.run.sources import refuse_empty
from nescio.workbench.annotate.documents import (
    SidePlace,
    TaskDocument,
    TaskItem,
    TextSide,
    mention_items,
    without_overlaps,
)
from nescio.workbench.annotate.recognizing import WHOLE, Recognizers, in_tags
from nescio.workbench.annotate.tasks import COMPARISON, COREFERENCE, PARALLEL, RELEVANCE, TaskKind
from nescio.workbench.annotate.values import EMPTY, TaskMark, TaskValue

AUTO: Final = "auto"


@dataclass(frozen=True)
class Arrival:
    """A document that came, and what was annotated in it."""

    name: str = field(repr=False)
    document: TaskDocument
    value: TaskValue = EMPTY


@dataclass(frozen=True)
class Reception:
    """Reads what is uploaded into a project of one kind."""

    kind: TaskKind
    language: str
    tags: Sequence[str]
    method: str
    formats: Formats
    recognizers: Recognizers
    sentences: int = 1  # of a column file without marks of documents make one document

    def read(self, name: str, data: bytes) -> list[Arrival]:
        """The documents of a file; one that holds none is refused."""
        if not data:
            raise InputError("The file is empty.")
        suffix = PurePosixPath(name).suffix.lower()
        if suffix not in self.kind.annotated and not self.kind.reads_documents:
            possible = ", ".join(self.kind.annotated)
            raise InputError(
                f"A project of the kind {self.kind.name!r} takes files that end with {possible}."
            )
        if suffix not in self.kind.annotated:
            found = self._from_jobs(self._jobs(name, data))
        else:
            found = self._annotated_reader()(name, data)
        if not found:
            raise InputError("The file holds no document.")
        return found

    def _annotated_reader(self) -> Callable[[str, bytes], list[Arrival]]:
        others = {PARALLEL: self._pairs, RELEVANCE: self._finished, COMPARISON: self._differences}
        return others.get(self.kind.name, self._annotated)

    def _jobs(self, name: str, data: bytes) -> list[Job]:
        jobs = self.formats.read(PurePosixPath(name), data, name=name)  # type: ignore[arg-type]  # only its suffix is asked
        for job in jobs:
            refuse_empty(job.document.text)
        if self.language == AUTO:
            return jobs
        return [replace(job, document=replace(job.document, language=self.language)) for job in jobs]

    def _from_jobs(self, jobs: Sequence[Job]) -> list[Arrival]:
        if self.kind.name == RELEVANCE:
            return [self._replaced(job) for job in self.recognizers.anonymize(jobs, method=self.method)]
        sides = [TextSide(job.document.language or self.language, _prose(job)) for job in jobs]
        names = [job.document.id for job in jobs]
        if self.kind.name == COREFERENCE:
            return self._with_mentions(names, sides)
        return [Arrival(name, TaskDocument((side,))) for name, side in zip(names, sides, strict=True)]

    def _with_mentions(self, names: Sequence[str], sides: Sequence[TextSide]) -> list[Arrival]:
        """What is grouped must be found first: by nescio, where nobody marked it."""
        found = self.recognizers.find(sides, recognizer=WHOLE)
        arrivals = []
        for name, side, mentions in zip(names, sides, found, strict=True):
            labels = self.recognizers.labels(side.language)
            marks = [
                (m.start, m.end, tag)
                for m in mentions
                if (tag := in_tags(m.label, labels, self.tags)) is not None
            ]
            arrivals.append(Arrival(name, TaskDocument((side,), (), mention_items(marks))))
        return arrivals

    def _annotated(self, name: str, data: bytes) -> list[Arrival]:
        """Texts with marks; rows of JSON may have none."""
        if name.lower().endswith(".jsonl"):
            data = _with_spans(name, data)
        read = read_annotated(name, data, BioOptions(sentences=self.sentences, repair=True))
        stem = PurePosixPath(name).stem
        return [self._arrival(item, item.id if item.named else f"{stem}/{item.id}") for item in read]

    def _arrival(self, item: Annotation, name: str) -> Arrival:
        if item.text is None:
            raise InputError(f"{item.place}: this table has no text, only places.")
        refuse_empty(item.text)
        side = TextSide(item.language or self.language, item.text)
        entity = {(m.start, m.end): m.entity for m in item.mentions}
        labels = self.recognizers.labels(side.language)
        marks = without_overlaps(
            [
                (m.start, m.end, tag)
                for m in item.mentions
                if (tag := _tag(m.label, labels, self.tags, item.place)) is not None
            ]
        )
        if self.kind.name == COREFERENCE:
            if not marks:
                return self._with_mentions([name], [side])[0]
            items = mention_items(marks)
            answers = {i.id: entity[i.places[0][1:]] for i in items if entity[i.places[0][1:]]}
            return Arrival(name, TaskDocument((side,), (), items), TaskValue(answers=answers))
        value = TaskValue(tuple(TaskMark(0, a, b, label, entity[a, b]) for a, b, label in marks))
        return Arrival(name, TaskDocument((side,)), value)

    # Aligned pairs.

    def _pairs(self, name: str, data: bytes) -> list[Arrival]:
        if name.lower().endswith(".tsv"):
            rows = [
                line.rstrip("\r").split("\t") for line in _decoded(name, data).split("\n") if line.strip()
            ]
            if any(len(row) != 2 for row in rows):
                raise InputError("Each line has two columns, a sentence and the one that belongs to it.")
            return [self._parallel(PurePosixPath(name).stem, rows)]
        documents: list[tuple[str, list[Any]]] = []
        loose: list[Any] = []
        for number, row in enumerate(_json_rows(name, data), 1):
            if "pairs" in row:
                documents.append((str(row.get("id", f"{PurePosixPath(name).stem}/{number}")), row["pairs"]))
            else:
                loose.append([row.get("left"), row.get("right")])
        if loose:
            documents.append((PurePosixPath(name).stem, loose))
        return [self._parallel(id, pairs) for id, pairs in documents]

    def _parallel(self, name: str, pairs: Any) -> Arrival:
        """Each side as one text, a line for each sentence, so that places are places in a text."""
        fine = isinstance(pairs, list) and all(
            isinstance(pair, list) and len(pair) == 2 and all(isinstance(text, str) for text in pair)
            for pair in pairs
        )
        if not fine or not any(text.strip() for pair in pairs for text in pair):
            raise InputError("A pair is a list of two texts.")
        sides, places = [], []
        for side in (0, 1):
            texts, at, own = [], 0, []
            for pair in pairs:
                text = pair[side].strip().replace("\n", " ")
                own.append((at, at + len(text)))
                at += len(text) + 1
                texts.append(text)
            places.append(own)
            sides.append(TextSide(self.language if side == 0 else AUTO, "\n".join(texts)))
        return Arrival(name, TaskDocument(tuple(sides), tuple(zip(*places, strict=True))))

    # Replacements.

    def _finished(self, name: str, data: bytes) -> list[Arrival]:
        """Jobs that were anonymized elsewhere; rows that are only texts are anonymized now."""
        dialects = Registry.installed().dialects
        arrivals: list[Arrival] = []
        for number, row in enumerate(_json_rows(name, data), 1):
            if "schema" not in row and isinstance(row.get("text"), str) and "anonymizer" not in row:
                text, id = row["text"], str(row.get("id", f"{PurePosixPath(name).stem}/{number}"))
                jobs = self._jobs(f"{number}.txt", text.encode("utf-8", "surrogatepass"))
                arrivals += [replace(found, name=id) for found in self._from_jobs(jobs)]
            else:
                arrivals.append(self._replaced(read_job(row, dialects)))
        return arrivals

    def _replaced(self, job: Job) -> Arrival:
        """The anonymized text beside the original; each replacement is judged where it stands."""
        if job.solution is None:
            raise JobError("A job without a solution has no replacements to judge.")
        items = [
            TaskItem(
                str(number),
                (SidePlace(0, done.out_start, done.out_end), SidePlace(1, done.start, done.end)),
                done.label,
            )
            for number, done in enumerate(job.solution.replacements, 1)
        ]
        language = job.document.language
        sides = (TextSide(language, job.solution.text), TextSide(language, job.document.text))
        return Arrival(job.document.id, TaskDocument(sides, (), tuple(items)))

    # Differences.

    def _differences(self, name: str, data: bytes) -> list[Arrival]:
        views: dict[str, list[Annotation]] = {}
        for item in read_annotated(name, data):
            views.setdefault(item.id, []).append(item)
        if any(len(pair) != 2 for pair in views.values()):
            raise InputError("Each document must be there twice, from two annotators (field 'annotator').")
        return [compared(id, pair[0], pair[1]) for id, pair in views.items()]


def compared(name: str, left: Annotation, right: Annotation) -> Arrival:
    """One text and every stretch in which two annotations of it are not the same."""
    if left.text is None:
        raise InputError("A comparison needs the text of the document.")
    sides = [{(m.start, m.end, m.label) for m in view.mentions} for view in (left, right)]
    stretches: list[list[int]] = []
    for start, end, _ in sorted(sides[0] | sides[1]):
        if stretches and start < stretches[-1][1]:
            stretches[-1][1] = max(end, stretches[-1][1])
        else:
            stretches.append([start, end])
    items: list[TaskItem] = []
    for start, end in stretches:
        inside = [tuple(sorted(m for m in marks if start <= m[0] and m[1] <= end)) for marks in sides]
        if inside[0] != inside[1]:
            label = (inside[0] or inside[1])[0][2]
            place = (SidePlace(0, start, end),)
            items.append(TaskItem(str(len(items) + 1), place, label, inside[0], inside[1]))
    return Arrival(name, TaskDocument((TextSide(left.language or AUTO, left.text),), (), tuple(items)))


def _prose(job: Job) -> str:
    """What people read of a document; names of parts and the like stand after it."""
    text = job.document.text
    end = job.document.meta.get(PROSE_END, len(text))
    return text[:end] if text[:end].strip() else text


def _tag(label: str, labels: LabelSet, tags: Sequence[str], place: str) -> str | None:
    """A mark in a file has a tag of the project, or a label of nescio below one."""
    try:
        found = in_tags(label if label in tags else labels.find(label), labels, tags)
    except ConfigError:
        found = None
    if found is None:
        raise InputError(
            f"{place}: the project has no tag for a label of this file; its tags are {', '.join(tags)}."
        )
    return found


def _decoded(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("The file is not written in UTF-8.") from None


def _json_rows(name: str, data: bytes) -> list[Mapping[str, Any]]:
    text = _decoded(name, data)
    lines = [text] if name.lower().endswith(".json") else [line for line in text.split("\n") if line.strip()]
    found: list[Mapping[str, Any]] = []
    for number, line in enumerate(lines, 1):
        try:
            row = read_json(line)
        except PlainJsonError as error:
            raise InputError(f"Line {number} is not JSON: {error}.") from None
        rows = row if isinstance(row, list) else [row]
        if not all(isinstance(item, dict) for item in rows):
            raise InputError(f"Line {number} is no JSON object.")
        found += rows
    return found


def _with_spans(name: str, data: bytes) -> bytes:
    """A row with a text alone is a document without marks."""
    rows = [
        row
        if "text" not in row or {"spans", "mentions", "schema", "ner"} & set(row)
        else {**row, "spans": []}
        for row in _json_rows(name, data)
    ]
    return "\n".join(json.dumps(row) for row in rows).encode()

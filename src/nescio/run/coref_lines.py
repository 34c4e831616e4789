"""Groups given mentions into entities, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nescio.api import AUTO, Anonymizer
from nescio.core.errors import ConfigError, JobError
from nescio.core.labels import OTHER_NAME, LabelSet
from nescio.core.model import Document, Entity, Job, Span
from nescio.files.lines import Opener, open_stdin
from nescio.packs import UNIVERSAL
from nescio.run.lines import Answer, answer_lines, refuse_strange_keys
from nescio.run.reports import why_failed


def coref_lines(
    path: Path, language: str = AUTO, *, config: Path | None = None, stdin: Opener = open_stdin
) -> Iterator[Answer]:
    """Answers `{"id","entities","ambiguous"}`; indices count the spans of a line."""
    # Mentions are given: no detector is needed, so none is loaded.
    anonymizer = Anonymizer(language, config=config, options={"detect": {"detectors": []}})
    labels = anonymizer.packs.load(UNIVERSAL).labels

    def answer(number: int, data: dict[str, Any]) -> Answer:
        return Answer(number, {"id": data.get("id"), **_grouped(_job(data, labels), anonymizer)})

    return answer_lines(path, answer, stdin=stdin)


def _grouped(job: Job, anonymizer: Anonymizer) -> dict[str, list[Any]]:
    [done] = anonymizer.run([job], start="coref", stop="coref")
    failure = why_failed(done)
    if failure is not None:
        raise JobError(failure)
    entities = [_indices(entity) for entity in done.entities or ()]
    ambiguous = [_indices(entity) for entity in done.entities or () if "candidates" in entity.features]
    return {"entities": entities, "ambiguous": sorted(index for group in ambiguous for index in group)}


def _indices(entity: Entity) -> list[int]:
    return sorted(int(span.source) for span in entity.mentions)


def _job(data: dict[str, Any], labels: LabelSet) -> Job:
    """The job of a line; the source of each span is its index, so that equal spans stay apart."""
    refuse_strange_keys(data)
    text, language, items = data.get("text"), data.get("language") or UNIVERSAL, data.get("spans", [])
    if not isinstance(text, str) or not isinstance(language, str) or not isinstance(items, list):
        raise JobError(
            'A line has "text" and "language", strings, and "spans", a list of [start, end, label].'
        )
    spans = []
    for index, item in enumerate(items):
        if not _is_span(item, len(text)):
            raise JobError(f"Span {index} is not [start, end, label] within the text.")
        spans.append(Span(item[0], item[1], _label(item[2], labels), 1.0, str(index)))
    return Job(Document(str(data.get("id", "")), text, language), spans=tuple(spans))


def _is_span(item: object, length: int) -> bool:
    return (
        isinstance(item, list)
        and len(item) >= 3
        and all(isinstance(edge, int) and not isinstance(edge, bool) for edge in item[:2])
        and isinstance(item[2], str)
        and 0 <= item[0] < item[1] <= length
    )


def _label(name: str, labels: LabelSet) -> str:
    """A label that nescio does not know says nothing about the class."""
    try:
        return labels.find(name)
    except ConfigError:
        return OTHER_NAME

"""JSON rows: spans, chains, brat-like objects and nescio's own jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from nescio.core.errors import NescioError
from nescio.core.model import Job
from nescio.core.protocols import Dialect
from nescio.evaluate.model import DIRECT, HARMLESS, INDIRECT, Annotation, Mark, wrong
from nescio.formats.job import read_job
from nescio.registry import Registry

_IDENTIFIERS: Final = {"DIRECT": DIRECT, "QUASI": INDIRECT, "INDIRECT": INDIRECT, "NO_MASK": HARMLESS}
_LAYERS: Final = ("spans", "mentions")


@cache
def _dialects() -> dict[str, Dialect]:
    return Registry.installed().dialects


def read_row(row: object, file: str, line: int, *, number: int) -> Annotation:
    """One document: a job, or `{"id", "text", "spans": [[start, end, label, …], …]}`.

    After the label may stand a score (a number), or DIRECT, QUASI or NO_MASK and the name of the
    entity as in the Text Anonymization Benchmark, or the name of a chain alone.
    """
    if not isinstance(row, Mapping):
        raise wrong(file, line, f"a row must be a JSON object, not a {type(row).__name__}.")
    if "schema" in row or any(dialect.reads_job(row) for dialect in _dialects().values()):
        return _read_job(row, file, line, number)
    text = row.get("text")
    if text is not None and not isinstance(text, str):
        raise wrong(file, line, "'text' must be a string.")
    layer = next((row[name] for name in _LAYERS if name in row), None)
    if not isinstance(layer, Sequence) or isinstance(layer, str):
        raise wrong(file, line, "a row needs 'spans' or 'mentions', a list of [start, end, label].")
    name = row.get("id", row.get("doc_id"))
    mentions = (_read_span(item, text, file, line) for item in layer)
    return Annotation(
        str(number if name is None else name),
        text,
        tuple(mentions),
        language=str(row.get("language", "")),
        annotator=str(row.get("annotator", "")),
        named=name is not None,
        file=file,
        line=line,
    )


def _read_span(item: Any, text: str | None, file: str, line: int) -> Mark:
    if isinstance(item, Mapping):
        item = [
            item.get("start"),
            item.get("end"),
            item.get("label"),
            *([item["score"]] if "score" in item else []),
        ]
    if not isinstance(item, list) or len(item) < 3:
        raise wrong(file, line, "a span is [start, end, label, …].")
    start, end, label, *rest = item
    if type(start) is not int or type(end) is not int or not 0 <= start <= end:
        raise wrong(file, line, "a span needs whole numbers 0 <= start <= end.")
    if text is not None and end > len(text):
        raise wrong(file, line, f"a span ends at {end}, but the text has {len(text)} characters.")
    if not isinstance(label, str) or not label:
        raise wrong(file, line, "the label of a span is a string.")
    return _with_rest(Mark(start, end, label, line=line), rest)


def _with_rest(mention: Mark, rest: Sequence[Any]) -> Mark:
    if rest and isinstance(rest[0], int | float) and not isinstance(rest[0], bool):
        return mention._replace(score=float(rest[0]))
    if rest and str(rest[0]) in _IDENTIFIERS:
        entity = str(rest[1]) if len(rest) > 1 and rest[1] is not None else ""
        return mention._replace(identifier=_IDENTIFIERS[str(rest[0])], entity=entity)
    if rest and isinstance(rest[0], str):
        return mention._replace(entity=rest[0])
    return mention


def _read_job(row: Mapping[str, Any], file: str, line: int, number: int) -> Annotation:
    try:
        job = read_job(row, _dialects())
    except NescioError as error:
        raise wrong(file, line, str(error)) from error
    return from_job(job, file=file, line=line, number=number)


def from_job(job: Job, *, file: str = "", line: int = 0, number: int = 0) -> Annotation:
    """What a job found, with its entities as chains and its claims as candidates."""
    entity_of = {(m.start, m.end): str(entity.id) for entity in job.entities or () for m in entity.mentions}
    harmless = {str(d.entity) for d in job.decisions or () if not d.hide}
    spans = job.spans if job.spans is not None else job.voted
    if spans is None:
        spans = tuple(sorted(m for entity in job.entities or () for m in entity.mentions))
    mentions = []
    for span in spans:
        entity = entity_of.get((span.start, span.end), "")
        kept = HARMLESS if entity in harmless else ""
        mentions.append(Mark(span.start, span.end, span.label, span.score, entity, kept, line))
    return Annotation(
        job.document.id or str(number),
        job.document.text,
        tuple(mentions),
        language=job.document.language,
        named=bool(job.document.id),
        file=file,
        line=line,
        candidates=tuple(Mark(c.start, c.end, c.label, c.score) for c in job.candidates or ()),
        seconds=sum(note.seconds for note in job.notes),
    )

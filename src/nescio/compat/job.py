"""The JSON job of the thesis (appendix B.2), in and out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, TypeGuard

from nescio.compat.names import CLASS_OF_LABEL, CODE_OF_METHOD
from nescio.core.edits import edited_entities, edited_spans
from nescio.core.errors import JobError
from nescio.core.model import Document, Entity, Job, Replacement, Solution, Span

THESIS_KEYS = frozenset({"method", "ner", "coref", "anonymizer"})
_GIVEN: Final = "thesis_entries"  # in a document's meta: uid, begin, end and class of each entry


def is_thesis_job(data: object) -> TypeGuard[Mapping[str, Any]]:
    """It has a text and one of the keys that only the thesis's job has."""
    return isinstance(data, Mapping) and "text" in data and not THESIS_KEYS.isdisjoint(data)


def job_from_thesis(data: Mapping[str, Any]) -> Job:
    """The job with the layers that were filled in; the method it asks for is an option."""
    text = data.get("text")
    if not isinstance(text, str):
        raise JobError("'text' in the job must be a string.")
    spans = _read_entries(data["ner"], text) if isinstance(data.get("ner"), Mapping) else None
    meta = {_GIVEN: _given(spans)} if spans else {}
    document = Document(str(data.get("id", "")), text, str(data.get("language", "xx")), meta)
    entities = None
    if spans is not None and data.get("coref") is not None:
        entities = _read_chains(data["coref"], spans)
    ordered = None if spans is None else tuple(sorted(spans.values()))
    options = _options(data)
    # Chains say that somebody has looked for more already; entries alone go through the second pass.
    if entities is not None:
        return Job(document, options=options, spans=ordered, entities=entities)
    return Job(document, options=options, voted=ordered)


def _options(data: Mapping[str, Any]) -> dict[str, Any]:
    """The method and the delimiters that a job asks for, as nescio's options."""
    options: dict[str, Any] = {"method": str(data["method"])} if "method" in data else {}
    if "delimiters" in data:
        pair = data["delimiters"]
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(item, str) for item in pair):
            raise JobError("'delimiters' in the job is a pair of strings.")
        options["replace"] = {"options": {"tag": {"open": pair[0], "close": pair[1]}}}
    return options


def _given(spans: Mapping[int, Span]) -> list[list[Any]]:
    """What the caller called its entries, so that they go out under the same ids and classes."""
    return [[uid, span.start, span.end, span.label] for uid, span in spans.items()]


def _read_entries(ner: Mapping[str, Any], text: str) -> dict[int, Span]:
    if ner.get("text", text) != text:
        raise JobError("'ner.text' is not the text of the job, so its positions cannot be used.")
    entries = ner.get("entries", [])
    if not isinstance(entries, list):
        raise JobError("'ner.entries' in the job must be a list.")
    spans: dict[int, Span] = {}
    for entry in entries:
        try:
            uid, start, end = int(entry["uid"]), int(entry["begin"]), int(entry["end"])
            label, surface = str(entry["entity_class"]), entry.get("surface")
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
            raise JobError("An entry of 'ner' needs entity_class, begin, end and uid.") from None
        if not 0 <= start < end <= len(text) or surface not in (None, text[start:end]):
            raise JobError("An entry of 'ner' does not lie at its place in the text.")
        if uid in spans:
            raise JobError("Two entries of 'ner' have the same uid.")
        spans[uid] = Span(start, end, label, 1.0, "given")
    for left, right in pairwise(sorted(spans.values())):
        if left.overlaps(right):
            raise JobError(f"Two entries of 'ner' overlap at position {right.start}; they must not overlap.")
    return spans


def _read_chains(chains: Any, spans: Mapping[int, Span]) -> tuple[Entity, ...]:
    try:
        groups = [[int(uid) for uid in chain] for chain in chains]
    except (TypeError, ValueError, OverflowError):
        raise JobError("'coref' is a list of lists of unique ids.") from None
    if sorted(uid for group in groups for uid in group) != sorted(spans):
        raise JobError("'coref' must hold every unique id of 'ner' exactly once.")
    return tuple(
        Entity(number, spans[group[0]].label, tuple(sorted(spans[uid] for uid in group)))
        for number, group in enumerate(groups)
        if group
    )


def job_to_thesis(job: Job) -> dict[str, Any]:
    """What the thesis's services answer: entries, chains, output and table of solutions."""
    data: dict[str, Any] = {"text": job.document.text, "language": job.document.language}
    methods = {row.method for row in job.solution.replacements} if job.solution else set()
    if "method" in job.options or len(methods) == 1:
        method = str(job.options.get("method") or methods.pop())
        data["method"] = CODE_OF_METHOD.get(method, method)
    spans, entities = _spans(job), edited_entities(job)
    scheme = _Scheme(job, spans or ())
    if spans is not None:
        data["ner"] = {
            "ner_time": _milliseconds(job, "detect", "vote", "second_pass"),
            "text": job.document.text,
            "entries": [_entry(span, scheme, job.document.text) for span in spans],
        }
    if job.entities is not None:
        data["coref"] = [[scheme.uid(span) for span in item.mentions] for item in entities]
    if job.solution is not None:
        data["anonymizer"] = {
            "anon_time": _milliseconds(job, "coref", "decide", "replace"),
            "output": job.solution.text,
            "tableofsolutions": _table(job, job.solution, spans or (), scheme),
        }
    return data


class _Scheme:
    """The ids and classes of the caller; what nescio found itself gets the next ids."""

    def __init__(self, job: Job, spans: Sequence[Span]) -> None:
        self._uids: dict[tuple[int, int], int] = {}
        self._class_at: dict[tuple[int, int], str] = {}
        self._class_of: dict[str, str] = {}
        for uid, start, end, name in _read_given(job.document.meta.get(_GIVEN)):
            self._uids[start, end], self._class_at[start, end] = uid, name
        self._free = max(self._uids.values(), default=-1) + 1
        for span in spans:
            self.uid(span)
            if span[:2] in self._class_at:
                self._class_of.setdefault(span.label, self._class_at[span[:2]])

    def uid(self, span: Span) -> int:
        """The id of a place; a new one gets the next."""
        if span[:2] not in self._uids:
            self._uids[span[:2]], self._free = self._free, self._free + 1
        return self._uids[span[:2]]

    def class_of(self, span: Span) -> str:
        """The class as the caller writes it: of this entry, of others of its label, or the thesis's own."""
        usual = self._class_of.get(span.label) or CLASS_OF_LABEL.get(span.label, span.label)
        return self._class_at.get(span[:2], usual)


def _read_given(rows: Any) -> Iterator[tuple[int, int, int, str]]:
    """The rows that `_given` wrote; a job from elsewhere may hold anything in their place."""
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, list) and [type(value) for value in row] == [int, int, int, str]:
            yield row[0], row[1], row[2], row[3]


def _spans(job: Job) -> tuple[Span, ...] | None:
    if job.spans is not None:
        return edited_spans(job)
    if job.voted is None and job.entities is not None:  # a job may have begun with its entities
        return tuple(sorted(span for item in job.entities for span in item.mentions))
    return job.voted


def _entry(span: Span, scheme: _Scheme, text: str) -> dict[str, Any]:
    return {
        "entity_class": scheme.class_of(span),
        "begin": span.start,
        "end": span.end,
        "uid": scheme.uid(span),
        "surface": text[span.start : span.end],
    }


def _table(job: Job, solution: Solution, spans: Sequence[Span], scheme: _Scheme) -> dict[str, Any]:
    ends = [span.end for span in spans]
    chain_of = {item.id: index for index, item in enumerate(edited_entities(job))}

    def row(item: Replacement, span: Span) -> dict[str, Any]:
        return {
            "entity_class": scheme.class_of(span),
            "coref": chain_of.get(item.entity),
            "original": job.document.text[span.start : span.end],
            "replace": item.text,
        }

    def span_of(item: Replacement) -> Span:
        """The entry of a replacement, or its own place: what was left of a name is in no entry.

        A replacement may cover the words around its mention (an article that must agree), so its entry
        is the first that ends behind its beginning.
        """
        at = bisect_right(ends, item.start)
        if at < len(spans) and spans[at].start < item.end:
            return spans[at]
        return Span(item.start, item.end, item.label, 1.0, item.method)

    pairs = [(item, span_of(item)) for item in solution.replacements]
    return {str(scheme.uid(span)): row(item, span) for item, span in pairs}


def _milliseconds(job: Job, *stages: str) -> int:
    return round(1000 * sum(note.seconds for note in job.notes if note.stage in stages))

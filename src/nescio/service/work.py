"""What a process of the pool does: values in, the bytes of an answer out."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from nescio.api import Anonymizer
from nescio.core.codec import spans_from_json
from nescio.core.edits import edited_spans
from nescio.core.errors import InputError, JobError, NescioError
from nescio.core.model import Document, Job, Span
from nescio.explain import policy_spans
from nescio.files.keys import read_key
from nescio.formats.job import read_job, write_job
from nescio.run.detect import stop_of
from nescio.run.document import WrittenDocument, anonymize_document, restore_document
from nescio.run.formats import Formats
from nescio.run.opening import open_anonymizer
from nescio.run.reports import why_failed
from nescio.run.sources import refuse_empty
from nescio.service.counting import counted_out, job_in, job_out, rows_in
from nescio.service.settings import Opening
from nescio.solutions.reidentify import Restored
from nescio.solutions.table import GIVEN_ID, Table, checked_id, make_table, table_to_json
from nescio.web.answers import dump, refusal_of

THESIS: Final = "thesis"
JSON: Final = "application/json"
FILE: Final = "application/octet-stream"
Wish = Mapping[str, Any]  # a request, read and checked
Kept = Mapping[str, Sequence[Table]]  # the way back of a text or document under the name it was promised


@dataclass(frozen=True)
class Done:
    """An answer with what is kept and counted besides; holds texts, and so no repr."""

    content: bytes = field(repr=False)
    kind: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
    kept: Kept = field(default_factory=dict, repr=False)
    labels: Mapping[str, int] = field(default_factory=dict)
    texts: int = 0
    characters: int = 0


def open_for(opening: Opening) -> Anonymizer:
    """The anonymizer of a process, with its languages loaded."""
    key = None if opening.key is None else read_key(opening.key)
    found = open_anonymizer(opening.language, config=opening.config, key=key)
    languages = opening.loaded or ((opening.language,) if opening.language in found.packs else ())
    for language in languages or found.packs.languages:
        found.kit(language)
    return found


def detect(anonymizer: Anonymizer, wish: Wish) -> Done:
    [answer], done = _detected(anonymizer, [wish])
    return replace(done, content=dump(_or_raise(answer)))


def anonymize(anonymizer: Anonymizer, wish: Wish) -> Done:
    [answer], done = _anonymized(anonymizer, [wish])
    return replace(done, content=dump(_or_raise(answer)))


def lines(anonymizer: Anonymizer, wishes: Sequence[Wish | NescioError], *, kind: str) -> Done:
    """Many texts, one line of JSON for each; a bad one keeps its place, and the others go on."""
    work = _detected if kind == "detect" else _anonymized
    good = [wish for wish in wishes if not isinstance(wish, NescioError)]
    answers, done = work(anonymizer, good)
    found = iter(answers)
    rows = [wish if isinstance(wish, NescioError) else next(found) for wish in wishes]
    content = b"".join(dump(_told(row)) + b"\n" for row in rows)
    return replace(done, content=content)


def job(anonymizer: Anonymizer, data: Any, *, wish: Wish) -> Done:
    """A job at any stage, with the layers that it gains."""
    dialects, unit = anonymizer.registry.dialects, wish["offsets"]
    given = read_job(job_in(data, unit), dialects)
    refuse_empty(given.document.text)
    form = wish.get("form") or ""
    given = replace(given, options={**given.options, **wish["options"]})
    [found] = anonymizer.run([given], start=wish.get("start"), stop=wish["stop"])
    _raise_failure(found)
    content = dump(job_out(write_job(found, dialects, form), unit))
    return Done(content, labels=_labels(found), texts=1, characters=len(found.document.text))


def recognize(anonymizer: Anonymizer, data: Any, *, options: Mapping[str, Any]) -> Done:
    """The recognizer of the thesis: a text in, its job with `ner` out, for a remote detector."""
    if not isinstance(data, Mapping) or not isinstance(data.get("text"), str):
        raise JobError('A question is a JSON object with the key "text", a string.')
    question = {"ner": None, **{key: value for key, value in data.items() if key != "classifier"}}
    wish = {"offsets": "codepoints", "form": THESIS, "stop": "second_pass", "options": options}
    return job(anonymizer, question, wish=wish)


def document(anonymizer: Anonymizer, data: bytes, *, wish: Wish) -> Done:
    """A file, and what became of each of its parts."""
    id = wish["id"]
    found = anonymize_document(
        anonymizer, data, suffix=wish["suffix"], id=id, language=wish.get("language"),
        options=wish["options"], documents=wish["documents"],
    )  # fmt: skip
    labels: Counter[str] = Counter()
    for item in found.jobs:
        labels.update(_labels(item))
    tables = tuple(map(make_table, found.jobs)) if wish["keep"] or wish["table"] else ()
    done = _file_of(found, wish) if wish["answer"] == "file" else Done(dump(_told_file(found, tables, wish)))
    kept = {wish["solution"]: tables} if wish["keep"] else {}
    return replace(done, kept=kept, labels=labels, texts=len(found.jobs), characters=_size(found.jobs))


def _told_file(found: WrittenDocument, tables: Sequence[Table], wish: Wish) -> dict[str, Any]:
    return {
        "id": wish["id"],
        "format": found.format,
        "content": base64.b64encode(found.content).decode(),
        "ledger": _ledger(found),
        "tables": [table_to_json(table) for table in tables] if wish["table"] else None,
        "solution": wish["solution"],
    }


def _file_of(found: WrittenDocument, wish: Wish) -> Done:
    headers = {"nescio-parts": json.dumps(_ledger(found)["counts"])}
    if wish["solution"] is not None:
        headers["nescio-solution"] = wish["solution"]
    return _as_file(found.content, found.format, headers)


def _ledger(found: WrittenDocument) -> dict[str, Any]:
    empty = {"format": found.format, "counts": {}, "parts": []}
    return empty if found.contents is None else found.contents.to_json()


def _as_file(content: bytes, format: str, headers: Mapping[str, str]) -> Done:
    """The bytes alone; never under the name that it came with, which may be somebody's."""
    named = {"content-disposition": f'attachment; filename="document.{format}"'}
    return Done(content, FILE, {**named, **headers})


def restore(anonymizer: Anonymizer, data: bytes, tables: Sequence[Table], *, wish: Wish) -> Done:
    """A file with its originals again."""
    found = restore_document(
        Formats.of_anonymizer(anonymizer), data, tables,
        suffix=wish["suffix"], name=wish["name"], by=wish["by"], only=wish["only"],
    )  # fmt: skip
    report = told_restored(found.restored)
    if wish["answer"] == "file":
        counts = {name: report[name] for name in ("restored", "left", "complete")}
        return _as_file(found.content, found.format, {"nescio-restored": json.dumps(counts)})
    content = base64.b64encode(found.content).decode()
    return Done(dump({"format": found.format, "content": content, **report}))


def told_restored(restored: Restored) -> dict[str, Any]:
    """How much came back, and what did not."""
    parts = ("lost", "duplicated", "altered", "unresolved", "foreign")
    told = {name: list(getattr(restored, name)) for name in parts}
    return {"restored": restored.restored, "left": restored.left, "complete": restored.complete, **told}


WORK: Final[dict[str, Callable[..., Done]]] = {
    "detect": detect,
    "anonymize": anonymize,
    "lines": lines,
    "job": job,
    "recognize": recognize,
    "document": document,
    "restore": restore,
}


class _Failed(str):
    """Why a text has no answer."""

    __slots__ = ()


def _or_raise(answer: dict[str, Any] | _Failed) -> dict[str, Any]:
    if isinstance(answer, _Failed):
        raise InputError(answer)
    return answer


def _told(row: Any) -> dict[str, Any]:
    if isinstance(row, _Failed):
        row = InputError(row)
    return {"error": refusal_of(row).content} if isinstance(row, NescioError) else row


def _detected(anonymizer: Anonymizer, wishes: Sequence[Wish]) -> tuple[list[Any], Done]:
    by_policy = [bool(wish.get("by_policy")) for wish in wishes]
    jobs = [_job(wish) for wish in wishes]
    done: dict[int, Job] = {}
    for asked in sorted(set(by_policy)):
        numbers = [number for number, value in enumerate(by_policy) if value == asked]
        found = anonymizer.run([jobs[number] for number in numbers], stop=stop_of(by_policy=asked))
        done |= dict(zip(numbers, found, strict=True))
    results = [done[number] for number in range(len(jobs))]
    answers: list[Any] = []
    labels: Counter[str] = Counter()
    for wish, result, asked in zip(wishes, results, by_policy, strict=True):
        failure = why_failed(result)
        if failure is not None:
            answers.append(_Failed(failure))
            continue
        spans = policy_spans(result) if asked else edited_spans(result)
        labels.update(span.label for span in spans)
        answers.append({**_about(result), "spans": _spans(spans, result.document.text, wish["offsets"])})
    return answers, Done(b"", labels=labels, texts=len(results), characters=_size(results))


def _anonymized(anonymizer: Anonymizer, wishes: Sequence[Wish]) -> tuple[list[Any], Done]:
    results = anonymizer.run([_job(wish) for wish in wishes])
    answers: list[Any] = []
    kept: dict[str, list[Table]] = {}
    labels: Counter[str] = Counter()
    for wish, result in zip(wishes, results, strict=True):
        failure = why_failed(result)
        if failure is not None or result.solution is None:
            answers.append(_Failed(failure or "The job has no solution."))
            continue
        answer = {**_about(result), "text": result.solution.text, **_replaced(result, wish["offsets"])}
        if wish.get("table"):
            answer["table"] = table_to_json(make_table(result))
        if wish.get("keep"):
            answer["solution"] = wish["solution"]
            kept[wish["solution"]] = [make_table(result)]
        labels.update(_labels(result))
        answers.append(answer)
    return answers, Done(b"", kept=kept, labels=labels, texts=len(results), characters=_size(results))


def _job(wish: Wish) -> Job:
    """The job of a request; a bad one becomes a failed job, so that the others go on."""
    id, text = wish.get("id"), wish["text"]
    document = Document("" if id is None else str(id), text, wish.get("language") or "xx", {GIVEN_ID: id})
    found = Job(document, options=wish["options"])
    try:
        checked_id(id)
        refuse_empty(text)
        rows = rows_in(text, wish.get("spans"), wish["offsets"])
        return found if rows is None else replace(found, voted=spans_from_json(rows, len(text)))
    except NescioError as error:
        return found.failed("read", str(error))


def _about(job: Job) -> dict[str, Any]:
    return {"id": job.document.meta.get(GIVEN_ID), "language": job.document.language}


def _spans(spans: Sequence[Span], text: str, unit: str) -> list[dict[str, Any]]:
    flat = counted_out(text, [edge for span in spans for edge in span[:2]], unit)
    edges = zip(flat[::2], flat[1::2], strict=True)
    return [
        {
            "start": start,
            "end": end,
            "label": span.label,
            "score": round(span.score, 4),
            "source": span.source,
        }
        for (start, end), span in zip(edges, spans, strict=True)
    ]


def _replaced(job: Job, unit: str) -> dict[str, Any]:
    if job.solution is None:
        return {"replacements": []}
    rows = job.solution.replacements
    old = counted_out(job.document.text, [edge for row in rows for edge in (row.start, row.end)], unit)
    new = counted_out(
        job.solution.text, [edge for row in rows for edge in (row.out_start, row.out_end)], unit
    )
    return {
        "replacements": [
            {
                "start": old[2 * i], "end": old[2 * i + 1], "label": row.label, "entity": row.entity,
                "method": row.method, "text": row.text, "out_start": new[2 * i], "out_end": new[2 * i + 1],
            }
            for i, row in enumerate(rows)
        ]
    }  # fmt: skip


def _labels(job: Job) -> Counter[str]:
    if job.solution is not None:
        return Counter(row.label for row in job.solution.replacements)
    return Counter(span.label for span in edited_spans(job))


def _raise_failure(job: Job) -> None:
    failure = why_failed(job)
    if failure is not None:
        raise InputError(failure)


def _size(jobs: Sequence[Job]) -> int:
    return sum(len(job.document.text) for job in jobs)

"""`nescio coref`: which given mentions are of one person, place or organisation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nescio.cli import options
from nescio.cli.console import print_json

if TYPE_CHECKING:
    from nescio.api import Anonymizer
    from nescio.core.model import Entity, Job

EPILOG = options.examples(
    ("nescio coref --jsonl mentions.jsonl", "groups of mentions, one JSON object per line"),
    ("nescio coref --jsonl - --language de", "lines without a language are German"),
)
_KEYS = ("id", "text", "language", "spans")
_UNKNOWN = "MISC"


def coref(
    jsonl: Annotated[
        Path,
        typer.Option(
            "--jsonl",
            help='One JSON object per line, {"id","text","language","spans":[[start,end,label],…]}; '
            "- is stdin.",
        ),
    ],
    language: options.Language = "auto",
    config: options.Config = None,
) -> None:
    """Group given mentions into entities; indices count the spans of a line."""
    from nescio.api import Anonymizer
    from nescio.cli.lines import fail_line, parse_line, read_lines
    from nescio.core.errors import NescioError

    # Mentions are given: no recognizer is needed, so none is loaded.
    anonymizer = Anonymizer(language, config=config, options={"detect": {"recognizers": []}})
    code = 0
    for batch in read_lines(jsonl):
        for number, line in batch:
            id = None
            try:
                data = parse_line(line)
                id = data.get("id")
                print_json({"id": id, **_answer(_job(data), anonymizer)})
            except NescioError as error:
                code = 1
                fail_line(number, id, str(error))
    raise typer.Exit(code)


def _answer(job: Job, anonymizer: Anonymizer) -> dict[str, Any]:
    from nescio.core.errors import JobError

    [done] = anonymizer.run([job], start="coref", stop="coref")
    if done.failure is not None:
        raise JobError(done.failure.reason)
    entities = [_indices(entity) for entity in done.entities or ()]
    ambiguous = [_indices(entity) for entity in done.entities or () if "candidates" in entity.features]
    return {"entities": entities, "ambiguous": sorted(index for group in ambiguous for index in group)}


def _indices(entity: Entity) -> list[int]:
    return sorted(int(span.source) for span in entity.mentions)


def _job(data: dict[str, Any]) -> Job:
    """The job of a line; the source of each span is its index, so that equal spans stay apart."""
    from nescio.core.errors import JobError, known
    from nescio.core.model import Document, Job, Span

    for key in data:
        if key not in _KEYS:
            raise JobError(f"The line has the key {key!r}. {known(key, _KEYS)}")
    text, language, items = data.get("text"), data.get("language") or "xx", data.get("spans", [])
    if not isinstance(text, str) or not isinstance(language, str) or not isinstance(items, list):
        raise JobError(
            'A line has "text" and "language", strings, and "spans", a list of [start, end, label].'
        )
    spans = []
    for index, item in enumerate(items):
        if not _is_span(item, len(text)):
            raise JobError(f"Span {index} is not [start, end, label] within the text.")
        spans.append(Span(item[0], item[1], _label(item[2]), 1.0, str(index)))
    return Job(Document(str(data.get("id", "")), text, language), spans=tuple(spans))


def _is_span(item: object, length: int) -> bool:
    return (
        isinstance(item, list)
        and len(item) >= 3
        and all(isinstance(edge, int) and not isinstance(edge, bool) for edge in item[:2])
        and isinstance(item[2], str)
        and 0 <= item[0] < item[1] <= length
    )


def _label(name: str) -> str:
    """A label that nescio does not know says nothing about the class."""
    from nescio.core.errors import ConfigError
    from nescio.packs import load_pack

    try:
        return load_pack("xx").labels.find(name)
    except ConfigError:
        return _UNKNOWN

"""One JSON object per document and line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from nescio.evaluate.model import Annotation, Mark


def write_rows(annotations: Iterable[Annotation]) -> str:
    """`id`, `text`, `spans` of start, end, label and entity, and who annotated it."""
    return "".join(f"{json.dumps(_row(item), ensure_ascii=False)}\n" for item in annotations)


def _row(item: Annotation) -> dict[str, Any]:
    row: dict[str, Any] = {"id": item.id, "text": item.text, "spans": [_span(m) for m in item.mentions]}
    more = {"language": item.language, "annotator": item.annotator}
    return {**row, **{name: value for name, value in more.items() if value}}


def _span(mention: Mark) -> list[Any]:
    return [mention.start, mention.end, mention.label, *([mention.entity] if mention.entity else [])]

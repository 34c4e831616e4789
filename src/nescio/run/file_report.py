"""The report of a call over files: what became of each, and why; it holds no text of any."""

from __future__ import annotations

import html
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import ConfigError, shown
from nescio.files.places import PRIVATE
from nescio.files.whole import write_whole
from nescio.run.anonymize import Outcome
from nescio.run.sources import Inputs

_SUFFIXES: Final = (".json", ".html", ".htm")
_HEAD: Final = ("file", "outcome", "format", "parts", "replaced", "why")
_PAGE: Final = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Report of nescio</title>
<style>body {{ font: 15px sans-serif; margin: 2em }}
td, th {{ text-align: left; padding: .3em 1em .3em 0; vertical-align: top }}
tr.refused td {{ color: #a00 }}</style></head><body><h1>Report of nescio</h1>
<p>{summary}</p><table><tr>{head}</tr>
{rows}
</table></body></html>
"""


def check_report(path: Path | None) -> None:
    if path is not None and path.suffix.lower() not in _SUFFIXES:
        raise ConfigError(
            f"--report writes JSON or a page: a file that ends in .json or .html, not {shown(path.name)}."
        )


class FileReport:
    """Collects what became of files; names are the new ones where files are renamed."""

    def __init__(self, found: Inputs) -> None:
        self._left_out = found.left_out
        # Names of files may tell, too: who may not read the files does not read of them.
        self._widest = reduce(and_, (source.mode for source in found.sources), 0o777) | PRIVATE
        self._rows: list[dict[str, Any]] = [
            {"file": item.name, "outcome": "passed over", "why": item.why} for item in found.passed_over
        ]

    def add(self, outcome: Outcome) -> None:
        row: dict[str, Any] = {"file": outcome.written_as or outcome.name}
        if outcome.failure is not None:
            row |= {"outcome": "refused", "why": outcome.failure}
        else:
            row |= {"outcome": "written", "parts": dict(outcome.parts), "replaced": dict(outcome.replaced)}
        if outcome.format:
            row["format"] = outcome.format
        self._rows.append(row)

    def to_json(self) -> dict[str, Any]:
        outcomes = Counter(row["outcome"] for row in self._rows)
        return {
            "files": dict(sorted(outcomes.items())),
            "left out": self._left_out,
            "parts": _summed(row.get("parts", {}) for row in self._rows),
            "replaced": _summed(row.get("replaced", {}) for row in self._rows),
            "each": self._rows,
        }

    def to_html(self) -> str:
        content = self.to_json()
        said = [_counts(content["files"]), f"replaced: {_counts(content['replaced']) or 'nothing'}"]
        if self._left_out:
            said.append(f"{self._left_out} of other formats were left out")
        rows = [_row(row) for row in self._rows]
        head = "".join(f"<th>{name}</th>" for name in _HEAD)
        return _PAGE.format(summary=html.escape("; ".join(said)), head=head, rows="\n".join(rows))

    def write(self, path: Path) -> None:
        if path.suffix.lower() == ".json":
            text = json.dumps(self.to_json(), ensure_ascii=False, indent=2) + "\n"
        else:
            text = self.to_html()
        write_whole(path, text.encode("utf-8", "backslashreplace"), widest=self._widest)


def _summed(tables: Iterable[dict[str, int]]) -> dict[str, int]:
    total = Counter[str]()
    for table in tables:
        total.update(table)
    return dict(total.most_common())


def _counts(table: dict[str, int]) -> str:
    return ", ".join(f"{number} {what}" for what, number in table.items())


def _row(row: dict[str, Any]) -> str:
    cells: Sequence[str] = [
        _counts(value) if isinstance(value := row.get(key, ""), dict) else value for key in _HEAD
    ]
    kind = "written" if row["outcome"] == "written" else "refused"
    return f'<tr class="{kind}">' + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>"

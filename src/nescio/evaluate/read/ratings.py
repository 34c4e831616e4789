"""The ratings file: TSV with a heading, one row per rater and replacement."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final

from nescio.core.errors import InputError
from nescio.evaluate.metrics.ratings import Rating
from nescio.evaluate.model import wrong
from nescio.packs.files import is_there

_NEEDED: Final = ("document", "entity", "label")
_TRUTH: Final = {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False}


def read_ratings(path: Path) -> list[Rating]:
    """Columns: document, entity, label, rater, available, relevant; the last three may be missing."""
    if not is_there(path):
        raise InputError(f"There is no file {str(path)!r}.")
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t")
            missing = [name for name in _NEEDED if name not in (rows.fieldnames or ())]
            if missing:
                raise wrong(
                    path.name, 1, f"the heading lacks {', '.join(missing)}; columns are separated by tabs."
                )
            return [_rating(row, path.name, rows.line_num) for row in rows]
    except UnicodeDecodeError:
        raise InputError(f"{path.name!r} is not written in UTF-8.") from None
    except csv.Error:
        raise InputError(f"{path.name!r} is no table with columns that are separated by tabs.") from None


def _rating(row: dict[str, str | None], file: str, line: int) -> Rating:
    available = _truth(row.get("available") or "1", "available", file, line)
    relevant = row.get("relevant") or ""
    return Rating(
        row["document"] or "",
        row["entity"] or "",
        row["label"] or "",
        row.get("rater") or "",
        available,
        _truth(relevant, "relevant", file, line) if relevant.strip() else None,
    )


def _truth(value: str, column: str, file: str, line: int) -> bool:
    found = _TRUTH.get(value.strip().casefold())
    if found is None:
        raise wrong(file, line, f"{column!r} must be 1 or 0 (yes or no, true or false).")
    return found

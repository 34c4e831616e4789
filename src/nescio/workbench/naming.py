"""Names of files that came from elsewhere: shown and written, never followed."""

from __future__ import annotations

import unicodedata
from pathlib import PurePosixPath
from typing import Final

_LONGEST: Final = 180  # signs
_UNNAMED: Final = "text.txt"


def safe_name(given: str) -> str:
    """A relative name with forward slashes that leads nowhere else and holds no signs that cannot be seen."""
    parts = [_clean(part) for part in given.replace("\\", "/").split("/")]
    kept = [part for part in parts if part.strip(". ")]
    name = "/".join(kept)
    if len(name) > _LONGEST:
        suffix = PurePosixPath(kept[-1]).suffix[:20]
        name = kept[-1][: _LONGEST - len(suffix)].removesuffix(suffix) + suffix
    return name or _UNNAMED


def marked_name(name: str, mark: str) -> str:
    """The last part of a name with a mark before its suffix: `letter.anonymized.txt`."""
    path = PurePosixPath(name)
    return f"{path.stem}.{mark}{path.suffix}"


def _clean(part: str) -> str:
    return "".join("_" if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co") else sign for sign in part)

"""Names of files within documents: what says of which kind a file is stays."""

from __future__ import annotations

import re
from typing import Final

_KINDS: Final = "|".join(
    ["bmp", "csv", "doc[mx]?", "eml", "gif", "html?", "ics", "jpe?g", "json", "md", "mht", "mp[34]", "msg",
     "od[st]", "pdf", "png", "pptx?", "rtf", "svg", "tiff?", "txt", "vcf", "wav", "webp", "xls[mx]?", "xml",
     "zip"]
)  # fmt: skip
_SUFFIX: Final = re.compile(rf"(?<=.)\.(?:{_KINDS})\Z", re.IGNORECASE)
_NOT_IN_NAMES: Final = re.compile(r'[\x00-\x1f"\\/]+')


def stem_and_suffix(name: str) -> tuple[str, str]:
    """The name of a file without what says of which kind it is, and that."""
    match = _SUFFIX.search(name)
    return (name[: match.start()], match[0]) if match else (name, "")


def as_file_name(text: str) -> str:
    """A text that may stand in the name of a file."""
    return _NOT_IN_NAMES.sub("_", " ".join(text.split())) or "redacted"

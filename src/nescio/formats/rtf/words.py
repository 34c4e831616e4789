"""What words of control mean: read from `words.toml` when a file needs it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from nescio.formats.places import PROSE, TECHNICAL, TOLD

PEOPLE: Final = "people"
INLINE: Final = "inline"
DROPPED: Final = "dropped"
PICTURE: Final = "pictures"
OBJECT: Final = "objects"
_KIND_OF: Final = {"prose": PROSE, "told": TOLD, "technical": TECHNICAL}


@dataclass(frozen=True, slots=True)
class RtfWords:
    """Destinations by what they hold, signs, breaks and code pages."""

    destinations: Mapping[str, str]
    signs: Mapping[str, str]
    breaks: Mapping[str, str]
    charsets: Mapping[int, str]


@cache
def rtf_words() -> RtfWords:
    content = tomllib.loads(files("nescio.formats.rtf").joinpath("words.toml").read_text(encoding="utf-8"))
    groups = {key: value for key, value in content.items() if isinstance(value, list)}
    return RtfWords(
        {name: _KIND_OF.get(kind, kind) for kind, names in groups.items() for name in names},
        content["signs"],
        content["breaks"],
        {int(number): name for number, name in content["charsets"].items()},
    )

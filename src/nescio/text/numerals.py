"""Numbers in Roman letters."""

from __future__ import annotations

import re
from typing import Final

_ROMAN: Final = re.compile(r"(?=.)x{0,2}(?:ix|iv|v?i{0,3})")


def is_roman(folded: str) -> bool:
    """Whether small letters are a number from i to xxix: what kings and congresses count with."""
    return _ROMAN.fullmatch(folded) is not None

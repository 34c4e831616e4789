"""Nobody but packs/ opens the folder of a language."""

from __future__ import annotations

import re
from pathlib import Path

import nescio

SOURCE = Path(nescio.__file__).parent


def test_no_other_module_opens_a_pack_folder() -> None:
    openers = [
        path.relative_to(SOURCE).as_posix()
        for path in sorted(SOURCE.rglob("*.py"))
        if path.parent.name != "packs"
        and re.search(r"pack\w*(\([^)]*\))?\.folders\b", path.read_text("utf-8"))
    ]
    assert openers == []

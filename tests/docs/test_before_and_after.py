"""The page of documents in all methods is what the code makes now."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_is_what_its_script_writes() -> None:
    path = ROOT / "tools" / "make_before_and_after.py"
    spec = importlib.util.spec_from_file_location("make_before_and_after", path)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    page = (ROOT / "docs" / "before-and-after.md").read_bytes().decode("utf-8")
    assert page == script.page(), "Write the page again with 'make docs'."

"""The page of documents in all methods is what the code makes now."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.docs import before_and_after

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_page_is_what_its_script_writes() -> None:
    page = (ROOT / "docs" / "before-and-after.md").read_bytes().decode("utf-8")
    assert page == before_and_after.page(), "Write the page again with 'make docs'."

"""The page of further methods is what the code makes now, and no method is without a page."""

from __future__ import annotations

from nescio.registry import Registry
from tests.docs.blocks import ROOT
from tools.docs import methods

FOLDER = ROOT / "docs" / "reference"


def test_the_page_is_what_its_script_writes() -> None:
    page = (FOLDER / "methods.md").read_bytes().decode("utf-8")
    assert page == methods.page(), "Write the page again with 'make docs'."


def test_every_method_has_its_place_in_the_reference() -> None:
    pages = "".join((FOLDER / name).read_text(encoding="utf-8") for name in ("methods.md", "replacement.md"))
    own = [
        name
        for name in Registry.installed().names("nescio.methods")
        if f"## {name}\n" not in pages and f"| `{name}` |" not in pages
    ]
    assert own == []
